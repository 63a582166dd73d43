import { rowInTheWay, timesAt } from '../appointments/room.ts';
import { type AbsenceDays, isAbsentOn, type Times } from '../appointments/slots.ts';
import { type BookedRow, untilClean } from '../times/rest.ts';
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
import { nearestOffer, nearestRoom } from './rhythm.ts';

/** The state of one time in a series: a free slot, a slot to create, or why the time cannot be booked. */
export const SERIES_STATES = ['SLOT', 'NEW', 'TAKEN', 'ABSENCE', 'SUNDAY'] as const;
export type SeriesState = (typeof SERIES_STATES)[number];

export interface SeriesRow extends Times {
  readonly state: SeriesState;
  readonly alternatives: Times[];
}

/** The appointments and absences of the technician of the series. */
export interface SeriesCalendar {
  readonly rowsOn: (day: WallDate) => readonly BookedRow[];
  readonly absences: readonly AbsenceDays[];
  /** The offers of a day to clients; empty without `split_slots`. */
  readonly offersOn: (day: WallDate) => readonly (Times & { readonly isTooShort: boolean })[];
}

/** How long each booking of a series takes, and its clean-up. */
interface SeriesLength {
  readonly minutes: number;
  readonly cleanup: number;
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

/** True if slots without a gap cover these times. */
export const isCovered = ({ start_datetime, end_datetime }: Times, slots: readonly Times[]): boolean =>
  slots
    .toSorted((a, b) => a.start_datetime.localeCompare(b.start_datetime))
    .reduce(
      (until, slot) =>
        slot.start_datetime <= until && slot.end_datetime > until ? slot.end_datetime : until,
      start_datetime,
    ) >= end_datetime;

/** Whether a booking at this time is possible, or why not. docs/spec/behaviour.md §20.2 */
export function seriesState(
  times: Times,
  { rowsOn, absences }: Omit<SeriesCalendar, 'offersOn'>,
): SeriesState {
  const day = dateOf(times.start_datetime);
  if (isSunday(day)) return 'SUNDAY';
  if (isAbsentOn(day, absences)) return 'ABSENCE';
  const rows = rowsOn(day);
  if (rowInTheWay(times, 'BOOKED', rows)) return 'TAKEN';
  const slots = rows.filter(({ status }) => status === 'AVAILABLE');
  return isCovered(times, slots) ? 'SLOT' : 'NEW';
}

export const isSeriesTime = (state: SeriesState): boolean => state === 'SLOT' || state === 'NEW';

/** At most two alternatives to `times`: near `times` on the same day, one that is offered to clients first, then at the same clock time on the nearest other days of that week. */
function alternativesTo(
  times: Times,
  length: SeriesLength,
  calendar: SeriesCalendar,
  now: WallTime,
): Times[] {
  const { start_datetime } = times;
  const day = dateOf(start_datetime);
  const offer = nearestOffer(start_datetime, calendar.offersOn(day));
  const near = offer
    ? timesAt(offer.start_datetime, length.minutes)
    : nearestRoom(start_datetime, length, calendar.rowsOn(day), now);
  const others = openDaysAround(day)
    .slice(1)
    .map((other) => timesAt(wallTimeOn(other, clockOf(start_datetime)), length.minutes));
  const isClear = (other: Times) => {
    const withCleanup = timesAt(other.start_datetime, length.minutes + length.cleanup);
    return !rowInTheWay(withCleanup, 'BOOKED', calendar.rowsOn(dateOf(other.start_datetime)).map(untilClean));
  };
  const isBookable = (other: Times) => isSeriesTime(seriesState(other, calendar)) && isClear(other);
  return [
    ...(near ? [near] : []),
    ...others.filter((other) => other.start_datetime > now && isBookable(other)),
  ].slice(0, ALTERNATIVES_COUNT);
}

/** Each time of a series with its state; taken times also have alternatives. docs/spec/behaviour.md §20.2 */
export const seriesRows = (
  starts: readonly WallTime[],
  length: SeriesLength,
  calendar: SeriesCalendar,
  now: WallTime,
): SeriesRow[] =>
  starts.map((start) => {
    const times = timesAt(start, length.minutes);
    const state = seriesState(times, calendar);
    const alternatives = state === 'TAKEN' ? alternativesTo(times, length, calendar, now) : [];
    return { ...times, state, alternatives };
  });
