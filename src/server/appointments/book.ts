import type { ParsedBody, ResponseBody } from '#contract/index.ts';
import { isOwnOnly } from '#domain/accounts/roles.ts';
import { askedServices, minutesOfServices, type ServiceLine } from '#domain/appointments/lines.ts';
import { noticeRefusal } from '#domain/appointments/requests.ts';
import { areSameTimes, type TimesOfTechnician } from '#domain/appointments/slots.ts';
import { rulesRefusal } from '#domain/booking.ts';
import { type Booker, bookingPerson, type Person } from '#domain/clients/booked-person.ts';
import { phoneNumber } from '#domain/clients/phone.ts';
import type { AppointmentId, ServiceId, TechnicianId } from '#domain/ids.ts';
import { languageToStore } from '#domain/language/languages.ts';
import { t } from '#domain/language/translate.ts';
import type { Settings } from '#domain/settings.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { spanOf } from '#domain/times/offers.ts';
import { isLinkAlive, makeGuestLink } from '../guest-links/guest-links.ts';
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
import { repeatableToken } from '../platform/auth/secrets.ts';
import { assertMay, isStaff } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { appointmentById, putBooking } from '../platform/db/appointments.ts';
import { lockUnchanged, personOf } from '../platform/db/people.ts';
import { wishWork } from '../platform/db/pictures.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockKey } from '../platform/db/transaction.ts';
import { refuse, refuseIf, refuseOnViolation } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { servicesDoneBy } from '../services/services.ts';
import { currentSettings, settingSavedAt } from '../settings/settings.ts';
import { activeTechnicians } from '../technicians/technicians.ts';
import { endWait } from '../waitlist/waitlist.ts';
import { adminOnlyOf, savedForUser } from './appointments.ts';
import {
  assertNeedNotCall,
  assertNotTwice,
  assertWithinLimit,
  countBooking,
  lockBooker,
} from './booking-limits.ts';
import { bookedAs, chosenPerson } from './bookings.ts';
import {
  type KeyedRequest,
  keyedRequest,
  loadResponse,
  saveResponse,
  storedAppointment,
} from './idempotency.ts';
import { chosenLines, linesOf } from './lines.ts';
import { requestFor } from './requests.ts';
import { bookedBy, withoutPaid } from './rows.ts';
import {
  type AskedTime,
  endOf,
  lockLeastBooked,
  lockSlots,
  lockWholeOpening,
  slotAt,
  slotsOfAnyTechnician,
  slotsOfTime,
  type TakenSlots,
  takenSlots,
  takeTime,
  unseen,
} from './times/joined-slots.ts';
import { lockOffered } from './times/offered-times.ts';

type Input = ParsedBody<'POST /appointments/{id}/book'>;
type Booked = ResponseBody<'POST /appointments/{id}/book'>;
type Context = RequestContext & CallerContext;
interface Booking {
  readonly asked: AskedTime;
  readonly settings: Settings;
  /** The alternative sets of slots for the booking: one set, or with `any_technician` one set per technician who can take it. null: an offered start is asked for. */
  readonly choices: readonly TakenSlots[] | null;
  readonly isForAny: boolean;
  readonly input: Input;
  readonly serviceIds: readonly ServiceId[];
  readonly person: Person;
  readonly request: KeyedRequest | undefined;
}

/** Books a free slot for the user or a guest; a repeated request returns the first response. docs/spec/behaviour.md §5.4 and §5.5 */
export async function bookAppointment(
  context: Context & { readonly idempotencyKey: string | undefined },
  id: AppointmentId,
  input: Input,
): Promise<Booked> {
  const { db, user } = context;
  if (input.any_technician === 1 && isOwnOnly(user, 'book')) refuse('not_allowed');
  const settings = await currentSettings(db, context.config);
  const person = bookingPerson(bookerOf(context, input, settings), input.person_id ? TO_BE_CHOSEN : input);
  if (person === 'guest_contact_missing') refuse(person);
  const request = keyedRequest(context.idempotencyKey, user, ['POST /appointments/{id}/book', id, input]);
  const serviceIds = askedServices(input) ?? [];
  const minutes: AskedTime['minutes'] = async (reading, technician) =>
    minutesOfServices((await servicesDoneBy(reading, technician, serviceIds)) ?? refuse('unknown_service'));
  const isForAny = input.any_technician === 1;
  const { seen_start = input.start_datetime, seen_end = input.start_datetime } = input;
  if (seen_start === undefined || seen_end === undefined) refuse('bad_input', { fields: unseen() });
  const found = await slotAsked(context, id, input, minutes, settings);
  const asked = { id, seen: { seen_start, seen_end }, ...found, minutes, serviceIds };
  const booking = { asked, isForAny, input, serviceIds, person, request, settings };
  const book = (choices: Booking['choices']) =>
    refuseOnViolation(
      inTransaction(db, (trx) => bookOnce(trx, context, { ...booking, choices })),
      { 'foreign-key': 'unknown_service' }, // the service was deleted during this request
    );
  if (settings.split_slots === 1) return book(null);
  // this check takes no lock, but already rejects most of the concurrent requests for one slot
  const choicesOf = isForAny ? slotsOfAnyTechnician : slotsOfTime;
  const choices = found === null ? 'slot_gone' : await choicesOf(db, context, asked);
  if (typeof choices !== 'string') return book(choices);
  const stored = request && (await storedResponse(db, request, context));
  if (stored) return stored;
  if (choices !== 'slot_gone') await chosenLines(db, context, serviceIds, OWNERS_TECHNICIAN); // first refuses deleted services, and bookings of add-ons only
  return refuse(choices);
}

/** The guest of a booking whose person the transaction reads. */
const TO_BE_CHOSEN = { guest_name: 'X', guest_phone: '-' };

/** Returns the person who books. Refuses visitors while `guest_booking` is off, and clients who book for another client. */
function bookerOf(
  { user }: RequestContext,
  { client_id, person_id }: Input,
  { guest_booking }: Settings,
): Booker {
  if (isStaff(user)) return { role: 'ADMIN', client_id: client_id ?? null };
  if (client_id !== undefined) refuse('bad_input', { fields: { client_id: t('Nepoznato polje.') } });
  if (person_id !== undefined) refuse('bad_input', { fields: { person_id: t('Nepoznato polje.') } });
  if (user === null) return guest_booking === 1 ? { role: 'VISITOR' } : refuse('login_required');
  return { role: 'CLIENT', client_id: user.id };
}

interface OwnBooking extends Pick<Chosen, 'times' | 'networks' | 'settings'> {
  readonly person: Person;
  readonly number: string | null;
  readonly slotCount: number;
}

/** Refuses a booking by a client or visitor that the salon's rules don't allow. */
async function assertMayBook(
  trx: Trx,
  context: Context,
  { person, number, networks, times, settings, slotCount }: OwnBooking,
): Promise<void> {
  if (!context.user && settings.guest_booking === 0) refuse('login_required');
  refuseIf(noticeRefusal(context.now.wall, times.start_datetime, settings));
  // counts the booking before checking the phone: a caller above the limit must learn nothing about the phone
  await countBooking(trx, context, networks, slotCount);
  await assertNeedNotCall(trx, context, person, settings);
  await assertNotTwice(trx, person, times);
  await assertWithinLimit(trx, person, number, {
    now: context.now.wall,
    most: settings.max_active_bookings,
  });
}

async function bookOnce(trx: Trx, context: Context, booking: Booking): Promise<Booked> {
  const { input, request } = booking;
  if (request) {
    await lockKey(trx, request.keyHash);
    const stored = await storedResponse(trx, request, context);
    if (stored) return stored;
  }
  const chosen = await chosenPerson(trx, input.person_id);
  const person = chosen ? bookedAs(chosen) : booking.person;
  const number = phoneNumber(person.guest_phone);
  await lockBooker(trx, context, person, number);
  if (chosen) await lockUnchanged(trx, [chosen]);
  const networks = await lockNetworks(trx, context);
  const { slots, settings, times, services } = await lockTime(trx, context, booking);
  assertMay(context, 'book', slots);
  const lines = linesOf(context, services);
  refuseIf(rulesRefusal(settings.rules_text, input.rules_accepted === 1, context.user?.role));
  if (!isStaff(context.user))
    await assertMayBook(trx, context, { person, number, networks, times, settings, slotCount: slots.length });
  const booked = await saveBooking(trx, context, {
    ...booking,
    person,
    slots,
    times,
    lines,
    networks,
    settings,
  });
  const { id } = booked;
  await recordChange(trx, context, 'appointment', { before: slots[0], after: booked, action: 'booked' });
  await notifyOwner(trx, { ...context, networks: hashesOf(networks) }, booked, 'NEW_BOOKING', settings);
  if (isStaff(context.user)) await notifyBookedClient(trx, context, slots[0], booked);
  const saved = await savedForUser(trx, id, context);
  await mailToBooker(trx, context, booked);
  await endWait(trx, booked);
  const guest_link = context.user ? null : await linkTo(trx, booked, context.now, request);
  const response = { ...saved, guest_link };
  if (request) await storeResponse(trx, request, response, context.now);
  return response;
}

/** Locks the booking's slots, and reads the settings and services. Refuses slots that have changed since the caller saw them, and a time that the settings forbid. */
async function lockChosenSlots(trx: Trx, context: RequestContext, { asked, choices, isForAny }: Booking) {
  const [single] = choices ?? [];
  const servicesOf = ([{ technician_id }]: TakenSlots) =>
    servicesDoneBy(trx, technician_id, asked.serviceIds);
  if (isForAny || !single) {
    const settings = await currentSettings(trx, context.config);
    const slots = await lockLeastBooked(trx, context, asked, choices ?? [], settings);
    return { settings, slots, services: await servicesOf(slots) };
  }
  const services = await servicesOf(single);
  const locked = await lockSlots(trx, single, services ?? []);
  const settings = await currentSettings(trx, context.config);
  const slots = await takenSlots(trx, context, asked, locked, settings);
  const isSame = slots[0].technician_id === single[0].technician_id;
  return { settings, slots, services: isSame ? services : await servicesOf(slots) };
}

/** The slot of the start and technician that are asked for, if it need not be `id` as it was seen; null if there is none. */
async function slotAsked(
  context: RequestContext,
  id: AppointmentId,
  input: Input,
  minutes: AskedTime['minutes'],
  settings: Settings,
) {
  const { db } = context;
  const { seen_start, start_datetime = seen_start, any_technician } = input;
  const isAsSeen = input.start_datetime === undefined && input.technician_id === undefined;
  if (start_datetime === undefined || isAsSeen || settings.split_slots === 1) return undefined;
  const own = await technicianOfSlot(db, id);
  const { technician_id = own } = input;
  if (input.start_datetime === undefined && technician_id === own) return undefined;
  if (any_technician !== 1 && technician_id === undefined) return null;
  const at = { start_datetime, technician_id: any_technician === 1 ? undefined : technician_id, minutes };
  const found = await slotAt(db, context, at, settings);
  return found ? { id: found.slot.id, seen: found.seen } : null;
}

/** Locks what the booking takes: slots as they were seen, or those that offer its start. */
async function lockTime(trx: Trx, context: RequestContext, booking: Booking) {
  const { choices, input, isForAny, serviceIds, asked } = booking;
  const { start_datetime = asked.seen.seen_start } = input;
  if (choices !== null) {
    const locked = await lockChosenSlots(trx, context, booking);
    const [{ technician_id, start_datetime: start }] = locked.slots;
    return { ...locked, times: { start_datetime: start, end_datetime: endOf(locked.slots), technician_id } };
  }
  const settings = await currentSettings(trx, context.config);
  const chosen = input.technician_id ?? (await technicianOfSlot(trx, asked.id));
  const technician_id = isForAny ? null : (chosen ?? refuse('slot_gone'));
  const whole =
    technician_id === null || isStaff(context.user)
      ? undefined
      : await lockWholeOpening(trx, context, { start_datetime, technician_id, asked }, settings);
  const offer = { start_datetime, technician_id, serviceIds };
  return { ...(whole ?? (await lockOffered(trx, context, offer, settings))), settings };
}

/** The technician of a slot. A slot that is gone was the only technician's, if the salon has one. */
async function technicianOfSlot(db: Db | Trx, id: AppointmentId): Promise<TechnicianId | undefined> {
  const slot = await appointmentById(db, id);
  if (slot) return slot.technician_id;
  const [only, ...others] = await activeTechnicians(db);
  return others.length === 0 ? only?.id : undefined;
}

interface Chosen {
  readonly slots: TakenSlots;
  readonly times: TimesOfTechnician;
  readonly lines: readonly ServiceLine[];
  readonly networks: CallerNetworks;
  readonly settings: Settings;
}

/** Makes a booking of the slot's row, which gets the whole time. */
async function saveBooking(
  trx: Trx,
  context: RequestContext,
  { slots, times, lines, input, person, networks, settings }: Booking & Chosen,
): Promise<AppointmentRow> {
  const { now, user } = context;
  const guest_number = phoneNumber(person.guest_phone);
  const hasAccepted = settings.rules_text !== '' && input.rules_accepted === 1;
  const columns = {
    ...person,
    ...bookedBy(user),
    person_id: input.person_id ?? (await personOf(trx, person, now.ms)),
    guest_number,
    guest_email: person.client_id === null ? (input.guest_email ?? null) : null,
    booked_at: now.ms,
    booker_network: networks.request,
    account_network: networks.registration,
    language: languageToStore(context.language, settings.languages),
    rules_accepted_at: hasAccepted ? now.ms : null,
    rules_text_at: hasAccepted ? await settingSavedAt(trx, 'rules_text') : null,
    ...(await requestFor(trx, context, { ...person, guest_number }, times.start_datetime, settings)),
  };
  const parts = { columns, notes: input.notes ?? null, services: lines };
  const { start_datetime, end_datetime } = times;
  const [first] = slots;
  const isSame = areSameTimes(times, first);
  const isWhole = isSame && spanOf(lines).cleanup === 0;
  const own = isSame ? {} : { start_datetime, end_datetime }; // equal times would cost their checks and an index on SQLite
  const booked = await takeTime(trx, context, { times, id: first.id, isWhole }, () =>
    putBooking(trx, first, parts, { status: 'BOOKED', ...own }),
  );
  if (!isStaff(user) && booked.request_state === null) await askForDeposit(trx, context, booked, settings);
  if (input.work_id !== undefined) await wishWork(trx, input.work_id, booked.booking_id, now.ms);
  return booked;
}

/** The appointment and the moment of a guest's booking, from which the tokens of repeated requests are made. */
interface FirstBooking {
  readonly id: AppointmentId;
  readonly booked_at: number;
}

/** The token of the guest's link: the same token for a repeated request, so that repeated requests add no links. */
const tokenOf = (db: Db | Trx, { key }: KeyedRequest, { id, booked_at }: FirstBooking): Promise<string> =>
  repeatableToken(db, `guest link:${id}:${booked_at}:${key}`, booked_at);

async function linkTo(
  trx: Trx,
  { id, booking_id }: AppointmentRow,
  { ms: booked_at }: Now,
  request: KeyedRequest | undefined,
): Promise<string> {
  if (booking_id === null) throw new Error(`appointment ${id} has no booking`);
  const token = request && (await tokenOf(trx, request, { id, booked_at }));
  return makeGuestLink(trx, booking_id, { token });
}

const notifyBookedClient = (trx: Trx, context: Context, slot: AppointmentRow, booked: AppointmentRow) =>
  notifyClients(trx, context, [{ before: slot, after: booked }], immediately(context.now));

async function mailToBooker(trx: Trx, { now, user }: RequestContext, booked: AppointmentRow): Promise<void> {
  const { client_id, guest_email } = booked;
  const queued = { content: { visit: visitOf(booked) }, nowMs: now.ms, isLimited: !isStaff(user) };
  if (guest_email !== null)
    await queueMail(trx, { ...queued, ...oncePerVersion('BOOKED_GUEST', booked), toEmail: guest_email });
  else if (client_id !== null && !isStaff(user))
    await queueMail(trx, { ...queued, ...oncePerVersion('BOOKED_OWN', booked), userId: client_id });
}

/** Returns the stored response to a repeated request, with current values in the columns that only the owner sees. docs/spec/behaviour.md §5.5 */
async function storedResponse(db: Db | Trx, request: KeyedRequest, context: Context) {
  const { now } = context;
  const kept = await loadResponse(db, request, storedAppointment);
  if (!kept) return undefined;
  const first = kept.response;
  const forAdmin = isStaff(context.user) ? await adminOnlyOf(db, first.id, context) : undefined;
  const response = { ...first, ...(forAdmin && withoutPaid(forAdmin, context.user)) };
  if (request.user) return { ...response, guest_link: null };
  const token = await tokenOf(db, request, { id: kept.appointmentId, booked_at: kept.keptAtMs });
  return { ...response, guest_link: (await isLinkAlive(db, token, now)) ? token : null };
}

const storeResponse = (trx: Trx, request: KeyedRequest, { guest_link: _, ...response }: Booked, now: Now) =>
  saveResponse(
    trx,
    request,
    { appointmentId: response.id, response: storedAppointment.parse(response) },
    now,
  );
