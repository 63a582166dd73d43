/**
 * The fields of an appointment that the admin edits: the one list that the rules, the columns, the history, the export and the
 * erasure of a client follow. A new field is added to its group and to the type.
 */
import type { AppointmentStatus } from './appointments.ts';
import type { Times } from './slots.ts';

export type AppointmentFields = Times & {
  status: AppointmentStatus;
  service_id: number | null;
  client_id: number | null;
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
export const PERSON_FIELDS = [...BOOKING_FIELDS, ...GUEST_FIELDS] as const;

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
