import {
  addMinutes,
  clockOf,
  dateOf,
  isShortClockTime,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../wall-clock.ts';
import { APPOINTMENTS, counted } from '../wording/numbers.ts';
import type { Push } from './messages.ts';

/** A server that starts late still says it within these hours; later the day is under way. docs/spec/behaviour.md §14.4 */
export const MORNING_LATE_HOURS = 2;

/**
 * Is it time to tell the owner of the day? `at` is the setting, HH:mm or empty: never. A time that a clock change skips is due as soon
 * as the clock is past it; one that comes twice is due twice, and the day is told of once. docs/spec/behaviour.md §14.4
 */
export function isMorningDue(now: WallTime, at: string): boolean {
  if (!isShortClockTime(at)) return false;
  const from = wallTimeOn(dateOf(now), at);
  return from <= now && now < addMinutes(from, MORNING_LATE_HOURS * 60);
}

/** 'Danas 6 termina, prvi u 08:00'; undefined on a day without any. docs/spec/behaviour.md §14.4 */
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
