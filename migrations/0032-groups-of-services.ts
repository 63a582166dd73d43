import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** The group, the description and the hiding of a service. docs/spec/behaviour.md §6.3 */
export const name = 'groups of services';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `alter table services add column group_name ${t.text};`,
    `alter table services add column description ${t.text};`,
    `alter table services add column is_offered ${t.bool} not null default 1 check (is_offered in (0, 1));`,
  ];
}
