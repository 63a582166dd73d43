/** The technicians of a salon. docs/spec/behaviour.md §16 */
import { type ServiceId, type TechnicianId, toId } from './ids.ts';

/** The owner's technician, which every salon has. */
export const OWNERS_TECHNICIAN: TechnicianId = toId(1);
export const TECHNICIAN_NAME_MAX_CHARACTERS = 60;
export const TECHNICIAN_MAX_HUE = 5;

/** What decides who gets a booking for any technician. */
export interface Load {
  /** Booked minutes on the day. */
  readonly minutes: number;
  /** The technician's place in the owner's order. */
  readonly position: number;
}

/** The technician with the fewest booked minutes of the day, then the first in order. docs/spec/behaviour.md §16 */
export const leastBooked = <Candidate extends Load>(
  candidates: readonly Candidate[],
): Candidate | undefined =>
  candidates.toSorted((a, b) => a.minutes - b.minutes || a.position - b.position)[0];

/** Refuses a service that the technician does not do. `service_ids`: null for a technician who does all. docs/spec/behaviour.md §16 */
export const technicianRefusal = (
  service_ids: readonly ServiceId[] | null,
  asked: readonly ServiceId[],
): 'technician_service' | undefined =>
  service_ids === null || asked.every((id) => service_ids.includes(id)) ? undefined : 'technician_service';
