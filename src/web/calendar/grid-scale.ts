import type { SalonAppointment } from '#contract/appointments.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { DAY_CLOSES, DAY_OPENS } from '#domain/limits.ts';
import {
  addMinutes,
  dateOf,
  minutesBetween,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';

const MINUTES_PER_HOUR = 60;
const ANY_DAY: WallDate = '2000-01-01';

/** The length of the grid, from opening to closing. docs/spec/product.md §9.4 */
export const OPEN_MINUTES = minutesBetween(wallTimeOn(ANY_DAY, DAY_OPENS), wallTimeOn(ANY_DAY, DAY_CLOSES));

/** Every full hour of the grid, 'HH:00', both ends included. */
export const HOURS: readonly string[] = Array.from(
  { length: OPEN_MINUTES / MINUTES_PER_HOUR + 1 },
  (_, hour) => addMinutes(wallTimeOn(ANY_DAY, DAY_OPENS), hour * MINUTES_PER_HOUR).slice(11, 16),
);

/** The hours from opening until `wall`. */
export const hoursSinceOpening = (wall: WallTime): number =>
  minutesBetween(wallTimeOn(dateOf(wall), DAY_OPENS), wall) / MINUTES_PER_HOUR;

/** The current time clamped to a day, so that other days than today do not render every minute. */
export function nowOn(day: WallDate, now: WallTime): WallTime {
  if (dateOf(now) === day) return now;
  return wallTimeOn(day, dateOf(now) < day ? '00:00:00' : '23:59:59');
}

/** Whether a time is within the hours of the grid. */
export function isInHours(wall: WallTime): boolean {
  const hours = hoursSinceOpening(wall);
  return hours >= 0 && hours <= OPEN_MINUTES / MINUTES_PER_HOUR;
}

/** The top and height of an appointment in its column, in hours. */
export function placeOf({ start_datetime, end_datetime }: Times): { top: number; hours: number } {
  return {
    top: hoursSinceOpening(start_datetime),
    hours: minutesBetween(start_datetime, end_datetime) / MINUTES_PER_HOUR,
  };
}

/** The time at a share (0-1) of a day's column, rounded to minutes and clamped to the opening hours. */
export function momentAt(date: WallDate, share: number): WallTime {
  const minutes = Math.round(Math.min(1, Math.max(0, share)) * OPEN_MINUTES);
  return addMinutes(wallTimeOn(date, DAY_OPENS), minutes);
}

/** The first visible hour of a grid that is higher than its box. docs/spec/product.md §2.19 */

const OPEN_HOURS = OPEN_MINUTES / 60;
const USUAL_HOURS = 2; // 08:00
const HOURS_BEFORE = 1;

export interface Opening {
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  now: WallTime;
  /** The height of the visible part of the grid, in hours. */
  hoursSeen: number;
}

/** The current time in hours since 06:00; null if the grid does not show it. */
function presentIn(days: readonly WallDate[], now: WallTime): number | null {
  const hours = hoursSinceOpening(now);
  return days.includes(dateOf(now)) && hours >= 0 && hours <= OPEN_HOURS ? hours : null;
}

/** The hour to scroll to: an hour before the first appointment, or 08:00. Keeps the current time visible. */
export function firstHour({ days, rows, now, hoursSeen }: Opening): number {
  const starts = rows
    .filter(({ status, start_datetime }) => status !== 'CANCELLED' && days.includes(dateOf(start_datetime)))
    .map(({ start_datetime }) => hoursSinceOpening(start_datetime));
  const present = presentIn(days, now);
  const usual = present === null ? USUAL_HOURS : present - HOURS_BEFORE;
  const hour = starts.length > 0 ? Math.min(...starts) - HOURS_BEFORE : usual;
  const isOutOfSight = present !== null && (present < hour || present > hour + hoursSeen - HOURS_BEFORE);
  return Math.max(0, isOutOfSight ? present - HOURS_BEFORE : hour);
}
