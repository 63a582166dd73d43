import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * What the owner has set, one row a setting, its value as JSON. A salon that existed before keeps its guests' data for ever,
 * as it has until now. docs/spec/behaviour.md §1.4
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
