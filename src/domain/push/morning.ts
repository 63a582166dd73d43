import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../wall-clock.ts';
import { APPOINTMENTS } from '../wording/counted-words.ts';
import { counted } from '../wording/numbers.ts';
import type { Push } from './messages.ts';

/** How many hours late the morning summary may be, if the server was down. docs/spec/behaviour.md §14.4 */
export const MORNING_LATE_HOURS = 2;

/** True when the morning summary is due; `at`: HH:mm, or empty for never. True at both times if a clock change repeats `at`. docs/spec/behaviour.md §14.4 */
export function isMorningDue(now: WallTime, at: string): boolean {
  if (!isShortClockTime(at)) return false;
  const from = wallTimeOn(dateOf(now), at);
  return from <= now && now < addMinutes(from, MORNING_LATE_HOURS * 60);
}

/** The summary: 'Danas 6 termina, prvi u 08:00'; undefined on a day without appointments. docs/spec/behaviour.md §14.4 */
export function morningPush(day: WallDate, starts: readonly WallTime[]): Push | undefined {
  const [first] = [...starts].sort();
  if (first === undefined) return undefined;
  const at = `${starts.length === 1 ? '' : 'prvi '}u ${clockOf(first)}`;
  return {
    kind: 'OWNER_MORNING',
    title: 'Današnji termini',
    body: `Danas ${counted(starts.length, APPOINTMENTS)}, ${at}`,
    tag: `morning-${day}`,
    url: '/',
  };
}
