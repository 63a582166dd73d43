import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { CashDay, Payment, paymentEndpoints } from '#contract/payments.ts';
import { isOwnOnly } from '#domain/accounts/roles.ts';
import type { AppointmentId, BookingId, HoldingId, PaymentId } from '#domain/ids.ts';
import { CASH_RANGE_MAX_DAYS, LIST_MAX_COUNT } from '#domain/limits.ts';
import { type DepositState, stepBack } from '#domain/payments/deposits.ts';
import { valueLeft, voucherAmount } from '#domain/payments/holdings.ts';
import {
  CHARGED_BY_TECHNICIANS,
  daySums,
  isHoldingMethod,
  type LedgerMethod,
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
import { assertMay } from '../platform/auth/sessions.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import { appointmentById } from '../platform/db/appointments.ts';
import {
  billOf,
  hasUses,
  lockHolding,
  payersOf,
  takeAmount,
  takeVisit,
} from '../platform/db/money/holdings.ts';
import {
  assertPaymentOpen,
  type KeyedContext,
  type LedgerRow,
  lockedKey,
  PAYMENT_COLUMNS,
  recordPayment,
  type UserContext,
  voidRow,
} from '../platform/db/money/payments.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction, lockCashDay, lockRows } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { ListContext, RoutesOf } from '../platform/http/request.ts';
import { assertPaid, assertPaymentsOn, depositOf, takeDepositBack } from './payments.ts';
import { lockOpenDay, type Till, tillOf, UNTOUCHED } from './till.ts';

/** The response; `appointment_id`: the row that holds the booking of the payment now. */
const json = (
  { day: _, request_hash: __, booking_id: ___, holding_id, amount, at, voided_at, ...row }: LedgerRow,
  appointment_id: AppointmentId | null,
  clock: Clock,
): Payment => ({
  ...row,
  appointment_id,
  ...(holding_id !== null && { holding_id }),
  amount: toDinars(amount),
  at: momentText(at, clock),
  voided_at: momentText(voided_at, clock),
});

const forward = <P extends ParsedQuery<'GET /cash'>>(period: P): P =>
  period.to < period.from ? refuse('range_reversed') : period;

async function listPayments(context: ListContext, query: ParsedQuery<'GET /payments'>): Promise<Payment[]> {
  const { from, to, limit = LIST_MAX_COUNT, offset = 0 } = forward(query);
  const { db, clock, setTotal } = context;
  await assertPaymentsOn(db, context);
  const list = selectPayments(db).where('payments.day', '>=', from).where('payments.day', '<=', to);
  const page = list.orderBy('payments.day').orderBy('payments.id').limit(limit).offset(offset);
  const rows = await page.execute();
  setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map(({ appointment_id, ...row }) => json(row, appointment_id, clock));
}

const selectPayments = (db: Db | Trx) =>
  db
    .selectFrom('payments')
    .leftJoin('appointments', 'appointments.booking_id', 'payments.booking_id')
    .select(PAYMENT_COLUMNS.map((column) => `payments.${column}` as const))
    .select('appointments.id as appointment_id');

/** Returns the columns that store the Idempotency-Key, and the payment that an earlier request with this key recorded. */
async function onceOnly(trx: Trx, context: KeyedContext, input: object) {
  const key = await lockedKey(trx, context, input);
  if (key.key_hash === null) return { key };
  const recorded = await selectPayments(trx).where('key_hash', '=', key.key_hash).executeTakeFirst();
  if (recorded && recorded.request_hash !== key.request_hash) refuse('key_reused');
  return { key, recorded };
}

/** Accepts a booking that still waits for the salon, because its person pays. docs/spec/behaviour.md §28.3 */
type AcceptPaid = (trx: Trx, context: UserContext, row: AppointmentRow) => Promise<void>;

function addPayment(
  context: KeyedContext,
  input: ParsedBody<'POST /payments'>,
  acceptPaid: AcceptPaid,
): Promise<Payment> {
  const { appointment_id = null, holding_id, amount, kind, method } = input;
  const [hasAppointment, hasHolding] = [appointment_id !== null, holding_id !== undefined];
  const fields =
    paymentRefusal({ kind, method, hasAppointment, hasHolding }) ?? amountRefusal(method, amount);
  if (fields) refuse('bad_input', { fields });
  const isForOwner = !hasAppointment || !CHARGED_BY_TECHNICIANS.includes(kind);
  if (isForOwner && isOwnOnly(context.user, 'charge')) refuse('not_allowed');
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const { key, recorded } = await onceOnly(trx, context, input);
    if (recorded) return json(recorded, recorded.appointment_id, context.clock);
    const row = appointment_id === null ? undefined : await lockedRow(trx, context, appointment_id);
    if (row) await acceptPaid(trx, context, row);
    const saved = await (row && isHoldingMethod(method)
      ? payByHolding(trx, { ...context, key }, row, input)
      : takeMoney(trx, { ...context, key }, row?.booking_id ?? null, input));
    return json(saved, appointment_id, context.clock);
  });
}

type Input = ParsedBody<'POST /payments'>;
type WithKey = UserContext & { readonly key: Awaited<ReturnType<typeof lockedKey>> };

/** A package gives a visit, never an amount; a voucher gives by default what is due. */
function amountRefusal(method: LedgerMethod, amount: number | undefined) {
  if (method === 'PACKAGE')
    return amount === undefined ? undefined : { amount: 'Paketom se skida poseta, ne iznos.' };
  return amount === undefined && method !== 'VOUCHER' ? { amount: 'Unesite iznos.' } : undefined;
}

async function takeMoney(
  trx: Trx,
  context: WithKey,
  booking_id: BookingId | null,
  { kind, method, holding_id, note = null, amount = 0 }: Input,
): Promise<LedgerRow> {
  const day = dateOf(context.now.wall);
  const para = toPara(amount);
  if (kind === 'REFUND' && booking_id) await assertPaid(trx, { booking_id }, para);
  await lockOpenDay(trx, day);
  if (holding_id !== undefined) {
    const held = await lockHolding(trx, holding_id);
    if (para > valueLeft(held, held.used) - held.refunded) refuse('refund_exceeds');
  }
  const of = { booking_id, holding_id: holding_id ?? null, ...context.key };
  const row = { ...of, kind, method, amount: para, note, day };
  return recordPayment(trx, context, row);
}

/** Takes a visit of a package or an amount of a voucher. docs/spec/behaviour.md §32.2 */
async function payByHolding(
  trx: Trx,
  context: WithKey,
  row: AppointmentRow,
  { method, holding_id, amount, note = null }: Input,
): Promise<LedgerRow> {
  if (row.status !== 'BOOKED' || holding_id === undefined) return refuse('appointment_not_booked');
  const held = await lockHolding(trx, holding_id);
  const isHers = held.person_id !== null && (await payersOf(trx, row)).includes(held.person_id);
  if (method === 'PACKAGE' && !isHers && isOwnOnly(context.user, 'charge')) refuse('not_allowed');
  if (held.kind !== method) refuse('bad_input', { fields: { holding_id: 'Izaberite paket ili vaučer.' } });
  if (method === 'PACKAGE') return takeVisit(trx, context, row, held, note);
  const bill = await billOf(trx, row);
  const asked = amount === undefined ? undefined : toPara(amount);
  const para = voucherAmount(bill, valueLeft(held, held.used), asked);
  return para === undefined
    ? refuse('bad_input', { fields: { amount: 'Toliko nije za naplatu.' } })
    : takeAmount(trx, context, row, held, { amount: para, note });
}

/** The appointment of a payment, which keeps its booking until the payment is committed. Refuses a slot. */
async function lockedRow(trx: Trx, context: UserContext, id: AppointmentId): Promise<AppointmentRow> {
  await trx.selectFrom('appointments').select('id').where('id', '=', id).$call(lockRows(trx)).execute();
  const row = (await appointmentById(trx, id)) ?? refuse('not_found');
  assertMay(context, 'charge', [row]);
  return row.booking_id === null ? refuse('appointment_not_booked') : row;
}

/** Voids a payment; its row stays. Refuses if the till of its day is closed. docs/spec/behaviour.md §19.1 */
function voidPayment(context: UserContext, id: PaymentId, reason: string): Promise<Payment> {
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const unlocked = await selectPayments(trx).where('payments.id', '=', id).executeTakeFirst();
    if (!unlocked) refuse('not_found');
    if (unlocked.appointment_id !== null) await lockedRow(trx, context, unlocked.appointment_id);
    if (!isHoldingMethod(unlocked.method)) await lockOpenDay(trx, unlocked.day);
    await trx.selectFrom('payments').select('id').where('id', '=', id).$call(lockRows(trx)).execute();
    const row = await selectPayments(trx).where('payments.id', '=', id).executeTakeFirstOrThrow();
    if (row.voided_at !== null) refuse('payment_voided');
    const voided = { voided_at: context.now.ms, void_reason: reason };
    publishOnCommit(trx, { appointments: ['ADMIN'] });
    if (row.holding_id !== null) await assertUnused(trx, row.holding_id, row.kind);
    await assertPaymentOpen(trx, context.now, row);
    await voidRow(trx, context.now, id, reason);
    await followVoided(trx, context, row, reason);
    await assertPaid(trx, row, 0);
    return json({ ...row, ...voided }, row.appointment_id, context.clock);
  });
}

/** Refuses to void a sale with uses or a refund, and a use of what was refunded. */
async function assertUnused(trx: Trx, holding: HoldingId, kind: PaymentKind): Promise<void> {
  const held = await lockHolding(trx, holding);
  const isUsed = kind === 'SALE' && (await hasUses(trx, held));
  if (isUsed || (kind !== 'REFUND' && held.refunded > 0)) refuse('holding_used');
}

type Voided = LedgerRow & { readonly appointment_id: AppointmentId | null };

/** Takes the deposit's last step back if its payment was voided. Refuses if a later step depends on the payment. docs/spec/behaviour.md §19.2 */
async function followVoided(trx: Trx, context: UserContext, row: Voided, reason: string): Promise<void> {
  const { kind, booking_id, appointment_id } = row;
  const deposit = booking_id === null ? undefined : await depositOf(trx, { booking_id });
  if (!deposit || !STATES_OF[kind]?.includes(deposit.state)) return;
  const appointment = appointment_id === null ? undefined : await appointmentById(trx, appointment_id);
  if (!appointment || stepBack(deposit.state, appointment.status === 'BOOKED')?.voids !== kind)
    refuse('deposit_state');
  if (!(await hasLive(trx, row))) await takeDepositBack(trx, context, { appointment, deposit, reason });
}

/** True if another payment of this kind for the booking is not voided. */
async function hasLive(trx: Trx, { booking_id, kind }: LedgerRow): Promise<boolean> {
  const live = trx.selectFrom('payments').select('id').where('booking_id', '=', booking_id);
  return (
    (await live.where('kind', '=', kind).where('voided_at', 'is', null).limit(1).executeTakeFirst()) !==
    undefined
  );
}

/** The possible states of a deposit after a payment of this kind. */
const STATES_OF: Partial<Record<PaymentKind, readonly DepositState[]>> = {
  DEPOSIT: ['RECEIVED', 'TO_REFUND', 'REFUNDED', 'KEPT'],
  REFUND: ['REFUNDED'],
};

export const paymentRoutes = (acceptPaid: AcceptPaid): RoutesOf<typeof paymentEndpoints> => ({
  'GET /payments': (request) => listPayments(request, request.query),
  'POST /payments': (request) => addPayment(request, request.body, acceptPaid),
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
});

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
    .leftJoin('appointments', 'appointments.booking_id', 'payments.booking_id')
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
  context: UserContext,
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

const setOpening = (context: UserContext, day: WallDate, opening: number): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    const before = await lockOpenDay(trx, day);
    return { before, after: { ...before, opening } };
  });

/** Closes the till of a day. Payments of a closed day can be neither added nor voided. docs/spec/behaviour.md §19.1 */
const closeDay = (context: UserContext, day: WallDate, counted: number): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    const before = await lockOpenDay(trx, day);
    return { before, after: { ...before, counted, closed_at: context.now.ms } };
  });

const reopenDay = (context: UserContext, day: WallDate, reason: string): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    await lockCashDay(trx, day);
    const before = await tillOf(trx, day);
    return { before, after: { ...before, counted: null, closed_at: null }, reason };
  });
