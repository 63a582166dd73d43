import { afterNight } from '#domain/clients/request-until.ts';
import { wallTimeAt } from '#domain/wall-clock.ts';
import { type Clock, instantMs } from '../platform/clock.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';
import { forEachIsolated } from '../platform/jobs/jobs.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { expireDeposits } from './deposits.ts';
import { lapseRequests } from './requests.ts';

type Context = Pick<Platform, 'db' | 'clock' | 'config'>;

const DOWNTIME_MS = HOUR_MS;
const GRACE_MS = 2 * HOUR_MS;

/** Marks that the server is alive. True while no deadline ends: two hours after a restore or an hour of downtime. docs/spec/behaviour.md §28.4 */
const isInGrace = ({ db, clock }: Context, nowMs: number): Promise<boolean> =>
  inTransaction(db, async (trx) => {
    const mark = trx
      .selectFrom('liveness')
      .select(['alive_at', 'grace_until', 'restored_at'])
      .$call(lockRows(trx));
    const last = (await mark.executeTakeFirst()) ?? { alive_at: nowMs, grace_until: 0, restored_at: null };
    const wasDown = nowMs - last.alive_at >= DOWNTIME_MS;
    // a clock that was set back must not prolong the grace
    const grace_until = wasDown ? nowMs + GRACE_MS : Math.min(last.grace_until, nowMs + GRACE_MS);
    const columns = { alive_at: nowMs, grace_until };
    await trx
      .insertInto('liveness')
      .values({ id: 1, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute();
    const { restored_at } = last;
    if (restored_at !== null && nowMs < restored_at + GRACE_MS)
      await extendAfterRestore(trx, clock, restored_at);
    return nowMs < grace_until;
  });

/** What the restored salon had promised until now ends 2 hours after the restore, never at night. docs/spec/behaviour.md §29.7 */
async function extendAfterRestore(trx: Trx, { timeZone }: Clock, restoredMs: number): Promise<void> {
  const until = afterNight(wallTimeAt(restoredMs + GRACE_MS, timeZone));
  await trx
    .updateTable('bookings')
    .set({ request_until: until })
    .where('request_state', '=', 'WAITING')
    .where('request_until', '<', until)
    .where('booked_at', '<', restoredMs)
    .execute();
  const until_at = instantMs(until, timeZone);
  await trx
    .updateTable('deposits')
    .set({ until_at })
    .where('state', '=', 'WAITING')
    .where('until_at', '<', until_at)
    .where('made_at', '<', restoredMs)
    .execute();
}

/** Ends the deadlines of deposits and requests that have passed. */
export async function endHolds(context: Context): Promise<void> {
  if (await isInGrace(context, context.clock.ms())) return;
  await forEachIsolated([expireDeposits, lapseRequests], (end) => end(context));
}
