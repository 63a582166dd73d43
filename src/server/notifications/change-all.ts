import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { inBatches } from '../platform/retention.ts';

const AT_ONCE = 200;

/**
 * Changes all notices of somebody in batches, each a transaction of its own, until none is found; returns how many it changed.
 * Another request may change some of those found first: so what is found decides when it ends, not what is changed.
 */
export async function changeAll(
  db: Db,
  work: (trx: Trx, most: number) => Promise<{ found: number; changed: bigint }>,
): Promise<{ count: number }> {
  let count = 0;
  const one = async (most: number): Promise<number> => {
    const { found, changed } = await inTransaction(db, (trx) => work(trx, most));
    count += Number(changed);
    return found;
  };
  await inBatches(one, { atOnce: AT_ONCE, batches: Number.POSITIVE_INFINITY });
  return { count };
}
