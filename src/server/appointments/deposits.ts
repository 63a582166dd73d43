import type { SalonAppointment } from '#contract/appointments.ts';
import type { ParsedBody } from '#contract/index.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { factsOf } from '#domain/notifications.ts';
import { type DepositAction, depositActionRefusal } from '#domain/payments/deposits.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { UNPAID_REASON } from '#domain/wording/told/reasons.ts';
import { immediately, notifyClient } from '../notifications/notifications.ts';
import {
  advanceDeposit,
  assertPaid,
  assertPaymentsOn,
  type DepositRow,
  depositOf,
  lockNextOpenDay,
  takeDepositBack,
} from '../payments/payments.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { readClock } from '../platform/clock.ts';
import { recordPayment } from '../platform/db/money/payments.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { Platform, RequestContext } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { releaseForSalon, savedForSalon } from './appointments.ts';
import { lockAppointment } from './locks.ts';

type Context = RequestContext<SessionUser>;

/** Records that the owner received, waived, refunded or kept a deposit. docs/spec/behaviour.md §19.2 */
export function changeDeposit(
  context: Context,
  id: AppointmentId,
  { action, amount, reason }: ParsedBody<'POST /appointments/{id}/deposit'>,
): Promise<SalonAppointment> {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const appointment = await lockAppointment(trx, id);
    const deposit = (await depositOf(trx, appointment)) ?? refuse('deposit_state');
    const of = { appointment, deposit };
    if (action === 'TAKEN_BACK') await takeDepositBack(trx, context, { ...of, reason: reasonGiven(reason) });
    else await takeStep(trx, context, { ...of, action, amount });
    return savedForSalon(trx, id, context);
  });
}

const reasonGiven = (reason: string | undefined): string =>
  reason || refuse('bad_input', { fields: { reason: 'Unesite razlog.' } });

interface Step {
  readonly appointment: AppointmentRow;
  readonly deposit: DepositRow;
  readonly action: Exclude<DepositAction, 'TAKEN_BACK'>;
  readonly amount: number | undefined;
}

async function takeStep(trx: Trx, context: Context, { appointment, deposit, action, amount }: Step) {
  refuseIf(depositActionRefusal(deposit.state, action));
  const para = amount === undefined ? deposit.amount : toPara(amount);
  if (action === 'RECEIVED') await receive(trx, context, { appointment, deposit, amount: para });
  if (action === 'REFUNDED') {
    await assertPaid(trx, appointment, para);
    await record(trx, context, deposit, { kind: 'REFUND', amount: para });
  }
  await advanceDeposit(trx, context, { appointment, state: deposit.state, event: action });
}

/** Records the received amount as a payment and as the amount of the deposit. Notifies the client of an upcoming booking, unless the deposit has expired. */
async function receive(
  trx: Trx,
  context: Context,
  { appointment, deposit, amount }: { appointment: AppointmentRow; deposit: DepositRow; amount: number },
): Promise<void> {
  await record(trx, context, deposit, { kind: 'DEPOSIT', amount });
  await trx.updateTable('deposits').set({ amount }).where('booking_id', '=', deposit.booking_id).execute();
  if (deposit.state !== 'WAITING') return; // the money came late and is to be refunded
  const { client_id, status, start_datetime } = appointment;
  if (client_id === null || status !== 'BOOKED' || start_datetime <= context.now.wall) return;
  const facts = { ...factsOf(appointment, dateOf(context.now.wall)), amount: toDinars(amount) };
  const notification = { client_id, type: 'APPT_DEPOSIT_RECEIVED', facts } as const;
  await notifyClient(trx, notification, appointment, immediately(context.now));
}

/** Adds a row to the ledger. If today's till is closed, the row counts for the next day whose till is open. */
async function record(
  trx: Trx,
  context: Context,
  { booking_id }: DepositRow,
  row: { readonly kind: 'DEPOSIT' | 'REFUND'; readonly amount: number },
): Promise<void> {
  const day = await lockNextOpenDay(trx, dateOf(context.now.wall));
  await recordPayment(trx, context, { ...row, booking_id, method: 'IPS', day });
}

type JobContext = Pick<Platform, 'db' | 'clock' | 'config'>;

/** Expires deposits that were not paid in time, each in its own transaction. Cancels their bookings that have not begun, and lists their guests to be called. docs/spec/behaviour.md §19.2 */
export async function expireDeposits(context: JobContext): Promise<void> {
  const late = await context.db
    .selectFrom('deposits')
    .innerJoin('appointments', 'appointments.booking_id', 'deposits.booking_id')
    .select('appointments.id')
    .where('state', '=', 'WAITING')
    .where('until_at', '<=', readClock(context.clock).ms)
    .orderBy('until_at')
    .execute();
  await forEachIsolated(late, ({ id }) => expireOne(context, id));
}

function expireOne({ db, clock, config }: JobContext, id: AppointmentId): Promise<void> {
  const now = readClock(clock);
  const context = { now, clock, config, user: 'LUNULA' } as const;
  return inTransaction(db, async (trx) => {
    const before = await lockAppointment(trx, id);
    const deposit = await depositOf(trx, before);
    if (deposit?.state !== 'WAITING' || deposit.until_at > now.ms) return; // another request has changed the deposit since the list was read
    if (before.status !== 'BOOKED' || before.start_datetime <= now.wall) {
      await advanceDeposit(trx, context, { appointment: before, state: 'WAITING', event: 'HOLD_ENDED' });
      return;
    }
    await releaseForSalon(trx, context, before, { reason: UNPAID_REASON, told: 'HOLD_ENDED' });
  });
}
