import { newsOfDelete } from '#salon/notices/client-news.ts';
import { tellClient } from '../client-notifications/tell-client.ts';
import { tellingNow } from '../notifications/telling.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { lockAppointment } from './lock-appointment.ts';
import { openUndo, rememberChange } from './undo/remember.ts';

/** Deletes an appointment; the client of a booking that is ahead is told. behaviour.md §5 Delete */
export function deleteAppointment(
  context: Context,
  id: number,
  canBeUndone: boolean,
): Promise<{ undo_token: string | null } | undefined> {
  const { db, now } = context;
  return inTransaction(db, async (trx) => {
    const row = await lockAppointment(trx, id);
    const undo = canBeUndone ? await openUndo(trx, now) : undefined;
    await trx.deleteFrom('appointments').where('id', '=', id).execute();
    for (const news of newsOfDelete(row, now.wall)) {
      const gone = { ...row, version: row.version + 1 };
      await tellClient(trx, news, gone, undo?.telling ?? tellingNow(now));
    }
    if (!undo) return undefined;
    await rememberChange(trx, undo, [{ before: row, after: null }]);
    return { undo_token: undo.token };
  });
}
