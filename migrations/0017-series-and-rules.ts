import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Series of appointments, and the salon's rules that a booking accepted. docs/spec/behaviour.md §20.2 and §20.6 */
export const name = 'series and rules';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // the id of the first appointment of the series, which may be deleted
    `alter table appointments add column series_id ${t.ref};`,
    `alter table appointments add column rules_accepted_at ${t.ms};`,
    // when the accepted text was saved
    `alter table appointments add column rules_text_at ${t.ms};`,
    `create index appointments_by_series on appointments (series_id) where series_id is not null;`,
  ];
}
