import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { CashDay, Payment, paymentEndpoints } from '#contract/payments.ts';
import { isUnbooked } from '#domain/appointments/appointments.ts';
import type { AppointmentId, PaymentId } from '#domain/ids.ts';
import { CASH_RANGE_MAX_DAYS, LIST_MAX_COUNT } from '#domain/limits.ts';
import type { DepositState } from '#domain/payments/deposits.ts';
import {
  daySums,
  type Payment as LedgerPayment,
  type PaymentKind,
  type PaymentMethod,
  paymentRefusal,
  takingsByMethod,
  takingsOf,
} from '#domain/payments/ledger.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import { dateOf, daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { recordCashDay } from '../history/history.ts';
import { sha256 } from '../platform/auth/secrets.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import type { Db, PaymentRow, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, lockCashDay, lockKey, lockRows } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import {
  depositOf,
  lockOpenDay,
  PAYMENT_COLUMNS,
  recordPayment,
  type Till,
  tillOf,
  UNTOUCHED,
} from './payments.ts';

type Row = Pick<PaymentRow, (typeof PAYMENT_COLUMNS)[number]>;
type OwnerContext = RequestContext<SessionUser>;

const json = ({ day: _, request_hash: __, amount, at, voided_at, ...row }: Row, clock: Clock): Payment => ({
  ...row,
  amount: toDinars(amount),
  at: momentText(at, clock),
  voided_at: momentText(voided_at, clock),
});

/** Refuses requests while payments are off. docs/spec/behaviour.md §19.1 */
async function assertPaymentsOn(db: Db | Trx, { config }: Pick<RequestContext, 'config'>): Promise<void> {
  const { payments } = await currentSettings(db, config);
  if (payments === 0) refuse('payments_off');
}

const forward = <P extends ParsedQuery<'GET /cash'>>(period: P): P =>
  period.to < period.from ? refuse('range_reversed') : period;

async function listPayments(context: ListContext, query: ParsedQuery<'GET /payments'>): Promise<Payment[]> {
  const { from, to, limit = LIST_MAX_COUNT, offset = 0 } = forward(query);
  const { db, clock, setTotal } = context;
  await assertPaymentsOn(db, context);
  const list = db
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('day', '>=', from)
    .where('day', '<=', to);
  const rows = await list.orderBy('day').orderBy('id').limit(limit).offset(offset).execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map((row) => json(row, clock));
}

/** Returns the columns that store the Idempotency-Key, and the payment that an earlier request with this key recorded. */
async function onceOnly(trx: Trx, { user, idempotencyKey }: KeyedContext, input: object) {
  if (idempotencyKey === undefined) return { key: { key_hash: null, request_hash: null } };
  const key = {
    key_hash: sha256(`${user.id}:${idempotencyKey}`),
    request_hash: sha256(JSON.stringify(input)),
  };
  await lockKey(trx, key.key_hash);
  const recorded = await trx
    .selectFrom('payments')
    .select(PAYMENT_COLUMNS)
    .where('key_hash', '=', key.key_hash)
    .executeTakeFirst();
  if (recorded && recorded.request_hash !== key.request_hash) refuse('key_reused');
  return { key, recorded };
}
type KeyedContext = OwnerContext & { readonly idempotencyKey: string | undefined };

function addPayment(context: KeyedContext, input: ParsedBody<'POST /payments'>): Promise<Payment> {
  const { appointment_id = null, note = null, amount, kind, method } = input;
  const fields = paymentRefusal({ kind, method, hasAppointment: appointment_id !== null });
  if (fields) refuse('bad_input', { fields });
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const { key, recorded } = await onceOnly(trx, context, input);
    if (recorded) return json(recorded, context.clock);
    if (appointment_id !== null) await assertHasPerson(trx, appointment_id);
    const day = dateOf(context.now.wall);
    await lockOpenDay(trx, day);
    const row = { appointment_id, kind, method, amount: toPara(amount), note, day, ...key };
    return json(await recordPayment(trx, context, row), context.clock);
  });
}

/** Refuses to record a payment for a slot, because the next booking of the slot would count as paid. */
async function assertHasPerson(trx: Trx, id: AppointmentId): Promise<void> {
  // locks the row, so that the appointment is not deleted and does not become a slot before the payment is committed
  const found = await trx
    .selectFrom('appointments')
    .select('status')
    .where('id', '=', id)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (!found) refuse('not_found');
  if (isUnbooked(found.status)) refuse('appointment_not_booked');
}

/** Voids a payment; its row stays. Refuses if the till of its day is closed. docs/spec/behaviour.md §19.1 */
function voidPayment(context: OwnerContext, id: PaymentId, reason: string): Promise<Payment> {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const unlocked = await trx.selectFrom('payments').select('day').where('id', '=', id).executeTakeFirst();
    if (!unlocked) refuse('not_found');
    await lockOpenDay(trx, unlocked.day);
    const row = await trx
      .selectFrom('payments')
      .select(PAYMENT_COLUMNS)
      .where('id', '=', id)
      .$call(lockRows(trx))
      .executeTakeFirstOrThrow();
    if (row.voided_at !== null) refuse('payment_voided');
    refuseIf(await depositRefusal(trx, row));
    const voided = { voided_at: context.now.ms, void_reason: reason };
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    await trx.updateTable('payments').set(voided).where('id', '=', id).execute();
    return json({ ...row, ...voided }, context.clock);
  });
}

/** Refuses to void a DEPOSIT or REFUND payment on which the state of the appointment's deposit depends. */
async function depositRefusal(trx: Trx, { kind, appointment_id }: Row): Promise<'deposit_state' | undefined> {
  const deposit = appointment_id === null ? undefined : await depositOf(trx, appointment_id);
  return deposit && STATES_OF[kind]?.includes(deposit.state) ? 'deposit_state' : undefined;
}

/** The possible states of a deposit after a payment of this kind. */
const STATES_OF: Partial<Record<PaymentKind, readonly DepositState[]>> = {
  DEPOSIT: ['RECEIVED', 'TO_REFUND', 'REFUNDED', 'KEPT'],
  REFUND: ['REFUNDED'],
};

export const paymentRoutes: RoutesOf<typeof paymentEndpoints> = {
  'GET /payments': (request) => listPayments(request, request.query),
  'POST /payments': (request) => addPayment(request, request.body),
  'POST /payments/{id}/void': (request) => voidPayment(request, request.params.id, request.body.reason),
  'GET /analytics/charged': async ({ query, ...request }) => {
    await assertPaymentsOn(request.db, request);
    return chargedIn(request.db, forward(query));
  },
  'GET /cash': async ({ query, ...request }) => {
    await assertPaymentsOn(request.db, request);
    return cashDaysIn(request.db, forward(query));
  },
  'GET /cash/{date}': async (request) => {
    await assertPaymentsOn(request.db, request);
    return cashDayOf(request.db, request.params.date);
  },
  'PUT /cash/{date}': (request) => setOpening(request, request.params.date, toPara(request.body.opening)),
  'POST /cash/{date}/close': (request) =>
    closeDay(request, request.params.date, toPara(request.body.counted)),
  'POST /cash/{date}/reopen': (request) => reopenDay(request, request.params.date, request.body.reason),
};

type Period = ParsedQuery<'GET /cash'>;

async function cashDayOf(db: Db | Trx, date: WallDate): Promise<CashDay> {
  return cashDay(date, await tillOf(db, date), await paymentsIn(db, { from: date, to: date }));
}

const paymentsIn = (db: Db | Trx, { from, to }: Period) =>
  db
    .selectFrom('payments')
    .select(['day', 'kind', 'method', 'amount', 'voided_at'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();

/** The days of a period that have payments or an opening amount. docs/spec/behaviour.md §19.1 */
async function cashDaysIn(db: Db, period: Period): Promise<CashDay[]> {
  if (daysBetween(period.from, period.to) >= CASH_RANGE_MAX_DAYS) refuse('range_too_long');
  const payments = Map.groupBy(await paymentsIn(db, period), ({ day }) => day);
  const rows = await db
    .selectFrom('cash_days')
    .select(['day', 'opening', 'counted', 'closed_at'])
    .where('day', '>=', period.from)
    .where('day', '<=', period.to)
    .execute();
  const tills = new Map(rows.map((row) => [row.day, row]));
  return [...new Set([...payments.keys(), ...tills.keys()])]
    .sort()
    .map((day) => cashDay(day, tills.get(day) ?? UNTOUCHED, payments.get(day) ?? []));
}

async function chargedIn(db: Db, { from, to, technician_id }: ParsedQuery<'GET /analytics/charged'>) {
  const found = await db
    .selectFrom('payments')
    .leftJoin('appointments', 'appointments.id', 'payments.appointment_id')
    .leftJoin('technicians', 'technicians.id', 'appointments.technician_id')
    .select(['kind', 'method', 'technicians.id as technician_id', 'technicians.name'])
    .select(({ fn }) => fn.sum<number>('amount').as('amount'))
    .where('payments.day', '>=', from)
    .where('payments.day', '<=', to)
    .where('voided_at', 'is', null)
    .where(({ and }) => and(technician_id === undefined ? {} : { technician_id }))
    .groupBy(['kind', 'method', 'technicians.id', 'technicians.name'])
    .execute();
  const rows = found.map((row) => ({ ...row, voided_at: null }));
  const technicians = [...Map.groupBy(rows, ({ technician_id }) => technician_id)].map(
    ([technician_id, theirs]) => ({
      technician_id,
      name: theirs[0]?.name ?? null,
      amount: toDinars(takingsOf(theirs)),
    }),
  );
  return {
    total: toDinars(takingsOf(rows)),
    methods: inDinars(takingsByMethod(rows)),
    technicians: technicians.filter(({ amount }) => amount !== 0).sort((a, b) => b.amount - a.amount),
  };
}

const inDinars = (takings: Record<PaymentMethod, number>): CashDay['takings'] => ({
  CASH: toDinars(takings.CASH),
  CARD: toDinars(takings.CARD),
  IPS: toDinars(takings.IPS),
  OTHER: toDinars(takings.OTHER),
});

function cashDay(date: WallDate, { opening, counted }: Till, payments: readonly LedgerPayment[]): CashDay {
  const { takings, cash_in, cash_out, expenses, expected } = daySums(payments, opening);
  return {
    date,
    state: counted === null ? 'OPEN' : 'CLOSED',
    opening: toDinars(opening),
    takings: inDinars(takings),
    cash_in: toDinars(cash_in),
    cash_out: toDinars(cash_out),
    expenses: toDinars(expenses),
    expected: toDinars(expected),
    counted: counted === null ? null : toDinars(counted),
    difference: counted === null ? null : toDinars(counted - expected),
  };
}

const saveTill = async (trx: Trx, day: WallDate, till: Till): Promise<void> => {
  await trx
    .insertInto('cash_days')
    .values({ day, ...till })
    .onConflict((conflict) => conflict.column('day').doUpdateSet(till))
    .execute();
};

function changeTill(
  context: OwnerContext,
  day: WallDate,
  change: (trx: Trx) => Promise<{ readonly before: Till; readonly after: Till; readonly reason?: string }>,
): Promise<CashDay> {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const { before, after, reason } = await change(trx);
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    await saveTill(trx, day, after);
    await recordCashDay(trx, context, { day, before, after, reason });
    return cashDayOf(trx, day);
  });
}

const setOpening = (context: OwnerContext, day: WallDate, opening: number): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    const before = await lockOpenDay(trx, day);
    return { before, after: { ...before, opening } };
  });

/** Closes the till of a day. Payments of a closed day can be neither added nor voided. docs/spec/behaviour.md §19.1 */
const closeDay = (context: OwnerContext, day: WallDate, counted: number): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    const before = await lockOpenDay(trx, day);
    return { before, after: { ...before, counted, closed_at: context.now.ms } };
  });

const reopenDay = (context: OwnerContext, day: WallDate, reason: string): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    await lockCashDay(trx, day);
    const before = await tillOf(trx, day);
    return { before, after: { ...before, counted: null, closed_at: null }, reason };
  });
