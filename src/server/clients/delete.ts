import { lockRows } from '../platform/db/locks.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { forgetPerson, hasFutureBooking } from './forget.ts';
import { clients } from './queries.ts';

/** Deletes a client who has no future booking; statistics keep their counts and sums. behaviour.md §6 */
export function deleteClient({ db, now }: Context, id: number): Promise<undefined> {
  return inTransaction(db, async (trx) => {
    const found = await clients(trx)
      .where('id', '=', id)
      .select('id')
      .$call(lockRows(trx))
      .executeTakeFirst();
    if (!found) refuse('not_found');
    if (await hasFutureBooking(trx, id, now)) refuse('client_has_bookings');
    await forgetPerson(trx, id, now);
    return undefined;
  });
}
