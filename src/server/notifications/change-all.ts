import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { type AffectedUser, publishOnCommit } from '../platform/events/publish.ts';
import { inBatches } from '../platform/jobs/retention.ts';

const AT_ONCE = 200;

/** Whose notifications are changed, and when. */
interface Whose {
  readonly to: AffectedUser;
  readonly atMs: number;
}

function publishIfChanged(trx: Trx, { to, atMs }: Whose, changed: bigint): void {
  if (changed > 0n) publishOnCommit(trx, { notifications: [[atMs, [to]]] });
}

/** Changes one notice of somebody; returns how many that were: it may be gone, or not visible yet. */
export const changeOne = (db: Db, whose: Whose, work: (trx: Trx) => Promise<bigint>): Promise<bigint> =>
  inTransaction(db, async (trx) => {
    const changed = await work(trx);
    publishIfChanged(trx, whose, changed);
    return changed;
  });

/**
 * Changes all notices of somebody in batches, each a transaction of its own, until none is found; returns how many it changed.
 * Another request may change some of those found first: so what is found decides when it ends, not what is changed.
 */
export async function changeAll(
  db: Db,
  whose: Whose,
  work: (trx: Trx, most: number) => Promise<{ found: number; changed: bigint }>,
): Promise<{ count: number }> {
  let count = 0;
  const one = async (most: number): Promise<number> => {
    const { found, changed } = await inTransaction(db, async (trx) => {
      const done = await work(trx, most);
      publishIfChanged(trx, whose, done.changed);
      return done;
    });
    count += Number(changed);
    return found;
  };
  await inBatches(one, { atOnce: AT_ONCE, batches: Number.POSITIVE_INFINITY });
  return { count };
}
