import type { ServiceId, TechnicianId, UserId } from '../ids.ts';
import { OWNERS_TECHNICIAN } from '../technicians.ts';
import type { WallDate } from '../wall-clock.ts';
import { type AppointmentStatus, isUnbooked } from './appointments.ts';
import { areSameTimes, slotRefusal, type Times } from './slots.ts';

// Groups of editable fields, from which rules, columns, history, export and erasure derive. Add a new field to its group.

export type AppointmentFields = Times & {
  status: AppointmentStatus;
  technician_id: TechnicianId;
  service_id: ServiceId | null;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  notes: string | null;
  cancel_reason: string | null;
};

const SLOT_FIELDS = ['start_datetime', 'end_datetime', 'status', 'technician_id'] as const;

/** Fields of a booking that are kept when the client's account is deleted. */
const BOOKING_FIELDS = ['client_id', 'service_id'] as const;

const GUEST_FIELDS = ['guest_name', 'guest_phone'] as const;
const NOTE_FIELDS = ['notes'] as const;
const CANCELLATION_FIELDS = ['cancel_reason'] as const;

export const EDITABLE_FIELDS = [
  ...SLOT_FIELDS,
  ...BOOKING_FIELDS,
  ...GUEST_FIELDS,
  ...NOTE_FIELDS,
  ...CANCELLATION_FIELDS,
] as const satisfies readonly (keyof AppointmentFields)[];

/** Person and service of a booking. Empty in AVAILABLE and BLOCKED rows, kept in CANCELLED rows. docs/spec/behaviour.md §5.8 */
const PERSON_FIELDS = [...BOOKING_FIELDS, ...GUEST_FIELDS] as const;

/** Fields that concern only one client; cleared when the appointment is given to another client. docs/spec/behaviour.md §5.8 */
export const CLIENT_PRIVATE_FIELDS = [...GUEST_FIELDS, ...NOTE_FIELDS] as const;

/** Fields that are erased with the client's account. docs/spec/behaviour.md §6.5 */
export const ERASED_FIELDS = [...CLIENT_PRIVATE_FIELDS, ...CANCELLATION_FIELDS] as const;

/** Fields that are cleared when a row becomes AVAILABLE or BLOCKED. docs/spec/behaviour.md §5.7 */
const UNBOOKED = [...PERSON_FIELDS, ...NOTE_FIELDS, ...CANCELLATION_FIELDS] as const;

export const emptied = <F extends string>(fields: readonly F[]): Record<F, null> =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<F, null>;

export const UNBOOKED_FIELDS = emptied(UNBOOKED);

export const editableFieldsOf = (row: AppointmentFields): AppointmentFields =>
  Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, row[field]])) as AppointmentFields;

export const agreeIn = <F extends keyof AppointmentFields>(
  fields: readonly F[],
  a: Pick<AppointmentFields, F>,
  b: Pick<AppointmentFields, F>,
): boolean => fields.every((field) => a[field] === b[field]);

/** A missing or undefined field keeps its value, null clears it. docs/spec/behaviour.md §3.1 */
export type AppointmentPatch = { [Field in keyof AppointmentFields]?: AppointmentFields[Field] | undefined };

export type EditRefusal =
  | NonNullable<ReturnType<typeof slotRefusal>>
  | 'booked_needs_person'
  | 'person_needs_booking';

const hasPerson = (row: AppointmentFields): boolean => row.client_id !== null || Boolean(row.guest_name);

const NO_PERSON = emptied(PERSON_FIELDS);
const NO_PRIVATE_FIELDS = emptied(CLIENT_PRIVATE_FIELDS);

type Clients = Pick<AppointmentFields, 'client_id'>;

/** True when the appointment no longer belongs to its client: another client has it, or nobody. */
export const isTakenAway = (before: Clients, after: Clients): boolean =>
  before.client_id !== null && after.client_id !== before.client_id;

function patched(before: AppointmentFields, patch: AppointmentPatch): AppointmentFields {
  const given = EDITABLE_FIELDS.filter((field) => patch[field] !== undefined);
  const input = Object.fromEntries(given.map((field) => [field, patch[field]]));
  const requested = { ...before, ...input };
  return isTakenAway(before, requested) ? { ...requested, ...NO_PRIVATE_FIELDS, ...input } : requested;
}

/** Changing the status to AVAILABLE or BLOCKED clears person and service. If the row already has the status, a person or a service in the edit is refused. */
function unbookedRow(
  before: AppointmentFields,
  requested: AppointmentFields,
): AppointmentFields | 'person_needs_booking' {
  if (requested.status !== before.status) return { ...requested, ...UNBOOKED_FIELDS };
  return agreeIn(PERSON_FIELDS, requested, NO_PERSON)
    ? { ...requested, cancel_reason: null }
    : 'person_needs_booking';
}

/**
 * The row after a PUT, or a refusal. When the client changes, the row keeps only a note and a guest that the PUT itself contains. Times
 * are checked only when they change, so that the note of an old row can be corrected, also of one whose person retention has forgotten.
 * docs/spec/behaviour.md §5.8
 */
export function editedAppointment(
  before: AppointmentFields,
  patch: AppointmentPatch,
  today: WallDate,
): AppointmentFields | EditRefusal {
  const requested = patched(before, patch);
  const refusal = areSameTimes(before, requested) ? undefined : slotRefusal(requested, today);
  if (refusal) return refusal;
  if (isUnbooked(requested.status)) return unbookedRow(before, requested);
  if (requested.status === 'BOOKED') {
    const isForgotten = before.status === 'BOOKED' && !hasPerson(before);
    return hasPerson(requested) || isForgotten
      ? { ...requested, cancel_reason: null }
      : 'booked_needs_person';
  }
  return agreeIn(PERSON_FIELDS, before, requested) ? requested : 'person_needs_booking';
}

/** True if the edit can be undone: it changes neither the person nor the status. docs/spec/behaviour.md §5.14 */
export const isUndoable = (before: AppointmentFields, after: AppointmentFields): boolean =>
  agreeIn(['status', 'client_id', ...GUEST_FIELDS], before, after);

/** Refuses a price for a row that is not BOOKED, except the unchanged price of a CANCELLED row. docs/spec/behaviour.md §5.8 */
export function priceRefusal(
  before: { readonly service_price: number | null },
  { status }: Pick<AppointmentFields, 'status'>,
  price: number | null | undefined,
): 'person_needs_booking' | undefined {
  if (price === undefined || status === 'BOOKED') return undefined;
  const kept = status === 'CANCELLED' ? before.service_price : null;
  return price === kept ? undefined : 'person_needs_booking';
}

/** The empty row that a new appointment starts from: AVAILABLE or BLOCKED, at the requested times. */
const unmade = (times: Times, status: AppointmentStatus): AppointmentFields => ({
  ...times,
  ...UNBOOKED_FIELDS,
  status: isUnbooked(status) ? status : 'AVAILABLE',
  technician_id: OWNERS_TECHNICIAN,
});

/** Creates an appointment. Default status: BOOKED if the input names a client or guest, else AVAILABLE. docs/spec/behaviour.md §5.18 */
export function newAppointment(
  { start_datetime, end_datetime, ...fields }: Times & AppointmentPatch,
  today: WallDate,
): AppointmentFields | EditRefusal {
  const times = { start_datetime, end_datetime };
  const refusal = slotRefusal(times, today);
  if (refusal) return refusal;
  const isForSomebody = Boolean(fields.client_id ?? fields.guest_name);
  const status = fields.status ?? (isForSomebody ? 'BOOKED' : 'AVAILABLE');
  return editedAppointment(unmade(times, status), { ...fields, status }, today);
}
