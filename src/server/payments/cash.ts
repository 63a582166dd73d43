import type { ParsedQuery } from '#contract/index.ts';
import type { CashDay } from '#contract/payments.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { CASH_RANGE_MAX_DAYS } from '#domain/limits.ts';
import {
  daySums,
  type Payment as LedgerPayment,
  type PaymentMethod,
  takingsByMethod,
  takingsOf,
} from '#domain/payments/ledger.ts';
import { toDinars } from '#domain/payments/money.ts';
import { daysBetween, type WallDate } from '#domain/wall-clock.ts';
import { recordCashDay } from '../history/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockCashDay } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { lockOpenDay, type Till, tillOf, UNTOUCHED } from './payments.ts';

type OwnerContext = RequestContext<SessionUser>;
type Period = ParsedQuery<'GET /cash'>;

/** The till of a day: takings, expenses, transfers, and the amount that must be in the drawer. */
export async function cashDayOf(db: Db | Trx, date: WallDate): Promise<CashDay> {
  return cashDay(date, await tillOf(db, date), await paymentsIn(db, { from: date, to: date }));
}

const paymentsIn = (db: Db | Trx, { from, to }: Period) =>
  db
    .selectFrom('payments')
    .select(['day', 'kind', 'method', 'amount', 'voided_at'])
    .where('day', '>=', from)
    .where('day', '<=', to)
    .execute();

/** The days of a period that have payments or an opening. docs/spec/behaviour.md §19.1 */
export async function cashDaysIn(db: Db, period: Period): Promise<CashDay[]> {
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

/** The takings of a period by method and technician. docs/spec/behaviour.md §19.1 */
export async function chargedIn(db: Db, { from, to, technician_id }: ParsedQuery<'GET /analytics/charged'>) {
  const found = await db
    .selectFrom('payments')
    .leftJoin('appointments', 'appointments.id', 'payments.appointment_id')
    .leftJoin('technicians', 'technicians.id', 'appointments.technician_id')
    .select(['kind', 'method', 'technicians.id as technician_id', 'technicians.name'])
    .select(({ fn }) => fn.sum<number>('amount').as('amount'))
    .where('payments.day', '>=', from)
    .where('payments.day', '<=', to)
    .where('voided_at', 'is', null)
    .$if(technician_id !== undefined, (hers) =>
      hers.where('technicians.id', '=', technician_id as TechnicianId),
    )
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

/** Changes the till of a day in one transaction, records the change in the history, and returns the day. */
function changeTill(
  context: OwnerContext,
  day: WallDate,
  change: (trx: Trx) => Promise<{ readonly before: Till; readonly after: Till; readonly reason?: string }>,
): Promise<CashDay> {
  return inTransaction(context.db, async (trx) => {
    const { payments } = await currentSettings(trx, context.config);
    if (payments === 0) refuse('payments_off');
    const { before, after, reason } = await change(trx);
    await saveTill(trx, day, after);
    await recordCashDay(trx, context, { day, before, after, reason });
    return cashDayOf(trx, day);
  });
}

export const setOpening = (context: OwnerContext, day: WallDate, opening: number): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    const before = await lockOpenDay(trx, day);
    return { before, after: { ...before, opening } };
  });

/** Closes a day. The server refuses later payments of a closed day. docs/spec/behaviour.md §19.1 */
export const closeDay = (context: OwnerContext, day: WallDate, counted: number): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    const before = await lockOpenDay(trx, day);
    return { before, after: { ...before, counted, closed_at: context.now.ms } };
  });

export const reopenDay = (context: OwnerContext, day: WallDate, reason: string): Promise<CashDay> =>
  changeTill(context, day, async (trx) => {
    await lockCashDay(trx, day);
    const before = await tillOf(trx, day);
    return { before, after: { ...before, counted: null, closed_at: null }, reason };
  });
