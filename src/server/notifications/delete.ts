import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import type { Tab } from './queries.ts';

// one that is not shown yet stays: nobody has seen what it would say
const deleteShown = ({ db, now }: Context) =>
  db.deleteFrom('admin_notifications').where('visible_at', '<=', now.ms);

/** Deletes one. */
export async function deleteNotice(context: Context, id: number): Promise<undefined> {
  const { numDeletedRows } = await deleteShown(context).where('id', '=', id).executeTakeFirstOrThrow();
  if (numDeletedRows === 0n) refuse('not_found');
  return undefined;
}

/** Deletes all of a tab and says how many. */
export async function deleteNotices(context: Context, tab: Tab): Promise<{ count: number }> {
  let deleted = deleteShown(context);
  if (tab !== undefined && tab !== 'ALL') deleted = deleted.where('type', '=', tab);
  const { numDeletedRows } = await deleted.executeTakeFirstOrThrow();
  return { count: Number(numDeletedRows) };
}
