import type { Now } from '../platform/clock.ts';

/**
 * When something is told: at once, or after the seconds in which it can still be undone. Later is a row that is not visible yet,
 * never a timer: a server that stops in between still tells.
 */
export interface NotificationTiming {
  readonly nowMs: number;
  readonly visibleAtMs: number;
  /** The undo step that would drop it. */
  readonly undoId: number | null;
}

export const immediately = (now: Now): NotificationTiming => ({
  nowMs: now.ms,
  visibleAtMs: now.ms,
  undoId: null,
});
