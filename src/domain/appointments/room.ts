/** Gaps of a day for a new appointment, and the start that the form suggests (docs/spec/behaviour.md §5.18). */
import {
  CALENDAR_SNAP_MINUTES,
  DAY_CLOSES,
  DAY_OPENS,
  DEFAULT_SLOT_MINUTES,
  MIN_SLOT_MINUTES,
  SLOT_STEP_MINUTES,
} from '../limits.ts';
import {
  addMinutes,
  clockOf,
  dateOf,
  minutesBetween,
  type ShortClockTime,
  startOfDay,
  startOfHour,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '../wall-clock.ts';
import type { AppointmentStatus } from './appointments.ts';
import { overlaps, type Times } from './slots.ts';

type Row = Times & { readonly status: AppointmentStatus };

/** True when a row prevents an appointment of this status. A free slot prevents only another one. docs/spec/behaviour.md §26 */
const standsFast = (row: { readonly status: AppointmentStatus }, status: AppointmentStatus): boolean =>
  row.status !== 'CANCELLED' && !(row.status === 'AVAILABLE' && status !== 'AVAILABLE');

/** The first row that a new appointment of this status would overlap. */
export const rowInTheWay = <R extends Row>(times: Times, status: AppointmentStatus, rows: readonly R[]) =>
  rows
    .filter((row) => standsFast(row, status) && overlaps(row, times))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime))[0];

export const earlier = (a: WallTime, b: WallTime): WallTime => (a < b ? a : b);
export const later = (a: WallTime, b: WallTime): WallTime => (a > b ? a : b);

export const timesAt = (start_datetime: WallTime, minutes: number): Times => ({
  start_datetime,
  end_datetime: addMinutes(start_datetime, minutes),
});

/** Rounds the time with `round` to a multiple of `minutes` after midnight. */
export function onStep(wall: WallTime, minutes: number, round: (steps: number) => number): WallTime {
  const midnight = startOfDay(dateOf(wall));
  return addMinutes(midnight, round(minutesBetween(midnight, wall) / minutes) * minutes);
}

/** The start of a new appointment after a tap in the calendar: the tapped quarter hour, or the nearest quarter hour within opening hours. docs/spec/product.md §5.9 */
export function tappedStart(at: WallTime): ShortClockTime {
  const last = addMinutes(wallTimeOn(dateOf(at), DAY_CLOSES), -CALENDAR_SNAP_MINUTES);
  const opens = wallTimeOn(dateOf(at), DAY_OPENS);
  const quarter = onStep(at, CALENDAR_SNAP_MINUTES, Math.floor);
  return clockOf(quarter < opens ? opens : earlier(quarter, last));
}

/** The current time rounded to five minutes, with the minutes until closing; null outside opening hours. docs/spec/behaviour.md §5.18 */
export function startNow(now: WallTime): { start: ShortClockTime; mostMinutes: number } | null {
  const date = dateOf(now);
  const start = onStep(now, SLOT_STEP_MINUTES, Math.round);
  const mostMinutes = minutesBetween(start, wallTimeOn(date, DAY_CLOSES));
  const isClosed = start < wallTimeOn(date, DAY_OPENS) || mostMinutes < MIN_SLOT_MINUTES;
  return isClosed ? null : { start: clockOf(start), mostMinutes };
}

const WALK_IN_MINUTES = 60;

/** The length of a walk-in without services: until the next row that stands fast, at most an hour. If one is there already, an hour. docs/spec/behaviour.md §5.18 */
export function walkInMinutes(start: WallTime, mostMinutes: number, rows: readonly Row[]): number {
  const times = timesAt(start, Math.min(WALK_IN_MINUTES, mostMinutes));
  const next = rowInTheWay(times, 'BOOKED', rows)?.start_datetime;
  return minutesBetween(start, next !== undefined && next > start ? next : times.end_datetime);
}

/** The hours of a day in which the salon works, as it seems. */
export interface Hours {
  readonly from: ShortClockTime;
  readonly to: ShortClockTime;
}

const USUAL_HOURS: Hours = { from: '08:00', to: '20:00' };

/** From the first to the last minute that is open or in the plan of the weekday; else the usual hours. docs/spec/behaviour.md §5.18 */
export function hoursOf(times: readonly Times[]): Hours {
  const [first] = times;
  if (!first) return USUAL_HOURS;
  const start = times.map(({ start_datetime }) => start_datetime).reduce(earlier, first.start_datetime);
  const end = times.map(({ end_datetime }) => end_datetime).reduce(later, first.end_datetime);
  return { from: clockOf(start), to: clockOf(end) };
}

const USUAL_START = '09:00';

/** 9:00; today not before the next full hour. Never later than the last start of a slot before closing. */
export function suggestedStart(date: WallDate, now: WallTime): ShortClockTime {
  if (date !== dateOf(now)) return USUAL_START;
  const latest = addMinutes(wallTimeOn(date, DAY_CLOSES), -DEFAULT_SLOT_MINUTES);
  const next = startOfHour(addMinutes(now, 60));
  const morning = wallTimeOn(date, USUAL_START);
  if (next < morning) return USUAL_START;
  const isTooLate = next > latest;
  return clockOf(isTooLate ? latest : next);
}

export interface Wanted {
  readonly date: WallDate;
  readonly minutes: number;
  readonly status: AppointmentStatus;
  readonly start: ShortClockTime;
  readonly hours: Hours;
}

function gapsOf({ date, status, hours }: Wanted, rows: readonly Row[], now: WallTime): Times[] {
  const opens = wallTimeOn(date, hours.from);
  const closes = wallTimeOn(date, hours.to);
  const soonest = onStep(now, SLOT_STEP_MINUTES, Math.ceil);
  const gaps: Times[] = [];
  let from = date === dateOf(now) && soonest > opens ? soonest : opens;
  const taken = rows
    .filter((row) => dateOf(row.start_datetime) === date && standsFast(row, status))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
  for (const { start_datetime, end_datetime } of taken) {
    if (start_datetime > from)
      gaps.push({ start_datetime: from, end_datetime: earlier(start_datetime, closes) });
    if (end_datetime > from) from = onStep(end_datetime, SLOT_STEP_MINUTES, Math.ceil);
  }
  return [...gaps, { start_datetime: from, end_datetime: closes }];
}

const ROOM_SHOWN_COUNT = 5;

/** The beginnings of the five gaps within the hours that are nearest to the wanted start; none is in the past. docs/spec/behaviour.md §5.18 */
export function roomOn(wanted: Wanted, rows: readonly Row[], now: WallTime): ShortClockTime[] {
  const at = wallTimeOn(wanted.date, wanted.start);
  const distance = (start: WallTime) => Math.abs(minutesBetween(at, start));
  return gapsOf(wanted, rows, now)
    .filter((gap) => minutesBetween(gap.start_datetime, gap.end_datetime) >= wanted.minutes)
    .map(({ start_datetime }) => start_datetime)
    .sort((a, b) => distance(a) - distance(b))
    .slice(0, ROOM_SHOWN_COUNT)
    .sort()
    .map(clockOf);
}

/** The wanted start if its time is free and within the hours, else the next free start of the day, else the last free start before it. docs/spec/behaviour.md §5.18 */
export function startWithRoom(wanted: Wanted, rows: readonly Row[], now: WallTime): ShortClockTime {
  const times = timesAt(wallTimeOn(wanted.date, wanted.start), wanted.minutes);
  const { from, to } = wanted.hours;
  const isWithin = wanted.start >= from && times.end_datetime <= wallTimeOn(wanted.date, to);
  if (isWithin && !rowInTheWay(times, wanted.status, rows)) return wanted.start;
  const room = roomOn(wanted, rows, now);
  return room.find((start) => start >= wanted.start) ?? room.at(-1) ?? wanted.start;
}
