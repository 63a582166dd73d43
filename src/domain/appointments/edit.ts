/** What the admin's edit makes of an appointment (docs/spec/behaviour.md §5.8). Pure: before + patch → after, or why not. */

import type { ServiceId, UserId } from '../ids.ts';
import type { WallDate } from '../wall-clock.ts';
import { type AppointmentStatus, isUnbooked } from './appointments.ts';
import { isUnmoved } from './reschedule.ts';
import { slotRefusal, type Times } from './slots.ts';

// The fields that the admin edits: the one list that the rules, the columns, the history, the export and the erasure of a client
// follow. A new field is added to the type and to its group.

export type AppointmentFields = Times & {
  status: AppointmentStatus;
  service_id: ServiceId | null;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  notes: string | null;
  cancel_reason: string | null;
};

/** Every row has them. */
const SLOT_FIELDS = ['start_datetime', 'end_datetime', 'status'] as const;
/** Only a booking has them; they outlast the client's account. */
const BOOKING_FIELDS = ['client_id', 'service_id'] as const;
/** Only a booking has them; they say who comes in the client's place. */
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

/** Who and what a booking is about: an AVAILABLE or BLOCKED row has none of it, a CANCELLED one keeps it. docs/spec/behaviour.md §5.8 */
const PERSON_FIELDS = [...BOOKING_FIELDS, ...GUEST_FIELDS] as const;

/** What was written for one client: it does not go to the next one with the appointment. docs/spec/behaviour.md §5.8 */
export const CLIENT_PRIVATE_FIELDS = [...GUEST_FIELDS, ...NOTE_FIELDS] as const;

/** What is erased with the client's account. docs/spec/behaviour.md §6.5 */
export const ERASED_FIELDS = [...CLIENT_PRIVATE_FIELDS, ...CANCELLATION_FIELDS] as const;

/** What a row that turns AVAILABLE or BLOCKED, or that is booked anew, has nothing of. docs/spec/behaviour.md §5.7 */
const UNBOOKED = [...PERSON_FIELDS, ...NOTE_FIELDS, ...CANCELLATION_FIELDS] as const;

/** These fields, all null. */
export const emptied = <F extends string>(fields: readonly F[]): Record<F, null> =>
  Object.fromEntries(fields.map((field) => [field, null])) as Record<F, null>;

export const UNBOOKED_FIELDS = emptied(UNBOOKED);

/** The editable fields of a row that has more. */
export const editableFieldsOf = (row: AppointmentFields): AppointmentFields =>
  Object.fromEntries(EDITABLE_FIELDS.map((field) => [field, row[field]])) as AppointmentFields;

/** Do two rows agree in these fields? */
export const agreeIn = <F extends keyof AppointmentFields>(
  fields: readonly F[],
  a: Pick<AppointmentFields, F>,
  b: Pick<AppointmentFields, F>,
): boolean => fields.every((field) => a[field] === b[field]);

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

const hasPerson = (row: AppointmentFields): boolean => row.client_id !== null || Boolean(row.guest_name);

const NO_PERSON = emptied(PERSON_FIELDS);
const NO_PRIVATE_FIELDS = emptied(CLIENT_PRIVATE_FIELDS);

type Clients = Pick<AppointmentFields, 'client_id'>;

/** Is it taken from its client, for another one or for nobody? */
export const isTakenAway = (before: Clients, after: Clients): boolean =>
  before.client_id !== null && after.client_id !== before.client_id;

function patched(before: AppointmentFields, patch: AppointmentPatch): AppointmentFields {
  const input = Object.fromEntries(Object.entries(patch).filter(([, value]) => value !== undefined));
  const requested = { ...before, ...input };
  return isTakenAway(before, requested) ? { ...requested, ...NO_PRIVATE_FIELDS, ...input } : requested;
}

/** A row that turns AVAILABLE or BLOCKED is emptied; one that is so already takes nobody. */
function unbookedRow(before: AppointmentFields, requested: AppointmentFields): EditOutcome | EditRefusal {
  if (requested.status !== before.status) {
    return {
      after: { ...requested, ...UNBOOKED_FIELDS },
      leavesHistory: !isUnbooked(before.status) && hasPerson(before),
    };
  }
  if (!agreeIn(PERSON_FIELDS, requested, NO_PERSON)) return 'person_needs_booking';
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
  return agreeIn(PERSON_FIELDS, before, requested)
    ? { after: requested, leavesHistory: false }
    : 'person_needs_booking';
}

/**
 * Why the price of the visit can't be this one: only a booking has one of its own, and a CANCELLED one keeps what it had.
 * docs/spec/behaviour.md §5.8
 */
export function priceRefusal(
  before: { readonly service_price: number | null },
  { status }: Pick<AppointmentFields, 'status'>,
  price: number | null | undefined,
): 'person_needs_booking' | undefined {
  if (price === undefined || status === 'BOOKED') return undefined;
  const kept = status === 'CANCELLED' ? before.service_price : null;
  return price === kept ? undefined : 'person_needs_booking';
}

/** A new appointment before it is made: a free slot at its times, or a BLOCKED one, that is then edited to what it is to be. */
const unmade = (times: Times, status: AppointmentStatus): AppointmentFields => ({
  ...times,
  ...UNBOOKED_FIELDS,
  status: isUnbooked(status) ? status : 'AVAILABLE',
});

/**
 * A new appointment made in one step, by the rules of the edit; without a status it is BOOKED with a person, else AVAILABLE.
 * docs/spec/behaviour.md §5.18
 */
export function newAppointment(
  { start_datetime, end_datetime, ...fields }: Times & AppointmentPatch,
  today: WallDate,
): AppointmentFields | EditRefusal {
  const times = { start_datetime, end_datetime };
  const refusal = slotRefusal(times, today);
  if (refusal) return refusal;
  const isForSomebody = Boolean(fields.client_id ?? fields.guest_name);
  const status = fields.status ?? (isForSomebody ? 'BOOKED' : 'AVAILABLE');
  const outcome = editedAppointment(unmade(times, status), { ...fields, status }, today);
  return typeof outcome === 'string' ? outcome : outcome.after;
}
