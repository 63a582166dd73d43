import type { SlotConflict } from '#contract/errors.ts';
import { clockOf } from '#domain/wall-clock.ts';

/** The appointment that is in the way of a new time, which the refusal names; null: it names none. */
export const conflictOf = (error: unknown): SlotConflict | null =>
  (error instanceof Error && (error.cause as { conflict?: SlotConflict } | undefined)?.conflict) || null;

/** Names who is in the way. docs/spec/behaviour.md §26 */
export const inTheWayText = ({ start_datetime, name }: Pick<SlotConflict, 'start_datetime' | 'name'>) =>
  `Ne može: od ${clockOf(start_datetime)} je ${name}.`;
