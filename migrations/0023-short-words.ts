import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** The salon's own short words of a service, for lines of quick entry: joined by commas. docs/spec/behaviour.md §24.4 */
export const name = 'short words of services';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [`alter table services add column short_words ${t.text} not null default '';`];
}
