import type { AppointmentStatus } from '../appointments/appointments.ts';
import { rowInTheWay, timesAt } from '../appointments/room.ts';
import { type AbsenceDays, isAbsentOn, type Times } from '../appointments/slots.ts';
import {
  addDays,
  clockOf,
  dateOf,
  isSunday,
  type WallDate,
  type WallTime,
  wallTimeOn,
  weekdayOf,
} from '../wall-clock.ts';
import { nearestRoom } from './rhythm.ts';

/** The state of one time in a series: a free slot, a slot to create, or why the time cannot be booked. */
export const SERIES_STATES = ['SLOT', 'NEW', 'TAKEN', 'ABSENCE', 'SUNDAY'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

export interface SeriesRow extends Times {
  readonly state: SeriesState;
  readonly alternatives: Times[];
}

type Row = Times & { readonly status: AppointmentStatus };

/** The appointments and absences of the technician of the series. */
export interface SeriesCalendar {
  readonly rowsOn: (day: WallDate) => readonly Row[];
  readonly absences: readonly AbsenceDays[];
}

const WEEK_DAYS = 7;
const OPEN_DAYS = 6;
const ALTERNATIVES_COUNT = 2;

/** The starts of a series: the same clock time on each day, also across a clock change. */
export const seriesStarts = (start: WallTime, everyWeeks: number, count: number): WallTime[] =>
  Array.from({ length: count }, (_, n) =>
    wallTimeOn(addDays(dateOf(start), n * everyWeeks * WEEK_DAYS), clockOf(start)),
  );

/** The days from Monday to Saturday in the week of `day`, those nearest to `day` first. */
export const openDaysAround = (day: WallDate): WallDate[] => {
  const weekday = weekdayOf(day);
  return Array.from({ length: OPEN_DAYS }, (_, n) => n + 1 - weekday)
    .sort((a, b) => Math.abs(a) - Math.abs(b) || b - a)
    .map((days) => addDays(day, days));
};

const isCovered = ({ start_datetime, end_datetime }: Times, slots: readonly Row[]): boolean =>
  slots
    .toSorted((a, b) => a.start_datetime.localeCompare(b.start_datetime))
    .reduce(
      (until, slot) =>
        slot.start_datetime <= until && slot.end_datetime > until ? slot.end_datetime : until,
      start_datetime,
    ) >= end_datetime;

/** Whether a booking at this time is possible, or why not. docs/spec/behaviour.md §20.2 */
export function seriesState(times: Times, { rowsOn, absences }: SeriesCalendar): SeriesState {
  const day = dateOf(times.start_datetime);
  if (isSunday(day)) return 'SUNDAY';
  if (isAbsentOn(day, absences)) return 'ABSENCE';
  const rows = rowsOn(day);
  if (rowInTheWay(times, 'BOOKED', rows)) return 'TAKEN';
  const slots = rows.filter(({ status }) => status === 'AVAILABLE');
  return isCovered(times, slots) ? 'SLOT' : 'NEW';
}

export const isSeriesTime = (state: SeriesState): boolean => state === 'SLOT' || state === 'NEW';

/** At most two alternatives to `times`: near `times` on the same day, then at the same clock time on the nearest other days of that week. */
function alternativesTo(times: Times, minutes: number, calendar: SeriesCalendar, now: WallTime): Times[] {
  const day = dateOf(times.start_datetime);
  const near = nearestRoom(times.start_datetime, minutes, calendar.rowsOn(day), now);
  const others = openDaysAround(day)
    .slice(1)
    .map((other) => timesAt(wallTimeOn(other, clockOf(times.start_datetime)), minutes));
  return [
    ...(near ? [near] : []),
    ...others.filter((other) => other.start_datetime > now && isSeriesTime(seriesState(other, calendar))),
  ].slice(0, ALTERNATIVES_COUNT);
}

/** Each time of a series with its state; taken times also have alternatives. docs/spec/behaviour.md §20.2 */
export const seriesRows = (
  starts: readonly WallTime[],
  minutes: number,
  calendar: SeriesCalendar,
  now: WallTime,
): SeriesRow[] =>
  starts.map((start) => {
    const times = timesAt(start, minutes);
    const state = seriesState(times, calendar);
    const alternatives = state === 'TAKEN' ? alternativesTo(times, minutes, calendar, now) : [];
    return { ...times, state, alternatives };
  });
