import type { VisibleAppointment } from '#contract/appointments.ts';
import { type GuestBooking, guestBooking, type guestLinkEndpoints } from '#contract/booking/booking.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { ticketEndpoint } from '#contract/people.ts';
import { actionRefusal } from '#domain/appointments/appointments.ts';
import { confirmationRefusal } from '#domain/appointments/attendance.ts';
import { isSameName } from '#domain/clients/booked-person.ts';
import type { AppointmentId, BookingId } from '#domain/ids.ts';
import { type Language, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { tongue } from '#domain/language/translate.ts';
import { FILE_LINK_MS } from '#domain/limits.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { calendarFile } from '../calendar-files/calendar-files.ts';
import { bookingOfGuestLink, linkPath, makeGuestLink } from '../guest-links/guest-links.ts';
import { type Author, giveHistory, recordChange } from '../history/history.ts';
import { depositForResponse } from '../payments/payments.ts';
import { type CallerContext, hashesOf } from '../platform/auth/counted-acts.ts';
import { hashToken, seal, unseal } from '../platform/auth/secrets.ts';
import { assertMay, isStaff, lockActiveUser, type SessionUser } from '../platform/auth/sessions.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import { appointmentById, updateAppointment } from '../platform/db/appointments.ts';
import { ownHoldingsOf } from '../platform/db/money/holdings.ts';
import { NO_GUEST, numberOfClient, personCard, personOfClient } from '../platform/db/people.ts';
import { wishesOf } from '../platform/db/pictures.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockPhone } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import { TextFile } from '../platform/http/file-response.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { inLanguage } from '../platform/language.ts';
import { expectedOf } from '../reached/reached.ts';
import { currentSettings } from '../settings/settings.ts';
import { technicianNamed } from '../technicians/technicians.ts';
import { languageOf } from '../told/told.ts';
import { cancelByPerson, savedAppointment, savedForUser } from './appointments.ts';
import { countCancellation } from './booking-limits.ts';
import { keyedRequest, respondOnce } from './idempotency.ts';
import { lockAppointments, lockRowOnly } from './locks.ts';
import { freeForBooking, moveByPerson, type RepeatableContext } from './move.ts';
import { requestJson } from './rows.ts';
import { changeServices, refusingDeleted } from './service-changes.ts';

const linkOf = async (db: Db | Trx, token: string) =>
  (await bookingOfGuestLink(db, hashToken(token))) ?? refuse('guest_link_dead');

const bookingOfLink = (link: BookingId, row: AppointmentRow | undefined, now: Now): AppointmentRow =>
  row?.booking_id === link && row.end_datetime > now.wall ? row : refuse('guest_link_dead');

/** The id of the row that holds a booking now. */
async function rowOf(db: Db | Trx, booking: BookingId): Promise<AppointmentId> {
  const row = db.selectFrom('appointments').select('id').where('booking_id', '=', booking);
  return (await row.executeTakeFirst())?.id ?? refuse('guest_link_dead');
}

async function bookingByToken(db: Db, token: string, now: Now): Promise<AppointmentRow> {
  const { booking_id } = await linkOf(db, token);
  return bookingOfLink(booking_id, await appointmentById(db, await rowOf(db, booking_id)), now);
}

/** The response for a guest. The schema leaves out ids, and data of other people. */
async function guestBookingJson(db: Db | Trx, { clock }: Pick<RequestContext, 'clock'>, row: AppointmentRow) {
  return guestBooking.parse({
    ...row,
    deposit: await depositForResponse(db, row, clock),
    pictures: await wishesOf(db, row.booking_id, clock.ms()),
    request: requestJson(row),
    confirmed_at: momentText(row.confirmed_at, clock),
    expected: await expectedOf(db, row),
    ...(await technicianNamed(db, row)),
  });
}

/** The booking of a link; with her packages only by a link that somebody of the salon sent, and not those of an account. docs/spec/behaviour.md §32.3 */
async function viewByLink(context: RequestContext, token: string): Promise<GuestBooking> {
  const { db, now } = context;
  const row = await bookingByToken(db, token, now);
  const booking = await guestBookingJson(db, context, row);
  const { linkBy } = await linkOf(db, token);
  if (linkBy === null || row.person_id === null) return booking;
  const guest = await personCard(db, row.person_id);
  const holdings = guest?.user_id === null ? await ownHoldingsOf(db, [row.person_id], now) : [];
  return holdings.length === 0 ? booking : { ...booking, holdings };
}

/** Whose calendar file an address serves: of a guest's link, or of a client's booking. */
type Filed = { readonly token: string } | Pick<AppointmentRow, 'booking_id' | 'client_id'>;

/** A booking as a calendar file, with an address that serves it: browsers inside other apps save no file that a page has made. */
async function calendarFileOf({ db, config, now }: RequestContext, row: AppointmentRow, of: Filed) {
  if (row.status !== 'BOOKED') refuse('not_found');
  const settings = await currentSettings(db, config);
  const path = 'token' in of ? linkPath(of.token) : '/appointments';
  const appointment = { ...row, ...(await technicianNamed(db, row)) };
  const { file } = calendarFile({ method: 'PUBLISH', appointment, path }, { config, settings, now });
  const language = tongue()?.language ?? SALONS_LANGUAGE;
  const times = { nowMs: now.ms, untilMs: now.ms + FILE_LINK_MS };
  const sealed = await seal(db, JSON.stringify({ ...of, language }), times);
  return { ics: file, url: `/api/calendar-files/${sealed}` };
}

async function calendarByLink(context: RequestContext, token: string) {
  const row = await bookingByToken(context.db, token, context.now);
  if (row.status !== 'BOOKED') refuse('guest_link_dead');
  return calendarFileOf(context, row, { token });
}

async function calendarOfBooking(context: RequestContext<SessionUser>, id: AppointmentId) {
  const row = (await appointmentById(context.db, id)) ?? refuse('not_found');
  if (row.status !== 'BOOKED') refuse('not_found');
  assertMay(context, 'seeBookings', [row]);
  const { booking_id, client_id } = row;
  return calendarFileOf(context, row, { booking_id, client_id });
}

/** The row of the booking itself, if it is still hers: its former row may be somebody else's by now. */
async function filedRow(db: Db, of: Filed, now: Now): Promise<AppointmentRow | undefined> {
  const link = 'token' in of ? await bookingOfGuestLink(db, hashToken(of.token)) : of;
  const booking = link?.booking_id ?? null;
  const places = db.selectFrom('appointments').select('id').where('booking_id', '=', booking);
  const place = await places.executeTakeFirst();
  const row = place && (await appointmentById(db, place.id));
  const isHers = row && ('token' in of ? row.end_datetime > now.wall : row.client_id === of.client_id);
  return isHers ? row : undefined;
}

/** The calendar file of a sealed address, in the language of the page that asked for it. */
async function sealedCalendarFile(context: RequestContext, sealed: string): Promise<TextFile> {
  const { db, now } = context;
  const text = (await unseal(db, sealed, now.ms)) ?? refuse('unknown_path');
  const { language, ...of } = JSON.parse(text) as Filed & { language: Language };
  const row = await filedRow(db, of, now);
  if (row?.status !== 'BOOKED') refuse('unknown_path');
  const { ics } = await inLanguage(language, () => calendarFileOf(context, row, of));
  return new TextFile('text/calendar', ics, 'termin.ics');
}

/** Cancels a guest's booking with the rules and notifications of a client's cancellation. docs/spec/behaviour.md §5.6 */
function cancelByLink(
  context: RequestContext & CallerContext,
  { token, reason }: ParsedBody<'POST /guest-link/cancel'>,
): Promise<GuestBooking> {
  return inTransaction(context.db, async (trx) => {
    const { booking_id, linkBy } = await linkOf(trx, token);
    const networks = hashesOf(await countCancellation(trx, context));
    const [row] = await lockAppointments(trx, [await rowOf(trx, booking_id)]);
    const booking = bookingOfLink(booking_id, row, context.now);
    const cancelled = await cancelByPerson(trx, { ...context, linkBy, networks }, booking, reason);
    return guestBookingJson(trx, context, cancelled);
  });
}

/** Records that the person comes; a repeated request changes nothing. The caller has locked the row. docs/spec/behaviour.md §29.3 */
async function saveConfirmed(
  trx: Trx,
  author: Author,
  before: AppointmentRow,
  seenStart: WallTime,
): Promise<AppointmentRow> {
  const { wall, ms } = author.now;
  refuseIf(actionRefusal('confirm', before, 'CLIENT', wall));
  if (before.request_state === 'WAITING') refuse('appointment_not_booked');
  refuseIf(confirmationRefusal(before.start_datetime, seenStart, wall));
  if (before.confirmed_at !== null) return before;
  const after = await updateAppointment(trx, before, { confirmed_at: ms });
  await recordChange(trx, author, 'appointment', { before, after });
  return after;
}

function confirmByLink(
  context: RequestContext,
  { token, seen_start }: ParsedBody<'POST /guest-link/confirm'>,
): Promise<GuestBooking> {
  return inTransaction(context.db, async (trx) => {
    const { booking_id, linkBy } = await linkOf(trx, token);
    const row = bookingOfLink(booking_id, await lockRowOnly(trx, await rowOf(trx, booking_id)), context.now);
    return guestBookingJson(trx, context, await saveConfirmed(trx, { ...context, linkBy }, row, seen_start));
  });
}

export function confirmBooking(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  { seen_start }: ParsedBody<'POST /appointments/{id}/confirm'>,
): Promise<VisibleAppointment> {
  return inTransaction(context.db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertMay(context, 'changeBookings', [row]);
    await saveConfirmed(trx, context, row, seen_start);
    return savedForUser(trx, id, context);
  });
}

/** Makes a link that the salon sends to the person of a booking, to the page in her language. docs/spec/behaviour.md §29.2 */
export function linkForPerson(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
): Promise<{ url: string }> {
  return inTransaction(context.db, async (trx) => {
    const row = (await lockRowOnly(trx, id)) ?? refuse('not_found');
    assertMay(context, 'changeAppointments', [row]);
    if (row.status !== 'BOOKED' || row.booking_id === null) refuse('appointment_not_booked');
    if (row.end_datetime <= context.now.wall) refuse('appointment_over');
    const token = await makeGuestLink(trx, row.booking_id, { made_by: context.user.id });
    const settings = await currentSettings(trx, context.config);
    const person = { userId: row.guest_name === null ? row.client_id : null, bookingId: row.booking_id };
    const path = inLanguage(await languageOf(trx, person, settings), () => linkPath(token));
    return { url: `${pagesAddress(context.config)}${path}` };
  });
}

/** Moves a guest's booking with the rules and notifications of a client's move. docs/spec/behaviour.md §5.21 */
function moveByLink(
  context: RepeatableContext<SessionUser | null>,
  input: ParsedBody<'POST /guest-link/reschedule'>,
): Promise<GuestBooking> {
  const { db, user, now } = context;
  const { token, ...target } = input;
  const request = keyedRequest(context.idempotencyKey, user, ['POST /guest-link/reschedule', input]);
  return inTransaction(db, (trx) =>
    respondOnce(trx, request, { schema: guestBooking, now }, async () => {
      const { booking_id, linkBy } = await linkOf(trx, token);
      const id = await rowOf(trx, booking_id);
      // the phone is locked before days and rows, because booking locks in this order
      const number = (await appointmentById(trx, id))?.guest_number;
      if (number) await lockPhone(trx, number);
      const ofLink = (row: AppointmentRow | undefined) => bookingOfLink(booking_id, row, now);
      const moved = await moveByPerson(trx, { ...context, linkBy }, { id, target }, ofLink);
      return { appointmentId: id, response: await guestBookingJson(trx, context, moved) };
    }),
  );
}

/** Changes the services of a guest's booking with the rules for a client's. docs/spec/behaviour.md §5.9 */
function servicesByLink(
  context: RequestContext,
  { token, ...asked }: ParsedBody<'POST /guest-link/service'>,
): Promise<GuestBooking> {
  const saving = inTransaction(context.db, async (trx) => {
    const { booking_id, linkBy } = await linkOf(trx, token);
    const id = await rowOf(trx, booking_id);
    const [row] = await lockAppointments(trx, [id]);
    const user = isStaff(context.user) ? null : context.user; // anybody with the link has the rights of its guest
    await changeServices(
      trx,
      { ...context, user, linkBy },
      bookingOfLink(booking_id, row, context.now),
      asked,
    );
    const saved = bookingOfLink(booking_id, await appointmentById(trx, id), context.now);
    return guestBookingJson(trx, context, saved);
  });
  return refusingDeleted(saving);
}

/** Takes a guest's booking into the client's account. It becomes the client's own only with her number or name. docs/spec/behaviour.md §21.1 */
function takeTicket(context: RequestContext<SessionUser>, token: string): Promise<VisibleAppointment> {
  const { db, user, now, clock } = context;
  if (user.role !== 'CLIENT') refuse('not_allowed');
  return inTransaction(db, async (trx) => {
    await lockActiveUser(trx, user.id);
    const { booking_id } = await linkOf(trx, token);
    const id = await rowOf(trx, booking_id);
    const number = (await appointmentById(trx, id))?.guest_number ?? null;
    if (number !== null) await lockPhone(trx, number);
    const before = bookingOfLink(booking_id, await lockRowOnly(trx, id), now);
    if (before.client_id !== null) refuse('guest_link_dead');
    const isSameNumber = number !== null && number === (await numberOfClient(trx, user.id));
    const isHers = isSameNumber || isSameName(before.guest_name, user.name);
    const own = isHers && { ...NO_GUEST, person_id: await personOfClient(trx, user.id) };
    const after = await updateAppointment(trx, before, { client_id: user.id, ...own });
    await giveHistory(trx, [before], user.id);
    await recordChange(trx, context, 'appointment', { before, after });
    return savedAppointment(trx, id, clock);
  });
}

export const guestLinkRoutes: RoutesOf<typeof guestLinkEndpoints | readonly [typeof ticketEndpoint]> = {
  'POST /auth/me/tickets': (request) => takeTicket(request, request.body.token),
  'POST /guest-link/view': (request) => viewByLink(request, request.body.token),
  'POST /guest-link/confirm': (request) => confirmByLink(request, request.body),
  'POST /guest-link/cancel': (request) => cancelByLink(request, request.body),
  'POST /guest-link/reschedule': (request) => moveByLink(request, request.body),
  'POST /guest-link/service': (request) => servicesByLink(request, request.body),
  'POST /guest-link/free': async (request) => {
    const { token, ...days } = request.body;
    const booking = await bookingByToken(request.db, token, request.now);
    if (booking.status !== 'BOOKED') refuse('guest_link_dead');
    return freeForBooking(request.db, request, booking, days);
  },
  'GET /calendar-files/{sealed}': (request) => sealedCalendarFile(request, request.params.sealed),
  'POST /guest-link/calendar': (request) => calendarByLink(request, request.body.token),
  'GET /appointments/{id}/calendar': (request) => calendarOfBooking(request, request.params.id),
};
