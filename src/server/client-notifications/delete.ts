import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import type { Caller } from '../platform/sessions/sessions.ts';

// one that is not shown yet stays: she has not seen what it says
const deleteShown = ({ db, now, who }: Context<Caller>) =>
  db.deleteFrom('client_notifications').where('user_id', '=', who.id).where('visible_at', '<=', now.ms);

/** Deletes one own notice. */
export async function deleteOwnNotice(context: Context<Caller>, id: number): Promise<undefined> {
  const { numDeletedRows } = await deleteShown(context).where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) refuse('not_found');
  return undefined;
}

/** Deletes all own notices and says how many. */
export async function deleteOwnNotices(context: Context<Caller>): Promise<{ count: number }> {
  const { numDeletedRows } = await deleteShown(context).executeTakeFirstOrThrow();
  return { count: Number(numDeletedRows) };
}
