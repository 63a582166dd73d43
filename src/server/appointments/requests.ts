// Bookings that wait until the salon accepts them. docs/spec/behaviour.md §28.3
import type { ParsedBody } from '#contract/index.ts';
import { LAPSED_REASON, needsRequest, requestRefusal } from '#domain/appointments/requests.ts';
import { DECLINED_REASON, requestUntil } from '#domain/clients/request-until.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { factsOf } from '#domain/notifications.ts';
import type { Settings } from '#domain/settings.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { recordChange } from '../history/history.ts';
import { oncePerVersion, queueMail, visitOf } from '../mail/mail.ts';
import {
  immediately,
  listChangeToCall,
  type NotificationTiming,
  notifyAdmin,
  notifyClient,
} from '../notifications/notifications.ts';
import { askForDeposit, hasCome } from '../payments/payments.ts';
import { assertMay, isStaff, type SessionUser } from '../platform/auth/sessions.ts';
import { readClock } from '../platform/clock.ts';
import { updateAppointment } from '../platform/db/appointments.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { ChangeContext, Platform, RequestContext } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { currentSettings } from '../settings/settings.ts';
import { technicianNamed } from '../technicians/technicians.ts';
import { releaseForSalon, savedForSalon } from './appointments.ts';
import { lockAppointment, lockWithClients } from './locks.ts';
import { acceptedBy } from './rows.ts';

type Booker = Pick<AppointmentRow, 'client_id' | 'guest_name' | 'guest_number'>;

/** The columns of a new booking that must wait for the salon. Refuses one that the salon cannot answer in time. */
export async function requestFor(
  trx: Trx,
  { now, user }: RequestContext,
  booker: Booker,
  start: WallTime,
  settings: Settings,
): Promise<Partial<Pick<AppointmentRow, 'request_state' | 'request_until'>>> {
  if (isStaff(user)) return {};
  const isKnown = settings.requests_for === 'NEW' && (await hasCome(trx, booker, now.wall));
  if (!needsRequest(settings, isKnown)) return {};
  const request_until = requestUntil(now.wall, start, settings) ?? refuse('too_soon');
  return { request_state: 'WAITING', request_until };
}

/** Accepts or declines a booking that waits for the salon. The state under the lock decides, not the clock. */
export function answerRequest(
  context: RequestContext<SessionUser>,
  id: AppointmentId,
  { action, reason }: ParsedBody<'POST /appointments/{id}/request'>,
) {
  return inTransaction(context.db, async (trx) => {
    const { rows } = await lockWithClients(trx, [id]);
    const before = rows[0] ?? refuse('not_found');
    assertMay(context, 'changeAppointments', [before]);
    refuseIf(before.status === 'BOOKED' ? requestRefusal(before.request_state) : 'request_state');
    if (action === 'DECLINE')
      await releaseForSalon(trx, context, before, {
        reason: reason ?? DECLINED_REASON,
        request_state: 'DECLINED',
      });
    else await accept(trx, context, before);
    return savedForSalon(trx, id, context);
  });
}

/** Accepts a booking, asks for the deposit that is due now, and tells the person. */
async function accept(trx: Trx, context: RequestContext<SessionUser>, before: AppointmentRow): Promise<void> {
  const after = await saveAccepted(trx, context, before);
  await askForDeposit(trx, context, after, await currentSettings(trx, context.config));
  await tellOutcome(trx, context, { before, after });
}

type Accepting = Pick<ChangeContext, 'now' | 'user' | 'clock'>;

/** Accepts a booking that waits, without a deposit: whoever pays has been accepted. The caller has locked the row. */
export async function acceptPaid(trx: Trx, context: Accepting, before: AppointmentRow): Promise<void> {
  if (before.status !== 'BOOKED' || before.request_state !== 'WAITING') return;
  await tellOutcome(trx, context, { before, after: await saveAccepted(trx, context, before) });
}

async function tellOutcome(trx: Trx, context: Accepting, change: Change): Promise<void> {
  await listChangeToCall(trx, context, change, immediately(context.now));
  await tellAccepted(trx, context, change, immediately(context.now));
}

async function saveAccepted(trx: Trx, context: Accepting, before: AppointmentRow) {
  const after = await updateAppointment(trx, before, acceptedBy(before, context.now));
  await recordChange(trx, context, 'appointment', { before, after });
  return after;
}

interface Change {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
}

/** Tells the person that a change has accepted the booking, unless it has begun. */
export async function tellAccepted(
  trx: Trx,
  { now }: Pick<ChangeContext, 'now'>,
  { before, after }: Change,
  timing: NotificationTiming,
): Promise<void> {
  const isAccepted = before.request_state === 'WAITING' && after.request_state === 'ACCEPTED';
  if (!isAccepted || after.start_datetime <= now.wall) return;
  const { client_id, guest_email } = after;
  if (client_id !== null) {
    const named = { ...after, ...(await technicianNamed(trx, after)) };
    const facts = factsOf(named, dateOf(now.wall));
    await notifyClient(trx, { client_id, type: 'APPT_REQUEST_ACCEPTED', facts }, after, timing);
  } else if (guest_email !== null) {
    const content = { visit: visitOf(after) };
    const mail = { ...oncePerVersion('BOOKED_GUEST', after), toEmail: guest_email, content };
    await queueMail(trx, { ...mail, ...timing });
  }
}

type JobContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Ends requests that the salon has not answered in time, each in its own transaction. */
export async function lapseRequests(context: JobContext): Promise<void> {
  const now = readClock(context.clock);
  const late = await context.db
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .select('appointments.id')
    .where('request_state', '=', 'WAITING')
    .where('request_until', '<=', now.wall)
    .where('status', '=', 'BOOKED')
    .orderBy('request_until')
    .execute();
  await forEachIsolated(late, ({ id }) => lapseOne(context, id));
}

/** Frees the time of an unanswered request; one that has begun meanwhile is accepted. */
function lapseOne({ db, clock, config }: JobContext, id: AppointmentId): Promise<void> {
  const now = readClock(clock);
  const context = { now, clock, config, user: 'LUNULA' } as const;
  return inTransaction(db, async (trx) => {
    const before = await lockAppointment(trx, id);
    const { status, request_state, request_until, start_datetime } = before;
    const isLate = request_until !== null && request_until <= now.wall;
    if (status !== 'BOOKED' || request_state !== 'WAITING' || !isLate) return; // answered since the list was read
    if (start_datetime <= now.wall) return void (await saveAccepted(trx, context, before));
    await releaseForSalon(trx, context, before, { reason: LAPSED_REASON, request_state: 'LAPSED' });
    await notifyAdmin(trx, { type: 'REQUEST_LAPSED', nowMs: now.ms, appointment: before });
  });
}
