import { STATISTICS_RANGE_MAX_DAYS } from '#salon/limits.ts';
import { addDays, daysBetween, type WallDate, wallTimeOn } from '#salon/salon-time.ts';
import type { Db } from '../platform/db/schema.ts';
import { refuse } from '../platform/refuse.ts';

export interface Period {
  readonly from: WallDate;
  readonly to: WallDate;
}

/** Refuses a period that ends before it begins, or that is too long to be looked at. */
function assertPeriod({ from, to }: Period): void {
  if (to < from) refuse('range_reversed');
  if (daysBetween(from, to) >= STATISTICS_RANGE_MAX_DAYS) refuse('range_too_long');
}

const MIDNIGHT = '00:00:00';

/**
 * The appointments that start in the period, both ends included (behaviour.md §8). By `start_datetime`, not by `day`: SQLite
 * would take the index of the status alone, and read all bookings of all years for one month.
 */
export function appointmentsIn(db: Db, period: Period) {
  assertPeriod(period);
  return db
    .selectFrom('appointments')
    .where('appointments.start_datetime', '>=', wallTimeOn(period.from, MIDNIGHT))
    .where('appointments.start_datetime', '<', wallTimeOn(addDays(period.to, 1), MIDNIGHT));
}

export const bookedIn = (db: Db, period: Period) =>
  appointmentsIn(db, period).where('appointments.status', '=', 'BOOKED');
