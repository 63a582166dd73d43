import { z } from 'zod';
import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import {
  askedServices,
  minutesOfServices,
  type ServiceLine,
  serviceColumns,
} from '#domain/appointments/lines.ts';
import { rulesRefusal } from '#domain/booking.ts';
import { type Booker, bookingPerson, type Person } from '#domain/clients/booked-person.ts';
import { contactDigits } from '#domain/clients/phone.ts';
import type { AppointmentId, ServiceId } from '#domain/ids.ts';
import type { Settings } from '#domain/settings.ts';
import { bookingOfGuestLink, makeGuestLink, renewGuestLink } from '../guest-links/guest-links.ts';
import { recordChange } from '../history/history.ts';
import { oncePerVersion, queueMail, visitOf } from '../mail/mail.ts';
import { immediately, notifyClients, notifyOwner } from '../notifications/notifications.ts';
import { askForDeposit } from '../payments/payments.ts';
import {
  type CallerContext,
  type CallerNetworks,
  hashesOf,
  lockNetworks,
} from '../platform/auth/counted-acts.ts';
import { hashToken, repeatableToken } from '../platform/auth/secrets.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockKey } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { serviceMinutes } from '../services/services.ts';
import { currentSettings, settingSavedAt } from '../settings/settings.ts';
import { endWait } from '../waitlist/waitlist.ts';
import { adminOnlyOf, savedForUser } from './appointments.ts';
import { assertFewNoShows, assertWithinLimit, countBooking, lockBooker } from './booking-limits.ts';
import {
  type KeyedRequest,
  keyedRequest,
  loadResponse,
  saveResponse,
  storedAppointment,
} from './idempotency.ts';
import {
  type AskedTime,
  endOf,
  joinedSlotsColumn,
  joinIntoFirst,
  lockLeastBooked,
  lockSlots,
  slotsOfAnyTechnician,
  slotsOfTime,
  type TakenSlots,
  takenSlots,
} from './joined-slots.ts';
import { chosenLines, saveLines } from './lines.ts';
import { UNBOOKED_COLUMNS, updateAppointment } from './rows.ts';

type Input = ParsedBody<'POST /appointments/{id}/book'>;
type Booked = ResponseBody<'POST /appointments/{id}/book'>;
type Context = RequestContext & CallerContext;
interface Booking {
  readonly asked: AskedTime;
  /** The alternative sets of slots for the booking: one set, or with `any_technician` one set per technician who can take it. */
  readonly choices: readonly TakenSlots[];
  readonly isForAny: boolean;
  readonly input: Input;
  readonly serviceIds: readonly ServiceId[];
  readonly person: Person;
  readonly digits: string | null;
  readonly request: KeyedRequest | undefined;
}

/** Books a free slot for the user or a guest; a repeated request returns the first response. docs/spec/behaviour.md §5.4 and §5.5 */
export async function bookAppointment(
  context: Context & { readonly idempotencyKey: string | undefined },
  id: AppointmentId,
  input: Input,
): Promise<Booked> {
  const { db, user } = context;
  const person = bookingPerson(await bookerOf(context, input), input);
  if (person === 'guest_contact_missing') refuse(person);
  const digits = contactDigits(person.guest_phone);
  const request = keyedRequest(context.idempotencyKey, user, ['POST /appointments/{id}/book', id, input]);
  const { seen_start, seen_end } = input;
  const serviceIds = askedServices(input) ?? [];
  const minutes = (reading: Db | Trx) => serviceMinutes(reading, serviceIds);
  const asked = { id, seen: { seen_start, seen_end }, minutes, serviceIds };
  const isForAny = input.any_technician === 1;
  // this check takes no lock, but already rejects most of the concurrent requests for one slot
  const choices = await (isForAny ? slotsOfAnyTechnician : slotsOfTime)(db, context, asked);
  if (typeof choices === 'string') {
    const stored = request && (await storedResponse(db, request, context));
    if (stored) return stored;
    if (choices !== 'slot_gone') await chosenLines(db, context, serviceIds); // first refuses deleted services, and bookings of add-ons only
    refuse(choices);
  }
  const booking = { asked, choices, isForAny, input, serviceIds, person, digits, request };
  return refuseOnViolation(
    inTransaction(db, (trx) => bookOnce(trx, context, booking)),
    { 'foreign-key': 'unknown_service' }, // the service was deleted during this request
  );
}

const UNKNOWN_FIELD = 'Nepoznato polje.';

/** Returns the person who books. Refuses visitors while `guest_booking` is off, and clients who book for another client. */
async function bookerOf({ db, user, config }: RequestContext, { client_id }: Input): Promise<Booker> {
  if (isStaff(user)) return { role: 'ADMIN', client_id: client_id ?? null };
  if (client_id !== undefined) refuse('bad_input', { fields: { client_id: UNKNOWN_FIELD } });
  if (user === null) {
    const { guest_booking } = await currentSettings(db, config);
    return guest_booking === 1 ? { role: 'VISITOR' } : refuse('login_required');
  }
  return { role: 'CLIENT', client_id: user.id };
}

async function bookOnce(trx: Trx, context: Context, booking: Booking): Promise<Booked> {
  const { person, digits, request, serviceIds } = booking;
  if (request) {
    await lockKey(trx, request.keyHash);
    const stored = await storedResponse(trx, request, context);
    if (stored) return stored;
  }
  await lockBooker(trx, context, person, digits);
  const networks = await lockNetworks(trx, context);
  const { slots, settings } = await lockChosenSlots(trx, context, booking);
  const lines = await chosenLines(trx, context, serviceIds);
  refuseIf(rulesRefusal(settings.rules_text, booking.input.rules_accepted === 1, context.user?.role));
  if (!isStaff(context.user)) {
    if (!context.user && settings.guest_booking === 0) refuse('login_required');
    // counts the booking before checking the phone: a caller above the limit must learn nothing about the phone
    await countBooking(trx, context, networks, slots.length);
    await assertFewNoShows(trx, context, person, settings);
    await assertWithinLimit(trx, person, digits, {
      now: context.now.wall,
      most: settings.max_active_bookings,
    });
  }
  const booked = await saveBooking(trx, context, { ...booking, slots, lines, networks, settings });
  const { id } = booked;
  await recordChange(trx, context, 'appointment', { before: slots[0], after: booked, action: 'booked' });
  await notifyOwner(trx, { ...context, networks: hashesOf(networks) }, booked, 'NEW_BOOKING', settings);
  if (isStaff(context.user)) await notifyBookedClient(trx, context, slots[0], booked);
  const saved = await savedForUser(trx, id, context);
  await mailToBooker(trx, context, booked, saved.deposit !== null);
  await endWait(trx, booked);
  const guest_link = context.user ? null : await linkTo(trx, { id, booked_at: context.now.ms }, request);
  const response = { ...saved, guest_link };
  if (request) await storeResponse(trx, request, response, context.now);
  return response;
}

/** Locks the booking's slots and reads the settings; returns both. Refuses slots that have changed since the caller saw them, and a time that the settings forbid. */
async function lockChosenSlots(trx: Trx, context: RequestContext, { asked, choices, isForAny }: Booking) {
  const [single] = choices;
  if (isForAny || !single) {
    const settings = await currentSettings(trx, context.config);
    return { settings, slots: await lockLeastBooked(trx, context, asked, choices, settings) };
  }
  const locked = await lockSlots(trx, single);
  const settings = await currentSettings(trx, context.config);
  return { settings, slots: await takenSlots(trx, context, asked, locked, settings) };
}

interface Chosen {
  readonly slots: TakenSlots;
  readonly lines: readonly ServiceLine[];
  readonly networks: CallerNetworks;
  readonly settings: Settings;
}

/** Writes the booking into the slot's row. Sets every column, so that no value of an earlier booking remains. */
async function saveBooking(
  trx: Trx,
  context: RequestContext,
  { slots, lines, input, person, digits, networks, settings }: Booking & Chosen,
): Promise<AppointmentRow> {
  await joinIntoFirst(trx, context, slots);
  const booked = await updateAppointment(trx, slots[0].id, {
    ...UNBOOKED_COLUMNS,
    ...person,
    ...serviceColumns(lines),
    end_datetime: endOf(slots),
    joined_slots: joinedSlotsColumn(slots),
    status: 'BOOKED',
    guest_phone_digits: digits,
    guest_email: person.client_id === null ? (input.guest_email ?? null) : null,
    notes: input.notes ?? null,
    booked_at: context.now.ms,
    booker_network: networks.request,
    account_network: networks.registration,
    ...(settings.rules_text !== '' &&
      input.rules_accepted === 1 && {
        rules_accepted_at: context.now.ms,
        rules_text_at: await settingSavedAt(trx, 'rules_text'),
      }),
  });
  await saveLines(trx, booked.id, lines);
  await askForDeposit(trx, context, booked, settings, minutesOfServices(lines));
  return booked;
}

interface FirstBooking {
  readonly id: AppointmentId;
  readonly booked_at: number;
}

/** The token of the guest's link: the same token for a repeated request, so that repeated requests add no links. */
const tokenOf = (db: Db | Trx, { key }: KeyedRequest, { id, booked_at }: FirstBooking): Promise<string> =>
  repeatableToken(db, `guest link:${id}:${booked_at}:${key}`, booked_at);

const linkTo = async (trx: Trx, booking: FirstBooking, request: KeyedRequest | undefined): Promise<string> =>
  makeGuestLink(trx, booking, request && (await tokenOf(trx, request, booking)));

const notifyBookedClient = (trx: Trx, context: Context, slot: AppointmentRow, booked: AppointmentRow) =>
  notifyClients(trx, context, { before: slot, after: booked, timing: immediately(context.now) });

async function mailToBooker(
  trx: Trx,
  { now, user }: RequestContext,
  booked: AppointmentRow,
  hasDeposit: boolean,
): Promise<void> {
  const { client_id, guest_email } = booked;
  const content = { visit: visitOf(booked), booked_at: now.ms };
  const queued = { content, nowMs: now.ms, isLimited: !isStaff(user) };
  if (guest_email !== null)
    await queueMail(trx, { ...queued, ...oncePerVersion('BOOKED_GUEST', booked), toEmail: guest_email });
  else if (hasDeposit && client_id !== null)
    await queueMail(trx, { ...queued, ...oncePerVersion('BOOKED_OWN', booked), userId: client_id });
}

/** The stored response, without the columns that only the owner sees. `guest_link_hash` finds the booking even after a move to another row. */
const keptResponse = storedAppointment.extend({ guest_link_hash: z.string().nullish() });

/** Returns the stored response to a repeated request, with current values in the columns that only the owner sees. docs/spec/behaviour.md §5.5 */
async function storedResponse(db: Db | Trx, request: KeyedRequest, context: Context) {
  const { now } = context;
  const kept = await loadResponse(db, request, keptResponse);
  if (!kept) return undefined;
  const { guest_link_hash, ...first } = kept.response;
  const forAdmin = isStaff(context.user) ? await adminOnlyOf(db, first.id, context) : undefined;
  const response = { ...first, ...forAdmin };
  if (request.user) return { ...response, guest_link: null };
  const linked = guest_link_hash ? await bookingOfGuestLink(db, guest_link_hash) : undefined;
  const booking = { id: kept.appointmentId, booked_at: kept.keptAtMs };
  const token = await tokenOf(db, request, booking);
  return { ...response, guest_link: await renewGuestLink(db, linked ?? booking, token, now) };
}

function storeResponse(trx: Trx, request: KeyedRequest, { guest_link, ...response }: Booked, now: Now) {
  const guest_link_hash = guest_link === null ? null : hashToken(guest_link);
  const stored = keptResponse.parse({ ...response, guest_link_hash });
  return saveResponse(trx, request, { appointmentId: response.id, response: stored }, now);
}
