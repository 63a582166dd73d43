import type { CashDay } from '#contract/payments.ts';
import { daySums, PAYMENT_METHODS } from '#domain/payments/ledger.ts';
import { toDinars } from '#domain/payments/money.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { recordCashDay } from '../history/history.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockCashDay } from '../platform/db/locks.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { lockOpenDay, type Till, tillOf } from './payments.ts';

type OwnerContext = RequestContext<SessionUser>;

/** The till of a day: what was taken, spent and moved, and what must be in the drawer. */
export async function cashDayOf(db: Db | Trx, date: WallDate): Promise<CashDay> {
  const { opening, counted } = await tillOf(db, date);
  const payments = await db
    .selectFrom('payments')
    .select(['kind', 'method', 'amount', 'voided_at'])
    .where('day', '=', date)
    .execute();
  const { takings, cash_in, cash_out, expenses, expected } = daySums(payments, opening);
  return {
    date,
    state: counted === null ? 'OPEN' : 'CLOSED',
    opening: toDinars(opening),
    takings: Object.fromEntries(
      PAYMENT_METHODS.map((method) => [method, toDinars(takings[method])]),
    ) as CashDay['takings'],
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

/** Changes the till of a day in one transaction, records it in the history, and returns the day. */
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

/** Closes a day: from here on its payments are refused. docs/spec/behaviour.md §19.1 */
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
