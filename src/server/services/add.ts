import type { ReceivedBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';

/** Adds a service at the end of the price list. spec.md §5 */
export function addService({ db }: Context, given: ReceivedBody<'POST /services'>): Promise<Service> {
  return inTransaction(db, async (trx) => {
    const last = await trx
      .selectFrom('services')
      .select(({ fn }) => fn.max<number | null>('position').as('position'))
      .executeTakeFirstOrThrow();
    return trx
      .insertInto('services')
      .values({ ...given, position: (last.position ?? 0) + 1 })
      .returning(['id', 'name', 'duration_minutes', 'price'])
      .executeTakeFirstOrThrow();
  });
}
