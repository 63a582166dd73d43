import type { ClientNotice } from '#contract/client-notifications.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import type { Caller } from '../platform/sessions/sessions.ts';
import { ownNoticeById } from './queries.ts';

const markRead = ({ db, now, who }: Context<Caller>) =>
  db
    .updateTable('client_notifications')
    .set({ read_at: now.ms })
    .where('user_id', '=', who.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null);

/** Marks one own notice as read; one that was read before keeps its moment. */
export async function readOwnNotice(context: Context<Caller>, id: number): Promise<ClientNotice> {
  await markRead(context).where('id', '=', id).execute();
  return (await ownNoticeById(context, id)) ?? refuse('not_found');
}

/** Marks all own notices as read and says how many were not. */
export async function readOwnNotices(context: Context<Caller>): Promise<{ count: number }> {
  const { numUpdatedRows } = await markRead(context).executeTakeFirstOrThrow();
  return { count: Number(numUpdatedRows) };
}
