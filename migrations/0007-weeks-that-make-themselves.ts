import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * The templates' slots appear by themselves, each day once; an absence remembers how many bookings it met.
 * docs/spec/behaviour.md §6.2 and §6.6
 */
export const name = 'weeks that make themselves';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // the days whose slots were made, by hand or by themselves
    `create table generated_days (
    day ${t.date('day')} primary key not null,
    generated_at ${t.ms} not null
  ${t.end}`,
    // before, who made which day was written nowhere: a day that has appointments counts as made
    `insert into generated_days (day, generated_at) select distinct day, 0 from appointments`,
    // null: added before they were counted
    `alter table absences add column conflict_count ${t.ref}`,
  ];
}
