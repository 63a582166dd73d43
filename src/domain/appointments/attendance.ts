/** Who came, and who did not: what the owner marks of visits that have begun (docs/spec/behaviour.md §5.22). */

import { keepsPerson, type Person } from '../clients/booked-person.ts';
import { NO_SHOWS_MONTHS } from '../limits.ts';
import { addMonths, dateOf, type WallTime, wallTimeOn } from '../wall-clock.ts';
import type { AppointmentStatus } from './appointments.ts';

/** 1: the person came, 0: they did not, null: nobody said. */
export type Attended = 0 | 1 | null;

type Visit = Person & { status: AppointmentStatus; start_datetime: WallTime };

/** Is it after a change still the visit that was marked: booked, by the same person, from the same start? docs/spec/behaviour.md §5.22 */
export const isSameVisit = (before: Visit, after: Visit): boolean =>
  before.status === 'BOOKED' &&
  after.status === 'BOOKED' &&
  before.start_datetime === after.start_datetime &&
  keepsPerson(before, after);

/** From when on visits count that a person did not come to. docs/spec/behaviour.md §5.22 */
export const noShowsSince = (now: WallTime): WallTime =>
  wallTimeOn(addMonths(dateOf(now), -NO_SHOWS_MONTHS), '00:00:00');

/** Why one who so often did not come can't book by themselves; a limit of 0 is none. docs/spec/behaviour.md §5.22 */
export const noShowRefusal = (noShows: number, limit: number): 'call_salon' | undefined =>
  limit > 0 && noShows >= limit ? 'call_salon' : undefined;
