import type { ReceivedBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { lockService } from './queries.ts';

/** Edits a service; what is booked keeps the name and price of its booking. behaviour.md §3 and §5 */
export function editService(
  { db }: Context,
  id: number,
  given: ReceivedBody<'PUT /services/{id}'>,
): Promise<Service> {
  return inTransaction(db, async (trx) => {
    const before = (await lockService(trx, id)) ?? refuse('not_found');
    const after = {
      name: given.name ?? before.name,
      price: given.price ?? before.price,
      duration_minutes:
        given.duration_minutes === undefined ? before.duration_minutes : given.duration_minutes,
    };
    await trx.updateTable('services').set(after).where('id', '=', id).execute();
    return { id, ...after };
  });
}
