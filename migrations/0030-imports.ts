import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** What each import has added, by keys that outlive it: nothing is imported twice, and an import can be undone. docs/spec/behaviour.md §31 */
export const name = 'imports';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table imports (
    id ${t.text} not null,
    subject ${t.text} not null check (subject in ('APPOINTMENTS', 'CLIENTS')),
    last_at ${t.ms} not null, -- of its last part
    primary key (id, subject)
  ${t.end}`,
    `create table import_rows (
    id ${t.id},
    import_id ${t.text} not null,
    at ${t.ms} not null,
    key_hash ${t.text} unique, -- of an appointment; null: a client
    uid_hash ${t.text},
    series_hash ${t.text},
    appointment_id ${t.ref}, -- no foreign keys, because a key outlives what was imported
    person_id ${t.ref} -- whom the row added; null: somebody known
  ${t.end}`,
    `create index import_rows_by_import on import_rows (import_id);`,
    `create index import_rows_by_uid on import_rows (uid_hash) where uid_hash is not null;`,
  ];
}
