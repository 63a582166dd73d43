// What each technician earned, and what was paid out. docs/spec/behaviour.md §32.4
import type { ParsedBody, ParsedQuery } from '#contract/index.ts';
import type { Payout, Shares, shareEndpoints } from '#contract/payments/shares.ts';
import type { PaymentId, PayoutId, TechnicianId } from '#domain/ids.ts';
import { isHoldingMethod, type LedgerMethod, PAYMENT_METHODS } from '#domain/payments/ledger.ts';
import { toDinars, toPara } from '#domain/payments/money.ts';
import {
  partsOf,
  type SharedLine,
  type SharedRow,
  type SharePart,
  sharedOn,
  sharesOf,
  signOf,
} from '#domain/payments/shares.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { recordPayment, type UserContext } from '../platform/db/money/payments.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockShares } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import { assertPeriod } from '../statistics/statistics.ts';
import { assertPaymentsOn } from './payments.ts';
import { lockOpenDay } from './till.ts';

interface Period {
  readonly from: WallDate;
  readonly to: WallDate;
}

/** The payments of bookings that have begun and count for a day of the period. */
const paymentsIn = (db: Db | Trx, { from, to }: Period, { wall }: Now) =>
  db
    .selectFrom('payments')
    .innerJoin('appointments', 'appointments.booking_id', 'payments.booking_id')
    .innerJoin('bookings', 'bookings.id', 'payments.booking_id')
    .leftJoin('holding_uses', 'holding_uses.payment_id', 'payments.id')
    .select(['payments.id', 'kind', 'method', 'payments.amount', 'payments.day', 'bookings.id as booking_id'])
    .select(['technician_id', 'appointments.day as start', 'bookings.price'])
    .select(['holding_uses.id as use_id', 'holding_uses.amount as value'])
    .where('kind', 'in', ['VISIT', 'TIP', 'DEPOSIT', 'REFUND'])
    .where('voided_at', 'is', null)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '<=', wall)
    .where('payments.day', '<=', to)
    .where('appointments.day', '<=', to)
    .where(({ or, eb }) => or([eb('payments.day', '>=', from), eb('appointments.day', '>=', from)]))
    .orderBy('payments.id')
    .execute();
type Paid = Awaited<ReturnType<typeof paymentsIn>>[number];
type Line = SharedLine & { readonly uses: readonly number[] };

/** The lines of bookings with the visits that cover them. */
async function linesOf(db: Db | Trx, rows: readonly Paid[]): Promise<ReadonlyMap<number, readonly Line[]>> {
  const ids = [...new Set(rows.map(({ booking_id }) => booking_id))];
  if (ids.length === 0) return new Map();
  const lines = await db
    .selectFrom('booking_lines')
    .select(['booking_id', 'service_id', 'name', 'price'])
    .where('booking_id', 'in', ids)
    .orderBy('booking_id')
    .orderBy('position')
    .execute();
  const covered = await db
    .selectFrom('covered_lines')
    .innerJoin('holding_uses', 'holding_uses.id', 'use_id')
    .innerJoin('payments', 'payments.id', 'holding_uses.payment_id')
    .select(['use_id', 'holding_uses.booking_id', 'covered_lines.service_id', 'covered_lines.name'])
    .where('holding_uses.booking_id', 'in', ids)
    .where('payments.voided_at', 'is', null)
    .execute();
  const all = lines.map(({ booking_id, price, ...line }) => {
    const uses = covered
      .filter((cover) => cover.booking_id === booking_id && isSameLine(cover, line))
      .map(({ use_id }) => use_id);
    const para = price === null ? null : toPara(price);
    return { ...line, booking_id, price: para, percent: null, uses, isCovered: uses.length > 0 };
  });
  return Map.groupBy(all, ({ booking_id }) => booking_id);
}

const isSameLine = (
  cover: { readonly service_id: number; readonly name: string },
  line: { readonly service_id: number | null; readonly name: string },
): boolean => (line.service_id === null ? cover.name === line.name : cover.service_id === line.service_id);

const sourceOf = (method: LedgerMethod) => (isHoldingMethod(method) ? method : ('MONEY' as const));

/** What was stored when the days were paid out, by payment. */
async function paidParts(db: Db | Trx, rows: readonly Paid[]) {
  const ids = rows.map(({ id }) => id);
  const stored = await db
    .selectFrom('payout_rows')
    .innerJoin('payouts', 'payouts.id', 'payout_id')
    .innerJoin('payments', 'payments.id', 'payouts.payment_id')
    .select(['payout_rows.payment_id', 'service_id', 'name', 'base', 'percent', 'share'])
    .where('payout_rows.payment_id', 'in', ids)
    .where('voided_at', 'is', null)
    .orderBy('payout_rows.id')
    .execute();
  return Map.groupBy(stored, ({ payment_id }) => payment_id);
}

type Percents = (technician: TechnicianId, service: number | null) => number | null;

/** The percent of a technician for a service. */
async function percents(db: Db | Trx): Promise<Percents> {
  const own = await db.selectFrom('technicians').select(['id', 'percent']).execute();
  const terms = await db
    .selectFrom('technician_terms')
    .select(['technician_id', 'service_id', 'percent'])
    .where('percent', 'is not', null)
    .execute();
  return (technician, service) =>
    terms.find(({ technician_id, service_id }) => technician_id === technician && service_id === service)
      ?.percent ??
    own.find(({ id }) => id === technician)?.percent ??
    null;
}

/** A payment of a technician with its parts. */
interface Row extends SharedRow {
  readonly payment_id: PaymentId;
  readonly technician_id: TechnicianId;
  readonly parts: readonly SharePart[];
}

/** The payments that count for days of the period, divided by the lines of their bookings. */
async function sharedRows(db: Db | Trx, period: Period, now: Now): Promise<Row[]> {
  const paid = await paymentsIn(db, period, now);
  const [lines, stored, percentOf] = [await linesOf(db, paid), await paidParts(db, paid), await percents(db)];
  return paid.map((row): Row => {
    const { id, booking_id, technician_id, kind, method, price, use_id } = row;
    const sign = signOf(kind);
    const amount = (sign ?? 1) * Number(method === 'PACKAGE' ? (row.value ?? 0) : row.amount);
    const source = sign === undefined ? ('TIP' as const) : sourceOf(method);
    const of = { payment_id: id, booking_id, technician_id, day: sharedOn(row.start, row.day), amount };
    if (source === 'TIP') return { ...of, source, parts: [] };
    const alone = {
      service_id: null,
      name: NO_SERVICE_LABEL,
      price,
      percent: null,
      uses: [],
      isCovered: false,
    };
    const own = (lines.get(booking_id) ?? [alone]).map((line) => ({
      ...line,
      percent: percentOf(technician_id, line.service_id),
    }));
    const payment = { source, amount, covers: (line: Line) => use_id !== null && line.uses.includes(use_id) };
    return { ...of, source, parts: stored.get(id) ?? partsOf(payment, own) };
  });
}

const MONEY = ['base', 'share', 'tips', 'amount'] as const;
const inDinars = <R extends Readonly<Record<(typeof MONEY)[number], number>>>(row: R): R => ({
  ...row,
  ...Object.fromEntries(MONEY.map((field) => [field, toDinars(row[field])])),
});

function jsonOfSums(rows: readonly Row[]) {
  const { money, vouchers, packages, services, days, ...sums } = sharesOf(rows);
  return {
    ...inDinars(sums),
    money: toDinars(money),
    vouchers: toDinars(vouchers),
    packages: toDinars(packages),
    services: services.map((one) => ({ ...one, base: toDinars(one.base), share: toDinars(one.share) })),
    days: days.map(inDinars),
  };
}

async function sharesIn(
  context: UserContext,
  { technician_id: only, ...period }: ParsedQuery<'GET /analytics/shares'>,
): Promise<Shares[]> {
  const { db, clock, now } = context;
  assertPeriod(period);
  await assertPaymentsOn(db, context);
  const rows = await sharedRows(db, period, now);
  const payouts = (await payoutsIn(db, clock, { technician: only })).filter(
    ({ from, to, voided_at }) => voided_at === null && from <= period.to && to >= period.from,
  );
  const technicians = await db
    .selectFrom('technicians')
    .select(['id', 'name', 'percent', 'is_active'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  const has = (id: TechnicianId) => rows.some(({ technician_id }) => technician_id === id);
  return technicians
    .filter(({ id, is_active }) => is_active === 1 || has(id))
    .filter(({ id }) => only === undefined || id === only)
    .map(({ id, name, percent }) => ({
      technician_id: id,
      name,
      percent,
      ...jsonOfSums(rows.filter(({ technician_id }) => technician_id === id)),
      payout: payouts.find(({ technician_id }) => technician_id === id) ?? null,
    }));
}

/** The payouts of a technician or of all, latest first. */
async function payoutsIn(
  db: Db | Trx,
  clock: UserContext['clock'],
  { technician, only }: { technician?: TechnicianId | undefined; only?: PayoutId | undefined },
): Promise<Payout[]> {
  const rows = await db
    .selectFrom('payouts')
    .innerJoin('payments', 'payments.id', 'payouts.payment_id')
    .select(['payouts.id', 'technician_id', 'date_from as from', 'date_to as to'])
    .select(['amount', 'method', 'at', 'voided_at'])
    .where(({ and, eb }) =>
      and([
        ...(technician === undefined ? [] : [eb('technician_id', '=', technician)]),
        ...(only === undefined ? [] : [eb('payouts.id', '=', only)]),
      ]),
    )
    .orderBy('payouts.id', 'desc')
    .execute();
  return rows.map(({ amount, method, at, voided_at, ...row }) => ({
    ...row,
    amount: toDinars(amount),
    method: PAYMENT_METHODS.find((one) => one === method) ?? 'OTHER',
    at: momentText(at, clock),
    voided_at: momentText(voided_at, clock),
  }));
}

const PARA_IN_DINAR = 100;

/** Records that days of a technician were paid out, and stores each share as it is. docs/spec/behaviour.md §32.4 */
function payOut(context: UserContext, input: ParsedBody<'POST /shares/payouts'>): Promise<Payout> {
  const { technician_id, from, to, method } = input;
  const { now, clock } = context;
  const today = dateOf(now.wall);
  assertPeriod(input);
  if (to >= today) refuse('bad_input', { fields: { to: 'Period mora da se završi pre današnjeg dana.' } });
  return inTransaction(context.db, async (trx) => {
    await assertPaymentsOn(trx, context);
    const technician = await trx
      .selectFrom('technicians')
      .select(['name', 'percent'])
      .where('id', '=', technician_id)
      .executeTakeFirst();
    if (!technician) return refuse('unknown_technician');
    await lockOpenDay(trx, today);
    await lockShares(trx);
    const earlier = await payoutsIn(trx, clock, { technician: technician_id });
    if (earlier.some((one) => one.voided_at === null && one.from <= to && one.to >= from))
      refuse('period_paid');
    const rows = (await sharedRows(trx, input, now)).filter((row) => row.technician_id === technician_id);
    const earned = technician.percent === null ? 0 : sharesOf(rows).amount;
    const amount = Math.floor(earned / PARA_IN_DINAR) * PARA_IN_DINAR;
    if (amount <= 0) refuse('nothing_to_pay');
    const expense = { booking_id: null, kind: 'EXPENSE', method, day: today } as const;
    const note = `Obračun: ${technician.name}`;
    const { id: payment_id } = await recordPayment(trx, context, { ...expense, amount, note });
    const { id } = await trx
      .insertInto('payouts')
      .values({ technician_id, date_from: from, date_to: to, payment_id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await storeParts(trx, id, rows);
    const [saved] = await payoutsIn(trx, clock, { only: id });
    return saved ?? refuse('not_found');
  });
}

const ROWS_AT_ONCE = 500;

async function storeParts(trx: Trx, payout_id: PayoutId, rows: readonly Row[]): Promise<void> {
  const parts = rows.flatMap(({ payment_id, parts: own }) =>
    own.map(({ service_id, name, base, percent, share }) => ({
      ...{ payout_id, payment_id, service_id, name, base, percent, share },
    })),
  );
  for (let done = 0; done < parts.length; done += ROWS_AT_ONCE)
    await trx
      .insertInto('payout_rows')
      .values(parts.slice(done, done + ROWS_AT_ONCE))
      .execute();
}

export const shareRoutes: RoutesOf<typeof shareEndpoints> = {
  'GET /analytics/shares': (request) => sharesIn(request, request.query),
  'GET /shares/payouts': async (request) => {
    await assertPaymentsOn(request.db, request);
    return payoutsIn(request.db, request.clock, { technician: request.query.technician_id });
  },
  'POST /shares/payouts': (request) => payOut(request, request.body),
};
