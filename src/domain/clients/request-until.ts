/** Until when the salon answers a request, and which starts leave it no time to. docs/spec/behaviour.md §28.3 */
import { noticeRefusal } from '../appointments/requests.ts';
import type { Settings } from '../settings.ts';
import {
  addDays,
  addMinutes,
  dateOf,
  dayNumber,
  minutesBetween,
  type WallTime,
  wallTimeOn,
} from '../wall-clock.ts';

/** Why a request is declined, unless the salon says more. */
export const DECLINED_REASON = 'Salon ne može da vas primi u tom terminu.';

const MORNING = '09:00';
const EVENING = '21:00';
const ANSWERED_BY = '10:00';
const BEFORE_START_MINUTES = 120;
const MIN_MINUTES_TO_ANSWER = 60;

const at = (
  wall: WallTime,
  clock: typeof MORNING | typeof EVENING | typeof ANSWERED_BY,
  days = 0,
): WallTime => wallTimeOn(addDays(dateOf(wall), days), clock);
const isNight = (wall: WallTime): boolean => wall >= at(wall, EVENING) || wall < at(wall, MORNING);

/** A deadline at night becomes 10:00 after it. */
export const afterNight = (wall: WallTime): WallTime =>
  isNight(wall) ? at(wall, ANSWERED_BY, wall < at(wall, MORNING) ? 0 : 1) : wall;

/** A deadline at night becomes 21:00 before it. */
const beforeNight = (wall: WallTime): WallTime =>
  isNight(wall) ? at(wall, EVENING, wall < at(wall, MORNING) ? -1 : 0) : wall;

const DAY_MINUTES = 12 * 60;

/** All minutes between 9:00 and 21:00 of all days before this time. */
const dayMinutesUntil = (wall: WallTime): number =>
  dayNumber(dateOf(wall)) * DAY_MINUTES +
  Math.max(0, Math.min(DAY_MINUTES, minutesBetween(at(wall, MORNING), wall)));

/** Until when the salon can answer the request for a start; undefined if too little of the day is left for it. docs/spec/behaviour.md §28.3 */
export function requestUntil(
  now: WallTime,
  start: WallTime,
  { request_hours }: Pick<Settings, 'request_hours'>,
): WallTime | undefined {
  const ends = afterNight(addMinutes(now, request_hours * 60));
  const [until = ends] = [ends, beforeNight(addMinutes(start, -BEFORE_START_MINUTES))].sort();
  return dayMinutesUntil(until) - dayMinutesUntil(now) >= MIN_MINUTES_TO_ANSWER ? until : undefined;
}

type StartRules = Pick<Settings, 'notice_minutes' | 'requests_for' | 'request_hours'>;

/** Refuses a start that no client or visitor can book any more, whoever it is. Pages leave such starts out. docs/spec/behaviour.md §28.1 */
export const startRefusal = (now: WallTime, start: WallTime, rules: StartRules): 'too_soon' | undefined =>
  noticeRefusal(now, start, rules) ??
  (rules.requests_for === 'ALL' && requestUntil(now, start, rules) === undefined ? 'too_soon' : undefined);

const NIGHT_OF_DEPOSITS = '20:00';

/** When the hours of a deposit begin that is asked for with the acceptance: at night at 9:00. docs/spec/behaviour.md §28.3 */
export function depositAskedFrom(now: WallTime): WallTime {
  if (now < at(now, MORNING)) return at(now, MORNING);
  return now >= wallTimeOn(dateOf(now), NIGHT_OF_DEPOSITS) ? at(now, MORNING, 1) : now;
}
