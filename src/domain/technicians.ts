import { type AbsenceDays, isAbsentOn, overlaps, type TimesOfTechnician } from './appointments/slots.ts';
import { type ServiceId, type TechnicianId, toId } from './ids.ts';
import { dateOf } from './wall-clock.ts';

/** The owner's technician, which every salon has. */
export const OWNERS_TECHNICIAN: TechnicianId = toId(1);
export const TECHNICIAN_NAME_MAX_CHARACTERS = 60;
export const TECHNICIAN_MAX_HUE = 5;

/** How busy a technician is. A booking that names no technician gets the least busy one. */
export interface Load {
  readonly minutes: number;
  readonly position: number;
}

/** The technician with the fewest booked minutes on the day; on a tie the first in display order. docs/spec/behaviour.md §16 */
export const leastBooked = <Candidate extends Load>(candidates: readonly Candidate[]) =>
  candidates.toSorted((a, b) => a.minutes - b.minutes || a.position - b.position)[0];

/** Refuses a service that the technician does not do. `service_ids`: null for a technician who does all services. docs/spec/behaviour.md §16 */
export const technicianRefusal = (
  service_ids: readonly ServiceId[] | null,
  asked: readonly ServiceId[],
): 'technician_service' | undefined =>
  service_ids === null || asked.every((id) => service_ids.includes(id)) ? undefined : 'technician_service';

/** What a technician needs and costs for a service; null: as the price list says. */
export interface Term {
  readonly service_id: ServiceId;
  readonly duration_minutes: number | null;
  readonly price: number | null;
  /** Her share of this service; only the owner reads it. docs/spec/behaviour.md §32.4 */
  readonly percent?: number | null | undefined;
}

/** A service with the technician's own minutes and price. docs/spec/behaviour.md §26.3 */
export function withTerms<S extends { id: ServiceId; duration_minutes: number | null; price: number }>(
  service: S,
  terms: readonly Term[],
): S {
  const term = terms.find(({ service_id }) => service_id === service.id);
  const { duration_minutes = null, price = null } = term ?? {};
  return {
    ...service,
    duration_minutes: duration_minutes ?? service.duration_minutes,
    price: price ?? service.price,
  };
}

type Owned = { readonly technician_id: TechnicianId | null };

/** True if an absence or waitlist entry concerns this technician; null concerns every technician. docs/spec/behaviour.md §16.5 */
export const concerns = ({ technician_id }: Owned, id: TechnicianId): boolean =>
  technician_id === null || technician_id === id;

/** The technicians for whose slots a waitlist entry waits: the chosen one, or all who do its services. docs/spec/behaviour.md §16.6 */
export const awaitedTechnicians = (
  wait: Owned,
  services: readonly ServiceId[],
  technicians: readonly Colleague[],
): TechnicianId[] =>
  technicians
    .filter(({ id, service_ids }) => concerns(wait, id) && !technicianRefusal(service_ids, services))
    .map(({ id }) => id);

export interface Colleague {
  readonly id: TechnicianId;
  readonly name: string;
  readonly service_ids: readonly ServiceId[] | null;
}

/** The appointments and absences that can prevent a technician from taking over a booking. */
export interface Busy {
  /** BOOKED and BLOCKED appointments, but no free slots: a technician can take over a booking at the time of a free slot. */
  readonly taken: readonly TimesOfTechnician[];
  readonly absences: readonly (AbsenceDays & Owned)[];
}

/** The technicians who can take over a booking at its time: present, free, and doing its services. docs/spec/behaviour.md §16.5 */
export const colleaguesFor = <One extends Colleague>(
  booking: TimesOfTechnician,
  services: readonly ServiceId[],
  technicians: readonly One[],
  { taken, absences }: Busy,
): One[] =>
  technicians.filter(
    ({ id, service_ids }) =>
      id !== booking.technician_id &&
      technicianRefusal(service_ids, services) === undefined &&
      !taken.some((other) => other.technician_id === id && overlaps(other, booking)) &&
      !isAbsentOn(
        dateOf(booking.start_datetime),
        absences.filter((absence) => concerns(absence, id)),
      ),
  );
