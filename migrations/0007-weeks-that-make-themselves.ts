import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Slots are generated from the templates automatically, each day once; an absence stores how many bookings it conflicts with.
 * docs/spec/behaviour.md §6.2 and §6.6
 */
export const name = 'weeks that make themselves';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // the days whose slots were generated, by the owner or automatically
    `create table generated_days (
    day ${t.date('day')} primary key not null,
    generated_at ${t.ms} not null
  ${t.end}`,
    // earlier releases did not record generated days: a day with appointments counts as generated
    `insert into generated_days (day, generated_at) select distinct day, 0 from appointments`,
    // null: added by an earlier release
    `alter table absences add column conflict_count ${t.ref}`,
  ];
}
