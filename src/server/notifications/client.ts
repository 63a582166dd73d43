import type { ParsedQuery } from '#contract/index.ts';
import type { ClientNotification } from '#contract/notifications.ts';
import type { ClientNotificationId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATIONS_PAGE_COUNT } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { refuse } from '../platform/errors.ts';
import type { ListContext, RequestContext } from '../platform/http/request.ts';
import { changeAll, changeOne } from './change-all.ts';

const COLUMNS = [
  'notice.id',
  'notice.type',
  'notice.message',
  'notice.created_at',
  'notice.read_at',
  'appointments.id as appointment_id', // null when it is gone or no longer this client's: the link would lead nowhere
  'notice.appt_start',
] as const;

/** The user's own; one whose change can still be undone is not there yet. */
const ownVisible = ({ db, now, user }: RequestContext<SessionUser>) =>
  db
    .selectFrom('client_notifications as notice')
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.id', '=', 'notice.appointment_id')
        // a freed slot is nobody's yet; it is there to be booked
        .on(({ or, eb, ref }) =>
          or([
            eb('appointments.client_id', '=', ref('notice.user_id')),
            eb('notice.type', '=', 'FREE_SLOT_AVAILABLE'),
          ]),
        ),
    )
    .where('notice.user_id', '=', user.id)
    .where('notice.visible_at', '<=', now.ms)
    .select(COLUMNS);

type Row = Awaited<ReturnType<ReturnType<typeof ownVisible>['executeTakeFirstOrThrow']>>;

const notificationJson = (row: Row, { clock }: RequestContext<SessionUser>): ClientNotification => ({
  ...row,
  day: row.type === 'FREE_SLOT_AVAILABLE' && row.appt_start !== null ? dateOf(row.appt_start) : null,
  created_at: momentText(row.created_at, clock),
  read_at: momentText(row.read_at, clock),
});

/** Newest first, by pages. */
export async function ownNotifications(
  context: ListContext<SessionUser>,
  requested: ParsedQuery<'GET /client-notifications'>,
): Promise<ClientNotification[]> {
  let list = ownIds(context);
  if (requested.unread === '1') list = list.where('read_at', 'is', null);
  if (requested.type !== undefined) list = list.where('type', '=', requested.type);
  const { limit = CLIENT_NOTIFICATIONS_PAGE_COUNT, offset = 0 } = requested;
  // first the ids: an offset reads every row before it, and joins none of them so
  const ids = list.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
  const rows = await ownVisible(context)
    .where('notice.id', 'in', ids)
    .orderBy('notice.created_at', 'desc')
    .orderBy('notice.id', 'desc')
    .execute();
  if (requested.limit === undefined) context.setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map((row) => notificationJson(row, context));
}

async function ownNotificationById(
  context: RequestContext<SessionUser>,
  id: ClientNotificationId,
): Promise<ClientNotification | undefined> {
  const row = await ownVisible(context).where('notice.id', '=', id).executeTakeFirst();
  return row && notificationJson(row, context);
}

export const ownUnreadCount = ({ db, now, user }: RequestContext<SessionUser>): Promise<{ count: number }> =>
  db
    .selectFrom('client_notifications')
    .where('user_id', '=', user.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

type Within = Pick<RequestContext<SessionUser>, 'now' | 'user'> & { readonly db: Db | Trx };

const ofUser = ({ now, user }: Within) => ({ to: user.id, atMs: now.ms });

const markRead = ({ db, now, user }: Within) =>
  db
    .updateTable('client_notifications')
    .set({ read_at: now.ms })
    .where('user_id', '=', user.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null);

/** Marks one own notification as read; one that was read before keeps its moment. */
export async function markOwnNotificationRead(
  context: RequestContext<SessionUser>,
  id: ClientNotificationId,
): Promise<ClientNotification> {
  await changeOne(context.db, ofUser(context), async (trx) => {
    const read = markRead({ ...context, db: trx }).where('id', '=', id);
    return (await read.executeTakeFirstOrThrow()).numUpdatedRows;
  });
  return (await ownNotificationById(context, id)) ?? refuse('not_found');
}

const ownIds = ({ db, now, user }: Within) =>
  db
    .selectFrom('client_notifications')
    .select('id')
    .where('user_id', '=', user.id)
    .where('visible_at', '<=', now.ms);

/** Marks all own notifications as read, so many at once that nobody else waits; returns how many were not. */
export const markOwnNotificationsRead = (context: RequestContext<SessionUser>): Promise<{ count: number }> =>
  changeAll(context.db, ofUser(context), async (trx, most) => {
    const within = { ...context, db: trx };
    const unread = ownIds(within).where('read_at', 'is', null).orderBy('created_at');
    const found = await unread.limit(most).execute();
    const ids = found.map(({ id }) => id);
    const { numUpdatedRows } = await markRead(within).where('id', 'in', ids).executeTakeFirstOrThrow();
    return { found: ids.length, changed: numUpdatedRows };
  });

// one that is not visible yet stays: the client has not seen what it says
const deleteOwnVisible = ({ db, now, user }: Within) =>
  db.deleteFrom('client_notifications').where('user_id', '=', user.id).where('visible_at', '<=', now.ms);

/** Deletes one own notification. */
export async function deleteOwnNotification(
  context: RequestContext<SessionUser>,
  id: ClientNotificationId,
): Promise<undefined> {
  const deleted = await changeOne(context.db, ofUser(context), async (trx) => {
    const gone = deleteOwnVisible({ ...context, db: trx }).where('id', '=', id);
    return (await gone.executeTakeFirstOrThrow()).numDeletedRows;
  });
  if (deleted === 0n) refuse('not_found');
  return undefined;
}

/** Deletes all own notifications, so many at once that nobody else waits; returns how many. */
export const deleteOwnNotifications = (context: RequestContext<SessionUser>): Promise<{ count: number }> =>
  changeAll(context.db, ofUser(context), async (trx, most) => {
    const within = { ...context, db: trx };
    const found = await ownIds(within).orderBy('created_at').limit(most).execute();
    const ids = found.map(({ id }) => id);
    const { numDeletedRows } = await deleteOwnVisible(within)
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    return { found: ids.length, changed: numDeletedRows };
  });
