// What a change does with the booking of a row. docs/spec/behaviour.md §21.2
import { errors } from '#contract/errors.ts';
import type { AppointmentFields } from '#domain/appointments/edit.ts';
import { areSameTimes } from '#domain/appointments/slots.ts';
import { isSameCard, keepsPerson, type Person } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { PersonId } from '#domain/ids.ts';
import { endGuestLinks } from '../guest-links/guest-links.ts';
import { recordChange } from '../history/history.ts';
import { hasPayments } from '../payments/payments.ts';
import {
  addAppointment,
  type BookingParts,
  putBooking,
  takeOutBooking,
  updateAppointment,
} from '../platform/db/appointments.ts';
import {
  isSharedNumber,
  numberOfClient,
  type PersonCard,
  personCard,
  personOf,
} from '../platform/db/people.ts';
import { forgetWishes } from '../platform/db/pictures.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import type { Choice } from './lines.ts';
import { acceptedBy, bookedBy, NO_REQUEST, NOT_CANCELLED } from './rows.ts';

type Context = Pick<RequestContext, 'now' | 'user' | 'clock'>;

/** The columns of `appointments` after an edit. */
const ownColumns = ({ start_datetime, end_datetime, technician_id, status }: AppointmentFields) => ({
  start_datetime,
  end_datetime,
  technician_id,
  status,
});

/** Fields with the person whom the salon has chosen, instead of the one whom the words name. */
export type BookedFields = AppointmentFields & {
  readonly person_id?: PersonId | undefined;
  /** The address of a guest; undefined: as it was. A client's booking has none. */
  readonly guest_email?: string | null | undefined;
};

/** The person whom the salon has chosen, not locked yet. Refuses people whom no list shows. docs/spec/behaviour.md §21.2 */
export async function chosenPerson(trx: Trx, id: PersonId | undefined) {
  if (id === undefined) return undefined;
  const { unknown_client } = errors;
  return (
    (await personCard(trx, id)) ?? refuse('unknown_client', { fields: { person_id: unknown_client.text } })
  );
}

/** A booking of this person: for the account, or with the words of the card. */
export const bookedAs = ({ user_id, name, phone }: PersonCard): Person =>
  user_id === null
    ? { client_id: null, guest_name: name, guest_phone: phone }
    : { client_id: user_id, guest_name: null, guest_phone: null };

const areSameWords = (a: Person, b: Person): boolean =>
  a.client_id === b.client_id && a.guest_name === b.guest_name && a.guest_phone === b.guest_phone;

/** A new booking by the salon with these fields. A row that is CANCELLED from the beginning may have nobody. */
export async function newBooking(
  trx: Trx,
  { now, user }: Context,
  { client_id, guest_name, guest_phone, guest_email, person_id, notes, status, cancel_reason }: BookedFields,
  { services, price }: Choice,
): Promise<BookingParts> {
  const person = { client_id, guest_name, guest_phone };
  const isCancelled = status === 'CANCELLED';
  const columns = {
    ...person,
    ...bookedBy(user),
    person_id: person_id ?? (await personOf(trx, person, now.ms)),
    guest_number: phoneNumber(guest_phone),
    guest_email: client_id === null ? (guest_email ?? null) : null,
    booked_at: isCancelled ? null : now.ms,
    cancel_reason,
    ...(isCancelled && ({ cancelled_at: now.ms, cancelled_by: 'ADMIN' } as const)),
  };
  return { columns, notes, services, price };
}

/** True if the booking of a row goes on with these fields: for the same person, or as a correction after its start. */
export async function keepsBooking(
  trx: Trx,
  { now }: Context,
  before: AppointmentRow,
  after: BookedFields,
): Promise<boolean> {
  if (after.status === 'CANCELLED' || hasSameWords(before, after)) return true;
  if (before.status === 'BOOKED' && before.start_datetime <= now.wall) return true;
  return isSamePerson(trx, before, after);
}

const isOfChosen = ({ person_id }: AppointmentRow, after: BookedFields): boolean =>
  after.person_id === undefined || after.person_id === person_id;

const hasSameWords = (before: AppointmentRow, after: BookedFields): boolean =>
  areSameWords(before, after) && isOfChosen(before, after);

async function isSamePerson(trx: Trx, before: AppointmentRow, after: BookedFields): Promise<boolean> {
  const { client_id, person_id } = after;
  if (person_id !== undefined) return person_id === before.person_id;
  return keepsPerson(before, after, {
    clientNumber: client_id === null ? null : await numberOfClient(trx, client_id),
    isSharedNumber: await isSharedNumber(trx, before.guest_number),
  });
}

/** The cancellation after an edit: of a row that becomes CANCELLED the salon's, of a CANCELLED one its own, of another none. */
function cancellationOf(before: AppointmentRow, { status, cancel_reason }: AppointmentFields, nowMs: number) {
  if (status !== 'CANCELLED') return NOT_CANCELLED;
  if (before.status === 'CANCELLED') return { cancel_reason };
  return { ...NOT_CANCELLED, cancel_reason, cancelled_at: nowMs, cancelled_by: 'ADMIN' } as const;
}

/** What another person after the start leaves of the booking: times, services and money. */
const OF_FORMER_PERSON = {
  guest_email: null,
  booker_network: null,
  account_network: null,
  language: null,
  series_id: null,
  rules_accepted_at: null,
  rules_text_at: null,
} as const;

/** What a booking loses with its person. A technician must not read the phone of whomever she names, so it is then hers. */
const ofOtherPerson = (user: Context['user']) => ({
  ...OF_FORMER_PERSON,
  ...(user?.role === 'TECHNICIAN' && bookedBy(user)),
});

/** A canceled booking waits for nobody. */
const requestAfter = ({ request_state }: AppointmentRow, { status }: AppointmentFields) =>
  status === 'CANCELLED' && request_state === 'WAITING' ? NO_REQUEST : {};

/** The person whom the words after an edit name. */
async function personAfter(trx: Trx, before: AppointmentRow, after: BookedFields, nowMs: number) {
  const isSame = isSameCard(before, after, await isSharedNumber(trx, before.guest_number));
  return (isSame ? before.person_id : null) ?? personOf(trx, after, nowMs);
}

/** Saves an edit after which the row keeps its booking. */
export async function editBooking(
  trx: Trx,
  { now, user }: Context,
  before: AppointmentRow,
  after: BookedFields,
): Promise<AppointmentRow> {
  const { client_id, guest_name, guest_phone, guest_email, person_id, notes } = after;
  const hasSame = hasSameWords(before, after);
  const isSame = hasSame || (await isSamePerson(trx, before, after));
  const isReopened = before.status === 'CANCELLED' && after.status === 'BOOKED';
  const isUnmoved = before.status === after.status && before.start_datetime === after.start_datetime;
  const isSamePlace = areSameTimes(before, after) && before.technician_id === after.technician_id;
  if (!isSame && before.booking_id !== null) {
    await endGuestLinks(trx, before.booking_id);
    await forgetWishes(trx, before.booking_id);
  }
  return updateAppointment(trx, before, {
    ...ownColumns(after),
    client_id,
    guest_name,
    guest_phone,
    guest_number: phoneNumber(guest_phone),
    person_id: hasSame ? before.person_id : (person_id ?? (await personAfter(trx, before, after, now.ms))),
    notes,
    ...cancellationOf(before, after, now.ms),
    ...(!isSame && ofOtherPerson(user)),
    ...requestAfter(before, after),
    ...(client_id === null && guest_email !== undefined && { guest_email }),
    ...(isReopened && { booked_at: now.ms, moved_at: null, ...NO_REQUEST }),
    ...(!isSamePlace && after.status === 'BOOKED' && acceptedBy(before, now)),
    ...(!(isSame && isUnmoved && after.status === 'BOOKED') && { attended: null, confirmed_at: null }),
    ...(!hasSame && { is_forgotten: 0 as const }),
  });
}

/** Makes a booking in a row without one, or in place of another one, which `leaveRow` then looks after. */
export async function startBooking(
  trx: Trx,
  context: Context,
  before: AppointmentRow,
  after: BookedFields,
  choice: Choice,
): Promise<AppointmentRow> {
  return putBooking(trx, before, await newBooking(trx, context, after, choice), ownColumns(after));
}

/** Frees a row of its booking; the row becomes AVAILABLE or BLOCKED. */
export const freeRow = (
  trx: Trx,
  before: AppointmentRow,
  after: AppointmentFields,
): Promise<AppointmentRow> => takeOutBooking(trx, before, { ...ownColumns(after), notes: after.notes });

/** Saves an edit of a row that has no booking before and after. */
export const editFreeRow = (trx: Trx, before: AppointmentRow, after: AppointmentFields) =>
  updateAppointment(trx, before, { ...ownColumns(after), notes: after.notes });

/**
 * Looks after a booking that has lost its row: it stays as a CANCELLED row of its times, or is deleted. A booking whose row became
 * free stays if it had a person; one whose time is another person's now stays only for its money. Returns the CANCELLED row.
 */
export async function leaveRow(
  trx: Trx,
  context: Context,
  before: AppointmentRow,
  { isGivenAway }: { readonly isGivenAway: boolean },
): Promise<AppointmentRow | undefined> {
  const { booking_id, start_datetime, end_datetime, technician_id, created_at } = before;
  if (booking_id === null) return undefined;
  const hadPerson = before.client_id !== null || before.guest_name !== null;
  if (!(isGivenAway ? await hasPayments(trx, before) : hadPerson)) {
    await trx.deleteFrom('bookings').where('id', '=', booking_id).execute();
    return undefined;
  }
  if (isGivenAway) await endGuestLinks(trx, booking_id);
  const times = { start_datetime, end_datetime, technician_id, created_at };
  const row = await addAppointment(trx, { ...times, status: 'CANCELLED' }, booking_id);
  const cancelled = {
    cancelled_at: context.now.ms,
    cancelled_by: 'ADMIN',
    is_given_away: isGivenAway ? 1 : 0,
  } as const;
  const kept = await updateAppointment(trx, row, {
    attended: null,
    called: null,
    ...(before.status === 'BOOKED' && cancelled),
  });
  await recordChange(trx, context, 'appointment', { before: null, after: kept, action: 'kept' });
  return kept;
}
