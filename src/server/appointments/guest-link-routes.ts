import { type GuestBooking, guestBooking, type guestLinkEndpoints } from '#contract/booking/booking.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { calendarFile } from '../calendar-files/calendar-files.ts';
import { bookingOfGuestLink } from '../guest-links/guest-links.ts';
import { depositForResponse } from '../payments/payments.ts';
import { type CallerContext, hashesOf } from '../platform/auth/counted-acts.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockPhone } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { linesOf } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { technicianNamed } from '../technicians/technicians.ts';
import { cancelByPerson } from './appointments.ts';
import { countCancellation } from './booking-limits.ts';
import { keyedRequest, respondOnce } from './idempotency.ts';
import { lockAppointments } from './locks.ts';
import { moveByPerson, type RepeatableContext } from './move.ts';
import { appointmentById } from './rows.ts';

type GuestLink = Awaited<ReturnType<typeof linkOf>>;

const linkOf = async (db: Db | Trx, token: string) =>
  (await bookingOfGuestLink(db, hashToken(token))) ?? refuse('guest_link_dead');

function bookingOfLink(link: GuestLink, row: AppointmentRow | undefined, now: Now): AppointmentRow {
  const isAlive = row && row.booked_at === link.booked_at && row.end_datetime > now.wall;
  return isAlive && (row.status === 'BOOKED' || row.status === 'CANCELLED') ? row : refuse('guest_link_dead');
}

async function bookingByToken(db: Db, token: string, now: Now): Promise<AppointmentRow> {
  const link = await linkOf(db, token);
  return bookingOfLink(link, await appointmentById(db, link.id), now);
}

/** The response for a guest. The schema leaves out ids, and data of other people. */
async function guestBookingJson(db: Db | Trx, { clock }: Pick<RequestContext, 'clock'>, row: AppointmentRow) {
  return guestBooking.parse({
    ...row,
    services: await linesOf(db, row),
    deposit: await depositForResponse(db, row.id, clock),
    ...(await technicianNamed(db, row)),
  });
}

async function fileOf(
  { db, config, now }: RequestContext,
  appointment: Pick<AppointmentRow, 'id' | 'start_datetime' | 'end_datetime' | 'service_name' | 'version'>,
  path: string,
): Promise<{ ics: string }> {
  const settings = await currentSettings(db, config);
  const named = await technicianNamed(db, appointment);
  const entry = { method: 'PUBLISH', appointment: { ...appointment, ...named }, path } as const;
  return { ics: calendarFile(entry, { config, settings, now }).file };
}

async function calendarByLink(context: RequestContext, token: string): Promise<{ ics: string }> {
  const row = await bookingByToken(context.db, token, context.now);
  if (row.status !== 'BOOKED') refuse('guest_link_dead');
  return fileOf(context, row, `/booking#termin=${token}`);
}

async function calendarOfBooking(context: RequestContext<SessionUser>, id: AppointmentId) {
  const { db, user } = context;
  const row = await appointmentById(db, id);
  if (row?.status !== 'BOOKED' || (!isStaff(user) && row.client_id !== user.id)) refuse('not_found');
  return fileOf(context, row, '/appointments');
}

/** Cancels a guest's booking with the rules and notifications of a client's cancellation. docs/spec/behaviour.md §5.6 */
function cancelByLink(
  context: RequestContext & CallerContext,
  { token, reason }: ParsedBody<'POST /guest-link/cancel'>,
): Promise<GuestBooking> {
  return inTransaction(context.db, async (trx) => {
    const link = await linkOf(trx, token);
    const networks = hashesOf(await countCancellation(trx, context));
    const [row] = await lockAppointments(trx, [link.id]);
    const booking = bookingOfLink(link, row, context.now);
    const cancelled = await cancelByPerson(trx, { ...context, networks }, booking, reason);
    return guestBookingJson(trx, context, cancelled);
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
      const link = await linkOf(trx, token);
      const { id } = link;
      // the phone is locked before days and rows, because booking locks in this order
      const digits = (await appointmentById(trx, id))?.guest_phone_digits;
      if (digits) await lockPhone(trx, digits);
      const ofLink = (row: AppointmentRow | undefined) => bookingOfLink(link, row, now);
      const moved = await moveByPerson(trx, context, { id, target }, ofLink);
      return { appointmentId: id, response: await guestBookingJson(trx, context, moved) };
    }),
  );
}

export const guestLinkRoutes: RoutesOf<typeof guestLinkEndpoints> = {
  'POST /guest-link/view': async (request) =>
    guestBookingJson(request.db, request, await bookingByToken(request.db, request.body.token, request.now)),
  'POST /guest-link/cancel': (request) => cancelByLink(request, request.body),
  'POST /guest-link/reschedule': (request) => moveByLink(request, request.body),
  'POST /guest-link/calendar': (request) => calendarByLink(request, request.body.token),
  'GET /appointments/{id}/calendar': (request) => calendarOfBooking(request, request.params.id),
};
