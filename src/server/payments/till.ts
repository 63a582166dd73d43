import type { WallDate } from '#domain/wall-clock.ts';
import type { CashDayRow, Db, Trx } from '../platform/db/schema.ts';
import { lockCashDay } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';

/** The till of a day. docs/spec/behaviour.md §19.1 */
export type Till = Omit<CashDayRow, 'day'>;

/** The till of a day for which the owner has stored no amounts. */
export const UNTOUCHED: Till = { opening: 0, counted: null, closed_at: null };

export async function tillOf(db: Db | Trx, day: WallDate): Promise<Till> {
  const row = await db
    .selectFrom('cash_days')
    .select(['opening', 'counted', 'closed_at'])
    .where('day', '=', day)
    .executeTakeFirst();
  return row ?? UNTOUCHED;
}

/** Locks a day, so that the owner can't close its till meanwhile. Refuses if the till is closed. Call it after locking appointments. */
export async function lockOpenDay(trx: Trx, day: WallDate): Promise<Till> {
  await lockCashDay(trx, day);
  const till = await tillOf(trx, day);
  return till.counted === null ? till : refuse('day_closed');
}
