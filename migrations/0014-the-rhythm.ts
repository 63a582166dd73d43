import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** After how many weeks a service is usually repeated. docs/spec/behaviour.md §20 */
export const name = 'the rhythm';

export function statements(engine: Engine): string[] {
  wordsOf(engine);
  return [
    // null: unknown
    `alter table services add column return_weeks integer check (return_weeks between 1 and 12);`,
  ];
}
