import type { AdminNotice } from '#contract/notifications.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { noticeById, type Tab } from './queries.ts';

const markRead = ({ db, now }: Context) =>
  db
    .updateTable('admin_notifications')
    .set({ read_at: now.ms })
    .where('read_at', 'is', null)
    .where('visible_at', '<=', now.ms);

/** Marks one as read; one that was read before keeps its moment. */
export async function readNotice(context: Context, id: number): Promise<AdminNotice> {
  await markRead(context).where('id', '=', id).execute();
  return (await noticeById(context, id)) ?? refuse('not_found');
}

/** Marks all of a tab as read and says how many were not. */
export async function readNotices(context: Context, tab: Tab): Promise<{ count: number }> {
  let marked = markRead(context);
  if (tab !== undefined && tab !== 'ALL') marked = marked.where('type', '=', tab);
  const { numUpdatedRows } = await marked.executeTakeFirstOrThrow();
  return { count: Number(numUpdatedRows) };
}
