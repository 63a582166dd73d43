import type { AppointmentStatus } from '../appointments/appointments.ts';
import type { Times } from '../appointments/slots.ts';
import { addDays, clockOf, dateOf, dayNumber, daysBetween, type WallDate, weekdayOf } from '../wall-clock.ts';
import { median } from './rhythm.ts';

const RETURN_DAYS = 60;
const LOST_AFTER_GAPS = 2.5;

interface Visitor {
  /** The days of past bookings that were not no-shows, in any order. */
  readonly days: readonly WallDate[];
  readonly isAhead: boolean;
  readonly isErased: boolean;
}

interface Cohort {
  clients: number;
  returned: number;
}

export interface RetentionFigures {
  readonly known: Cohort;
  readonly new: Cohort;
  readonly median_days: number | null;
  readonly lost: number;
}

interface Days {
  readonly from: WallDate;
  readonly to: WallDate;
}

/** The requested period; if it began within the last 60 days, instead the period of the same length that ended 61 days ago. docs/spec/product.md §2.18 */
export function completedPeriod({ from, to }: Days, today: WallDate): Days {
  const last = addDays(today, -RETURN_DAYS - 1);
  return from <= last ? { from, to } : { from: addDays(last, -daysBetween(from, to)), to: last };
}

const gapsOf = (days: readonly number[]): number[] => days.slice(1).map((day, n) => day - (days[n] ?? day));

/** True if more than 2.5 median gaps have passed since the last appointment. False with an upcoming booking or a deleted account. docs/spec/behaviour.md §20.7 */
function isLost(days: readonly number[], { isAhead, isErased }: Visitor, today: number): boolean {
  const gap = median(gapsOf(days));
  return gap !== null && !isAhead && !isErased && today - (days.at(-1) ?? today) > LOST_AFTER_GAPS * gap;
}

/** The retention in a period. A client returned if the next appointment is within 60 days of the first appointment in the period. docs/spec/behaviour.md §20.7 */
export function retentionOf(people: readonly Visitor[], period: Days, today: WallDate): RetentionFigures {
  const [from, to, now] = [dayNumber(period.from), dayNumber(period.to), dayNumber(today)];
  const cohorts = { known: { clients: 0, returned: 0 }, new: { clients: 0, returned: 0 } };
  const gaps: number[] = [];
  let lost = 0;
  for (const person of people) {
    const days = [...new Set(person.days.map(dayNumber))].sort((a, b) => a - b);
    const first = days.findIndex((day) => day >= from && day <= to);
    const day = days[first];
    if (day !== undefined && day + RETURN_DAYS < now) {
      const cohort = first === 0 ? cohorts.new : cohorts.known;
      cohort.clients += 1;
      if ((days[first + 1] ?? Number.POSITIVE_INFINITY) <= day + RETURN_DAYS) cohort.returned += 1;
    }
    gaps.push(...gapsOf(days).filter((_, n) => (days[n + 1] ?? 0) >= from && (days[n + 1] ?? 0) <= to));
    if (isLost(days, person, now)) lost += 1;
  }
  return { ...cohorts, median_days: median(gaps), lost };
}

export interface HourMinutes {
  readonly weekday: number;
  readonly hour: number;
  offered_minutes: number;
  unbooked_minutes: number;
}

const HOUR_MINUTES = 60;
const minutesOfDay = (clock: string): number =>
  Number(clock.slice(0, 2)) * HOUR_MINUTES + Number(clock.slice(3));

/** Offered and unbooked minutes by weekday and hour, without hours that were never offered. docs/spec/behaviour.md §20.7 */
export function emptyHoursOf(rows: readonly (Times & { readonly status: AppointmentStatus })[]) {
  const cells = new Map<number, HourMinutes>();
  for (const { start_datetime, end_datetime, status } of rows) {
    if (status !== 'BOOKED' && status !== 'AVAILABLE') continue;
    const weekday = weekdayOf(dateOf(start_datetime));
    const [start, end] = [minutesOfDay(clockOf(start_datetime)), minutesOfDay(clockOf(end_datetime))];
    for (let hour = Math.floor(start / HOUR_MINUTES); hour * HOUR_MINUTES < end; hour++) {
      const minutes = Math.min(end, (hour + 1) * HOUR_MINUTES) - Math.max(start, hour * HOUR_MINUTES);
      const key = weekday * 24 + hour;
      const cell = cells.get(key) ?? { weekday, hour, offered_minutes: 0, unbooked_minutes: 0 };
      cell.offered_minutes += minutes;
      if (status === 'AVAILABLE') cell.unbooked_minutes += minutes;
      cells.set(key, cell);
    }
  }
  return [...cells.entries()].sort(([a], [b]) => a - b).map(([, cell]) => cell);
}
