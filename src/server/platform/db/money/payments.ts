// Rows of the ledger, and what guards the days that were paid out. docs/spec/behaviour.md §19.1 and §32.4
import { payment } from '#contract/payments.ts';
import type { BookingId, PaymentId, TechnicianId } from '#domain/ids.ts';
import { sharedOn } from '#domain/payments/shares.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { sha256 } from '../../auth/secrets.ts';
import type { SessionUser } from '../../auth/sessions.ts';
import type { Now } from '../../clock.ts';
import { refuse } from '../../errors.ts';
import { publishOnCommit } from '../../events/publish.ts';
import type { RequestContext } from '../../http/request.ts';
import type { AppointmentRow, NewPayment, PaymentRow, Trx } from '../schema.ts';
import { lockKey, lockShares } from '../transaction.ts';

const STORED = payment.keyof().exclude(['appointment_id']).options;
export const PAYMENT_COLUMNS = [...STORED, 'booking_id', 'day', 'request_hash'] as const;
export type LedgerRow = Pick<PaymentRow, (typeof PAYMENT_COLUMNS)[number]>;

export type UserContext = RequestContext<SessionUser>;
export type KeyedContext = UserContext & { readonly idempotencyKey: string | undefined };
type Payer = Pick<UserContext, 'now' | 'user'>;

/** The columns that store the Idempotency-Key of a request, locked, so that a repeated request finds what the first one made. */
export async function lockedKey(trx: Trx, { user, idempotencyKey }: KeyedContext, input: object) {
  if (idempotencyKey === undefined) return { key_hash: null, request_hash: null };
  const key_hash = sha256(`${user.id}:${idempotencyKey}`);
  await lockKey(trx, key_hash);
  return { key_hash, request_hash: sha256(JSON.stringify(input)) };
}

/** Appends a payment to the ledger. The caller must first lock the payment's day, unless a package or voucher pays. */
export const recordPayment = (
  trx: Trx,
  { now, user }: Payer,
  row: Omit<NewPayment, 'at' | 'by_user'> & { readonly day: WallDate },
): Promise<LedgerRow> => {
  publishOnCommit(trx, { appointments: ['ADMIN'] });
  return trx
    .insertInto('payments')
    .values({ ...row, at: now.ms, by_user: user.id })
    .returning(PAYMENT_COLUMNS)
    .executeTakeFirstOrThrow();
};

type Place = Pick<AppointmentRow, 'booking_id' | 'status' | 'technician_id' | 'start_datetime'>;

/** Whose share a booking's payments are, and from which day on; undefined: nobody's. */
const shareOfRow = ({ status, technician_id, start_datetime }: Place, { wall }: Now) =>
  status === 'BOOKED' && start_datetime <= wall
    ? { technician_id, start: dateOf(start_datetime) }
    : undefined;

/** The payments of a booking that count for shares. */
const sharedPayments = (trx: Trx, booking_id: BookingId) =>
  trx
    .selectFrom('payments')
    .select('day')
    .distinct()
    .where('booking_id', '=', booking_id)
    .where('voided_at', 'is', null)
    .execute();

/** Refuses to change the payments of a day that was paid out to this technician. docs/spec/behaviour.md §32.4 */
async function assertDayOpen(trx: Trx, technician: TechnicianId, day: WallDate): Promise<void> {
  const paid = await trx
    .selectFrom('payouts')
    .innerJoin('payments', 'payments.id', 'payouts.payment_id')
    .select('payouts.id')
    .where('technician_id', '=', technician)
    .where('date_from', '<=', day)
    .where('date_to', '>=', day)
    .where('voided_at', 'is', null)
    .limit(1)
    .executeTakeFirst();
  if (paid) refuse('period_paid');
}

/** Refuses a change of a booking by which payments would leave or enter days that were paid out. */
export async function assertSharesStay(
  trx: Trx,
  now: Now,
  { before, after }: { readonly before: Place; readonly after: Place },
): Promise<void> {
  const was = shareOfRow(before, now);
  const is = after.booking_id === before.booking_id ? shareOfRow(after, now) : undefined;
  const isSame = was?.technician_id === is?.technician_id && was?.start === is?.start;
  if (isSame || before.booking_id === null) return;
  const payments = await sharedPayments(trx, before.booking_id);
  if (payments.length > 0) await lockShares(trx);
  for (const { day } of payments)
    for (const share of [was, is])
      if (share) await assertDayOpen(trx, share.technician_id, sharedOn(share.start, day));
}

/** Refuses to void a payment of a day that was paid out. */
export async function assertPaymentOpen(
  trx: Trx,
  now: Now,
  { booking_id, day }: Pick<LedgerRow, 'booking_id' | 'day'>,
): Promise<void> {
  if (booking_id === null) return;
  const row = await trx
    .selectFrom('appointments')
    .select(['booking_id', 'status', 'technician_id', 'start_datetime'])
    .where('booking_id', '=', booking_id)
    .executeTakeFirst();
  const share = row && shareOfRow(row, now);
  if (!share) return;
  await lockShares(trx);
  await assertDayOpen(trx, share.technician_id, sharedOn(share.start, day));
}

export const voidRow = (trx: Trx, { ms }: Now, id: PaymentId, void_reason: string) =>
  trx.updateTable('payments').set({ voided_at: ms, void_reason }).where('id', '=', id).execute();
