import { NO_SHOWS_MONTHS } from '../limits.ts';
import { addMinutes, addMonths, dateOf, startOfDay, type WallTime } from '../wall-clock.ts';
import { type AppointmentStatus, isUnbooked } from './appointments.ts';

/** Whether the person came to the appointment, as marked by the owner. 1: came, 0: did not come, null: not marked. */
export type Attended = 0 | 1 | null;

type Visit = { status: AppointmentStatus; start_datetime: WallTime };

/** True if a change that keeps the person also keeps the attendance mark: a booking with the same start. docs/spec/behaviour.md §5.22 */
export const isSameVisit = (before: Visit, after: Visit): boolean =>
  before.status === 'BOOKED' && after.status === 'BOOKED' && before.start_datetime === after.start_datetime;

const CONFIRM_DAYS_AHEAD = 7;

/** Refuses 'Dolazim' for a start that the person did not see, or more than 7 days ahead. docs/spec/behaviour.md §29.3 */
export function confirmationRefusal(
  start: WallTime,
  seenStart: WallTime,
  now: WallTime,
): 'appointment_changed' | 'confirm_refused' | undefined {
  if (start !== seenStart) return 'appointment_changed';
  return now < addMinutes(start, -CONFIRM_DAYS_AHEAD * 24 * 60) ? 'confirm_refused' : undefined;
}

interface Answered {
  readonly status?: AppointmentStatus | undefined;
  readonly confirmed_at?: WallTime | null | undefined;
  readonly attended?: Attended | undefined;
}

/** True if the person has said that she comes, until the salon marks whether she came. docs/spec/behaviour.md §29.3 */
export const isComing = ({ status = 'BOOKED', confirmed_at = null, attended = null }: Answered): boolean =>
  status === 'BOOKED' && confirmed_at !== null && attended === null;

/** The time from which no-shows count; earlier ones are ignored. docs/spec/behaviour.md §5.22 */
export const noShowsSince = (now: WallTime): WallTime => startOfDay(addMonths(dateOf(now), -NO_SHOWS_MONTHS));

/** Refuses bookings of a person with too many no-shows; limit 0 switches the rule off. docs/spec/behaviour.md §5.22 */
export const noShowRefusal = (noShows: number, limit: number): 'call_salon' | undefined =>
  limit > 0 && noShows >= limit ? 'call_salon' : undefined;

/** 'unbooked': free or blocked, 'ahead': upcoming and not marked, 'unmarked': begun and attendance not marked, 'settled': attendance marked, or canceled. */
export type Stage = 'unbooked' | 'ahead' | 'unmarked' | 'settled';

type Staged = { status: AppointmentStatus; start_datetime: WallTime; attended: Attended };

/** The stage of an appointment, which decides the actions that the owner's dialog offers first. docs/spec/product.md §2.12 */
export function stageOf({ status, start_datetime, attended }: Staged, now: WallTime): Stage {
  if (isUnbooked(status)) return 'unbooked';
  if (status === 'CANCELLED' || attended !== null) return 'settled';
  return now < start_datetime ? 'ahead' : 'unmarked';
}
