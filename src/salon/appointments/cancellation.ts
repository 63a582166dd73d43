/** Cancelling a booked appointment with a reason (behaviour.md §5 Cancel, spec.md §5). Who and when: `may('cancel', …)`. */
import { charactersIn, REASON_MAX_CHARACTERS } from '../limits.ts';
import { minutesBetween, type WallTime } from '../salon-time.ts';

const HOUR_MINUTES = 60;

/** Why this can't be the reason: blank, or longer than 300 characters after trim. spec.md §5 */
export function reasonRefusal(reason: string): 'bad_input' | undefined {
  const count = charactersIn(reason.trim());
  return count >= 1 && count <= REASON_MAX_CHARACTERS ? undefined : 'bad_input';
}

/** Is a cancellation now closer to the start than the salon likes (`is_late`)? behaviour.md §1 (LATE_CANCEL_HOURS) */
export const isLateCancellation = (now: WallTime, start: WallTime, lateHours: number): boolean =>
  minutesBetween(now, start) < lateHours * HOUR_MINUTES;
