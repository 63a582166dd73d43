import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';

/** Puts the price list in the order of `ids`; they must be all the services there are, each once. */
export function orderServices({ db }: Context, ids: readonly number[]): Promise<{ count: number }> {
  return inTransaction(db, async (trx) => {
    const there = await trx.selectFrom('services').select('id').execute();
    const known = new Set(there.map(({ id }) => id));
    const isSame =
      ids.length === known.size && new Set(ids).size === ids.length && ids.every((id) => known.has(id));
    if (!isSame) refuse('conflict');
    for (const [index, id] of ids.entries())
      await trx
        .updateTable('services')
        .set({ position: index + 1 })
        .where('id', '=', id)
        .execute();
    return { count: ids.length };
  });
}
