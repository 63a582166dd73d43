import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Technician 1 shares the tables of generated days and calendar feeds with the other technicians. docs/spec/behaviour.md §6.2 and §7.8 */
export const name = 'one table of days and feeds';

/** Older code reads the removed tables. */
export const worksFrom = 18;

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  const technician = `technician_id ${t.ref} references technicians (id)`;
  return [
    // generated_days held the days of technician 1 only
    `insert into technician_days (technician_id, day, generated_at) select 1, day, generated_at from generated_days;`,
    `drop table generated_days;`,
    `alter table technician_days rename to generated_days;`,
    // technician_id null: the feed of the whole salon, until now the only row
    ...(engine === 'postgres'
      ? [
          `alter table generated_days rename constraint technician_days_pkey to generated_days_pkey;`,
          `alter table generated_days
     rename constraint technician_days_technician_id_fkey to generated_days_technician_id_fkey;`,
          `alter table calendar_feeds drop column id, add primary key (token_hash), add column ${technician};`,
        ]
      : [
          `create table calendar_feeds_new (
    token_hash ${t.text} primary key not null,
    created_at ${t.ms} not null,
    ${technician}
  ${t.end}`,
          `insert into calendar_feeds_new (token_hash, created_at) select token_hash, created_at from calendar_feeds;`,
          `drop table calendar_feeds;`,
          `alter table calendar_feeds_new rename to calendar_feeds;`,
        ]),
    `insert into calendar_feeds (token_hash, created_at, technician_id)
     select token_hash, created_at, technician_id from technician_feeds;`,
    `drop table technician_feeds;`,
    // one feed of the salon and one of each technician; no technician has the id 0
    `create unique index calendar_feeds_one_each on calendar_feeds (coalesce(technician_id, 0));`,
  ];
}
