import { keepsPerson, type Person } from '../clients/booked-person.ts';
import { NO_SHOWS_MONTHS } from '../limits.ts';
import { addMonths, dateOf, startOfDay, type WallTime } from '../wall-clock.ts';
import { type AppointmentStatus, isUnbooked } from './appointments.ts';

/** Whether the person came to the appointment, as marked by the owner. 1: came, 0: did not come, null: not marked. */
export type Attended = 0 | 1 | null;

type Visit = Person & { status: AppointmentStatus; start_datetime: WallTime };

/** True if a change keeps the attendance mark: the booking still has the same person and start. docs/spec/behaviour.md §5.22 */
export const isSameVisit = (before: Visit, after: Visit): boolean =>
  before.status === 'BOOKED' &&
  after.status === 'BOOKED' &&
  before.start_datetime === after.start_datetime &&
  keepsPerson(before, after);

/** The time from which no-shows count; earlier ones are ignored. docs/spec/behaviour.md §5.22 */
export const noShowsSince = (now: WallTime): WallTime => startOfDay(addMonths(dateOf(now), -NO_SHOWS_MONTHS));

/** Refuses bookings of a person with too many no-shows; limit 0 switches the rule off. docs/spec/behaviour.md §5.22 */
export const noShowRefusal = (noShows: number, limit: number): 'call_salon' | undefined =>
  limit > 0 && noShows >= limit ? 'call_salon' : undefined;

/** 'unbooked': free or blocked, 'ahead': upcoming, 'unmarked': begun and attendance not marked, 'settled': attendance marked, or canceled. */
export type Stage = 'unbooked' | 'ahead' | 'unmarked' | 'settled';

type Staged = { status: AppointmentStatus; start_datetime: WallTime; attended: Attended };

/** The stage of an appointment, which decides the actions that the owner's dialog offers first. docs/spec/product.md §2.12 */
export function stageOf({ status, start_datetime, attended }: Staged, now: WallTime): Stage {
  if (isUnbooked(status)) return 'unbooked';
  if (status === 'CANCELLED') return 'settled';
  if (now < start_datetime) return 'ahead';
  return attended === null ? 'unmarked' : 'settled';
}
