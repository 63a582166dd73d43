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
import type { ViewProps } from './view.ts';

const MINUTES_PER_HOUR = 60;
export const ANY_DAY: WallDate = '2000-01-01';

export const hoursSinceOpening = (wall: WallTime): number =>
  minutesBetween(wallTimeOn(dateOf(wall), DAY_OPENS), wall) / MINUTES_PER_HOUR;

/** The number of hours of the grid, from opening to closing. docs/spec/product.md §9.4 */
export const OPEN_HOURS = hoursSinceOpening(wallTimeOn(ANY_DAY, DAY_CLOSES));

/** Every full hour of the grid, 'HH:00', both ends included. */
export const HOURS: readonly string[] = Array.from({ length: OPEN_HOURS + 1 }, (_, hour) =>
  addMinutes(wallTimeOn(ANY_DAY, DAY_OPENS), hour * MINUTES_PER_HOUR).slice(11, 16),
);

export const isInHours = (wall: WallTime): boolean =>
  hoursSinceOpening(wall) >= 0 && hoursSinceOpening(wall) <= OPEN_HOURS;

/** The top and height of an appointment in its column, in hours. */
export const placeOf = ({ start_datetime, end_datetime }: Times): { top: number; hours: number } => ({
  top: hoursSinceOpening(start_datetime),
  hours: minutesBetween(start_datetime, end_datetime) / MINUTES_PER_HOUR,
});

/** The range of whole hours that contains all appointments and, if given, the `usual` hours. Hours count from the opening. */
export const hoursAround = (rows: readonly Times[], usual = { from: OPEN_HOURS, to: 0 }) => ({
  from: Math.floor(Math.min(usual.from, ...rows.map((row) => hoursSinceOpening(row.start_datetime)))),
  to: Math.ceil(Math.max(usual.to, ...rows.map((row) => hoursSinceOpening(row.end_datetime)))),
});

/** The hours before a day's first and after its last appointment, canceled ones apart, as [from, until] since the opening; none without appointments. */
export function hoursShut(rows: readonly (Times & { readonly status: string })[]): [number, number][] {
  const places = rows.filter(({ status }) => status !== 'CANCELLED').map(placeOf);
  if (places.length === 0) return [];
  const first = Math.min(...places.map(({ top }) => top));
  const last = Math.max(...places.map(({ top, hours }) => top + hours));
  const shut: [number, number][] = [
    [0, first],
    [last, OPEN_HOURS],
  ];
  return shut.filter(([from, until]) => until > from);
}

/** The time at a height of a day's column (0 top, 1 bottom), rounded to minutes and clamped to the opening hours. */
export function momentAt(date: WallDate, share: number): WallTime {
  const minutes = Math.round(Math.min(1, Math.max(0, share)) * OPEN_HOURS * MINUTES_PER_HOUR);
  return addMinutes(wallTimeOn(date, DAY_OPENS), minutes);
}

const USUAL_HOURS = 2; // 08:00, in hours after the start of the grid at 06:00
const HOURS_BEFORE = 1;

/** The hour to scroll to: an hour before the first appointment, or an hour before now if the current time would be out of view. docs/spec/product.md §2.19 */
export function firstHour({ days, rows, now }: Pick<ViewProps, 'days' | 'rows' | 'now'>, hoursSeen: number) {
  const starts = rows
    .filter(({ status, start_datetime }) => status !== 'CANCELLED' && days.includes(dateOf(start_datetime)))
    .map(({ start_datetime }) => hoursSinceOpening(start_datetime));
  const present = days.includes(dateOf(now)) && isInHours(now) ? hoursSinceOpening(now) : null;
  const usual = present === null ? USUAL_HOURS : present - HOURS_BEFORE;
  const hour = starts.length > 0 ? Math.min(...starts) - HOURS_BEFORE : usual;
  const isOutOfSight = present !== null && (present < hour || present > hour + hoursSeen - HOURS_BEFORE);
  return Math.max(0, isOutOfSight ? present - HOURS_BEFORE : hour);
}
