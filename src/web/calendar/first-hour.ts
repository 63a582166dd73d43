import type { SalonAppointment } from '#contract/appointments.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { hoursSinceOpening, OPEN_MINUTES } from './grid-scale.ts';

/** The first visible hour of a grid that is higher than its box. docs/spec/product.md §2.19 */

const OPEN_HOURS = OPEN_MINUTES / 60;
const USUAL_HOURS = 2; // 08:00
const HOURS_BEFORE = 1;

export interface Opening {
  days: readonly WallDate[];
  rows: readonly SalonAppointment[];
  now: WallTime;
  /** The height of the box in hours. */
  hoursSeen: number;
}

/** The current time in hours since 06:00; null if the grid does not show it. */
function presentIn(days: readonly WallDate[], now: WallTime): number | null {
  const hours = hoursSinceOpening(now);
  return days.includes(dateOf(now)) && hours >= 0 && hours <= OPEN_HOURS ? hours : null;
}

/** One hour before the first appointment, else 08:00, in hours since 06:00. The current time stays visible. */
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
