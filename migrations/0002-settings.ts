import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * The owner's settings, one row each, with a JSON value. An existing salon keeps its guests' data without limit, as before.
 * docs/spec/behaviour.md §1.4
 */
export const name = 'settings';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `create table settings (
    name ${t.text} primary key,
    value ${t.text} not null,
    changed_at ${t.ms} not null
  ${t.end}`,
    `insert into settings (name, value, changed_at)
    select 'guest_retention_months', '0', min(created_at) from users having count(*) > 0;`,
  ];
}
