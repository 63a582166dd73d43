import { type Engine, wordsOf } from './0001-the-salon/words.ts';

/** Who comes, and who made the link by which she says so. docs/spec/behaviour.md §29 */
export const name = 'everybody is told';

export function statements(engine: Engine): string[] {
  const t = wordsOf(engine);
  return [
    `alter table bookings add column confirmed_at ${t.ms};`,
    `alter table guest_links add column made_by ${t.ref} references users (id);`, // null: Lunula, for a mail or a new booking
    // stored changes don't know whether somebody comes
    `delete from undo_steps;`,
  ];
}
