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

/** What was written for one client: it does not go to the next one with her appointment. */
export const CLIENT_PRIVATE_FIELDS = ['guest_name', 'guest_phone', 'notes'] as const;
const NO_PRIVATE_FIELDS = { guest_name: null, guest_phone: null, notes: null } as const;

type Clients = Pick<AppointmentFields, 'client_id'>;

/** Is it taken from its client, for another one or for nobody? */
export const isTakenAway = (before: Clients, after: Clients): boolean =>
  before.client_id !== null && after.client_id !== before.client_id;

function patched(before: AppointmentFields, patch: AppointmentPatch): AppointmentFields {
  const given = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const asked = { ...before, ...given };
  return isTakenAway(before, asked) ? { ...asked, ...NO_PRIVATE_FIELDS, ...given } : asked;
}

/** Open rows carry nobody: who turns one open empties it, who fills an open one must book it. */
function unbookedRow(before: AppointmentFields, asked: AppointmentFields): EditOutcome | EditRefusal {
  if (asked.status !== before.status) {
    return {
      after: { ...asked, ...UNBOOKED_FIELDS },
      leavesHistory: !isUnbooked(before.status) && hasPerson(before),
    };
  }
  if (!hasNoPerson(asked)) return 'person_needs_booking';
  return { after: { ...asked, cancel_reason: null }, leavesHistory: false };
}

/**
 * The row after a PUT and whether its past must be kept as a copy, or why not. A note and a guest stay only with the client
 * whose they are: another one, or nobody, has what the PUT itself gives. Times are judged only when they change, so
 * that an old row's note can still be mended. Who and what a CANCELLED row is about stays as it was. docs/spec/behaviour.md §5.8
 */
export function editedAppointment(
  before: AppointmentFields,
  patch: AppointmentPatch,
  today: WallDate,
): EditOutcome | EditRefusal {
  const asked = patched(before, patch);
  const refusal = isUnmoved(before, asked) ? undefined : slotRefusal(asked, today);
  if (refusal) return refusal;
  if (isUnbooked(asked.status)) return unbookedRow(before, asked);
  if (asked.status === 'BOOKED') {
    if (!hasPerson(asked)) return 'booked_needs_person';
    return { after: { ...asked, cancel_reason: null }, leavesHistory: false };
  }
  return hasSamePerson(before, asked) ? { after: asked, leavesHistory: false } : 'person_needs_booking';
}
