/** What the admin's edit makes of an appointment (docs/spec/behaviour.md §5.8). Pure: before + patch → after, or why not. */

import type { AppointmentStatus } from './appointments.ts';
import type { ServiceId, UserId } from './ids.ts';
import { isUnmoved } from './reschedule.ts';
import { slotRefusal, type Times } from './slots.ts';
import type { WallDate } from './wall-clock.ts';

export type AppointmentFields = Times & {
  status: AppointmentStatus;
  service_id: ServiceId | null;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  notes: string | null;
  cancel_reason: string | null;
};

/** A field left out (or undefined) keeps its value, null clears it. docs/spec/behaviour.md §3.1 */
export type AppointmentPatch = { [Field in keyof AppointmentFields]?: AppointmentFields[Field] | undefined };

export type EditOutcome = {
  after: AppointmentFields;
  /** A CANCELLED copy of the row as it was, with a new id, must stay in its person's history. */
  leavesHistory: boolean;
};

export type EditRefusal =
  | NonNullable<ReturnType<typeof slotRefusal>>
  | 'booked_needs_person'
  | 'person_needs_booking';

const UNBOOKED_FIELDS = {
  client_id: null,
  guest_name: null,
  guest_phone: null,
  service_id: null,
  notes: null,
  cancel_reason: null,
} as const;

const hasPerson = (row: AppointmentFields): boolean => row.client_id !== null || Boolean(row.guest_name);

const isUnbooked = (status: AppointmentStatus): boolean => status === 'AVAILABLE' || status === 'BLOCKED';

const PERSON_FIELDS = ['client_id', 'guest_name', 'guest_phone', 'service_id'] as const;

const hasNoPerson = (row: AppointmentFields): boolean => PERSON_FIELDS.every((field) => row[field] === null);

const hasSamePerson = (a: AppointmentFields, b: AppointmentFields): boolean =>
  PERSON_FIELDS.every((field) => a[field] === b[field]);

/** What was written for one client: it does not go to the next client with the appointment. */
export const CLIENT_PRIVATE_FIELDS = ['guest_name', 'guest_phone', 'notes'] as const;
const NO_PRIVATE_FIELDS = { guest_name: null, guest_phone: null, notes: null } as const;

type Clients = Pick<AppointmentFields, 'client_id'>;

/** Is it taken from its client, for another one or for nobody? */
export const isTakenAway = (before: Clients, after: Clients): boolean =>
  before.client_id !== null && after.client_id !== before.client_id;

function patched(before: AppointmentFields, patch: AppointmentPatch): AppointmentFields {
  const sent = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const requested = { ...before, ...sent };
  return isTakenAway(before, requested) ? { ...requested, ...NO_PRIVATE_FIELDS, ...sent } : requested;
}

/** AVAILABLE and BLOCKED rows have no person: a change to one of them empties the row, a person needs BOOKED. */
function unbookedRow(before: AppointmentFields, requested: AppointmentFields): EditOutcome | EditRefusal {
  if (requested.status !== before.status) {
    return {
      after: { ...requested, ...UNBOOKED_FIELDS },
      leavesHistory: !isUnbooked(before.status) && hasPerson(before),
    };
  }
  if (!hasNoPerson(requested)) return 'person_needs_booking';
  return { after: { ...requested, cancel_reason: null }, leavesHistory: false };
}

/**
 * The row after a PUT and whether its past must be kept as a copy, or why not. A note and a guest stay only with the client
 * they are for: another client, or nobody, has what the PUT itself sends. Times are judged only when they change, so
 * that an old row's note can still be corrected. Person and service of a CANCELLED row stay as they were. docs/spec/behaviour.md §5.8
 */
export function editedAppointment(
  before: AppointmentFields,
  patch: AppointmentPatch,
  today: WallDate,
): EditOutcome | EditRefusal {
  const requested = patched(before, patch);
  const refusal = isUnmoved(before, requested) ? undefined : slotRefusal(requested, today);
  if (refusal) return refusal;
  if (isUnbooked(requested.status)) return unbookedRow(before, requested);
  if (requested.status === 'BOOKED') {
    if (!hasPerson(requested)) return 'booked_needs_person';
    return { after: { ...requested, cancel_reason: null }, leavesHistory: false };
  }
  return hasSamePerson(before, requested)
    ? { after: requested, leavesHistory: false }
    : 'person_needs_booking';
}
