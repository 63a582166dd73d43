import type { SalonAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { depositActionRefusal } from '#domain/payments/deposits.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { depositReceivedMessage } from '#domain/wording/notifications.ts';
import { immediately, notifyClient, notifyOfChange } from '../notifications/notifications.ts';
import {
  advanceDeposit,
  type DepositRow,
  depositOf,
  lockNextOpenDay,
  recordPayment,
} from '../payments/payments.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { readClock } from '../platform/clock.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { Platform, RequestContext } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { currentSettings } from '../settings/settings.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { saveCancelled, savedForSalon } from './appointments.ts';
import { giveBack } from './joined-slots.ts';
import { lockAppointment } from './locks.ts';

type Context = RequestContext<SessionUser>;

/** Records that the owner received, waived, refunded or kept a deposit. docs/spec/behaviour.md §19.2 */
export function changeDeposit(
  context: Context,
  id: AppointmentId,
  { action, amount }: ParsedBody<'POST /appointments/{id}/deposit'>,
): Promise<SalonAppointment> {
  return inTransaction(context.db, async (trx) => {
    const { payments } = await currentSettings(trx, context.config);
    if (payments === 0) refuse('payments_off');
    const appointment = await lockAppointment(trx, id);
    const deposit = (await depositOf(trx, id)) ?? refuse('not_found');
    refuseIf(depositActionRefusal(deposit.state, action));
    const para = amount === undefined ? deposit.amount : toPara(amount);
    if (action === 'RECEIVED') await receive(trx, context, { appointment, deposit, amount: para });
    if (action === 'REFUNDED') await record(trx, context, deposit, { kind: 'REFUND', amount: para });
    await advanceDeposit(trx, context, { appointment, state: deposit.state, event: action });
    return savedForSalon(trx, id, context);
  });
}

/** Records the received amount as a payment and as the amount of the deposit. Notifies the client of an upcoming booking, unless the deposit has expired. */
async function receive(
  trx: Trx,
  context: Context,
  { appointment, deposit, amount }: { appointment: AppointmentRow; deposit: DepositRow; amount: number },
): Promise<void> {
  await record(trx, context, deposit, { kind: 'DEPOSIT', amount });
  await trx.updateTable('deposits').set({ amount }).where('appointment_id', '=', appointment.id).execute();
  if (deposit.state !== 'WAITING') return; // the money came late and is to be refunded; the booking may be another client's by now
  const { client_id, status, start_datetime } = appointment;
  if (client_id === null || status !== 'BOOKED' || start_datetime <= context.now.wall) return;
  const message = depositReceivedMessage(appointment, toDinars(amount), dateOf(context.now.wall));
  const notification = { client_id, type: 'APPT_DEPOSIT_RECEIVED', message } as const;
  await notifyClient(trx, notification, appointment, immediately(context.now));
}

/** Adds a row to the ledger. If today's till is closed, the row counts for the next day whose till is open. */
async function record(
  trx: Trx,
  context: Context,
  { appointment_id }: DepositRow,
  row: { readonly kind: 'DEPOSIT' | 'REFUND'; readonly amount: number },
): Promise<void> {
  const day = await lockNextOpenDay(trx, dateOf(context.now.wall));
  await recordPayment(trx, context, { ...row, appointment_id, method: 'IPS', day });
}

const REASON = 'Kapara nije uplaćena.';
type JobContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Expires deposits that were not paid in time, each in its own transaction. Cancels their bookings that have not begun. docs/spec/behaviour.md §19.2 */
export async function expireDeposits(context: JobContext): Promise<void> {
  const late = await context.db
    .selectFrom('deposits')
    .select('appointment_id')
    .where('state', '=', 'WAITING')
    .where('until_at', '<=', readClock(context.clock).ms)
    .orderBy('until_at')
    .execute();
  await forEachIsolated(late, ({ appointment_id }) => expireOne(context, appointment_id));
}

function expireOne({ db, clock, config }: JobContext, id: AppointmentId): Promise<void> {
  const now = readClock(clock);
  const context = { now, clock, config, user: 'LUNULA' } as const;
  return inTransaction(db, async (trx) => {
    const before = await lockAppointment(trx, id);
    const deposit = await depositOf(trx, id);
    if (deposit?.state !== 'WAITING' || deposit.until_at > now.ms) return; // another request has changed the deposit since the list was read
    if (before.status !== 'BOOKED' || before.start_datetime <= now.wall) {
      await advanceDeposit(trx, context, { appointment: before, state: 'WAITING', event: 'HOLD_ENDED' });
      return;
    }
    const after = await servingWaitlists(trx, context, [before.day], async () => {
      const saved = await saveCancelled(trx, context, before, { reason: REASON, by: 'ADMIN', isLate: false });
      await giveBack(trx, context, before);
      return saved;
    });
    await notifyOfChange(trx, context, { before, after, timing: immediately(now) });
  });
}
