import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/**
 * Guests whom the salon has to call because it cancelled several bookings at once.
 * docs/spec/behaviour.md §5.6
 */
export const name = 'guests to call';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    // of a guest's cancelled booking: 0 must be called, 1 was called; null: nobody has to be called
    `alter table appointments add column called ${t.bool} check (called in (0, 1));`,
    `create index appointments_to_call on appointments (start_datetime) where called is not null;`,
  ];
}
