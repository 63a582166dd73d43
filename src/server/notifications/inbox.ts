import type { ParsedQuery } from '#contract/index.ts';
import type {
  ADMIN_NOTIFICATION_TABS,
  AdminNotification,
  ClientNotification,
} from '#contract/notifications.ts';
import type { AdminNotificationId, ClientNotificationId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATIONS_PAGE_COUNT } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { type AffectedUser, publishOnCommit } from '../platform/events/publish.ts';
import type { ListContext, RequestContext } from '../platform/http/request.ts';
import { inBatches } from '../platform/jobs/retention.ts';

const AT_ONCE = 200;

/** A user whose notifications change, and the time of the change. */
interface Recipient {
  readonly to: AffectedUser;
  readonly atMs: number;
}

function publishIfChanged(trx: Trx, { to, atMs }: Recipient, changed: bigint): void {
  if (changed > 0n) publishOnCommit(trx, { notifications: [[atMs, [to]]] });
}

/** Changes a notification in a transaction. Returns 0 if it is missing or not visible yet. */
const changeOne = (db: Db, recipient: Recipient, work: (trx: Trx) => Promise<bigint>): Promise<bigint> =>
  inTransaction(db, async (trx) => {
    const changed = await work(trx);
    publishIfChanged(trx, recipient, changed);
    return changed;
  });

/**
 * Changes all notifications of a user in batches, each in its own transaction. Returns how many changed. A batch may change fewer than
 * it found, because another request may change some first.
 */
async function changeAll(
  db: Db,
  recipient: Recipient,
  work: (trx: Trx, most: number) => Promise<{ found: number; changed: bigint }>,
): Promise<{ count: number }> {
  let count = 0;
  const one = async (most: number): Promise<number> => {
    const { found, changed } = await inTransaction(db, async (trx) => {
      const done = await work(trx, most);
      publishIfChanged(trx, recipient, done.changed);
      return done;
    });
    count += Number(changed);
    return found;
  };
  await inBatches(one, { atOnce: AT_ONCE, batches: Number.POSITIVE_INFINITY });
  return { count };
}

type Tab = (typeof ADMIN_NOTIFICATION_TABS)[number] | undefined;

const PAGE_COUNT = 500;

const COLUMNS = [
  'notification.id',
  'notification.type',
  'notification.created_at',
  'notification.read_at',
  'notification.guest_name',
  'notification.guest_phone',
  'notification.service_name',
  'notification.appt_start',
  'notification.appt_end',
  'notification.appt_created',
  'notification.cancelled_reason',
  'notification.cancelled_at',
  'notification.is_late',
  'notification.from_start',
  'notification.from_end',
  'notification.more_count',
  'users.id as client_id',
  'users.deleted_at as client_deleted_at',
  'users.name as client_name',
  'users.phone as client_phone',
  'users.email as client_email',
  'users.created_at as client_created',
] as const;

/** Excludes notifications whose change can still be undone: their `visible_at` is in the future. */
const visible = (db: Db | Trx, nowMs: number) =>
  db
    .selectFrom('admin_notifications as notification')
    .leftJoin('users', 'users.id', 'notification.client_id')
    .where('notification.visible_at', '<=', nowMs)
    .select(COLUMNS)
    .select(
      ({ selectFrom }) =>
        selectFrom('appointments')
          .select('appointments.id')
          .whereRef('appointments.id', '=', 'notification.appointment_id')
          .as('appointment_id'), // null if the appointment was deleted
    );

type Row = Awaited<ReturnType<ReturnType<typeof visible>['executeTakeFirstOrThrow']>>;

/** Converts a notification to the response, without the id of a deleted client. docs/spec/behaviour.md §6.5 */
const notificationJson = (
  { client_deleted_at, ...row }: Row,
  { clock }: RequestContext,
): AdminNotification => ({
  ...row,
  client_id: client_deleted_at === null ? row.client_id : null,
  created_at: momentText(row.created_at, clock),
  read_at: momentText(row.read_at, clock),
  appt_created: momentText(row.appt_created, clock),
  cancelled_at: momentText(row.cancelled_at, clock),
  client_created: momentText(row.client_created, clock),
});

/** Selects the visible notifications of a tab. ALL and undefined mean all types. */
function idsOfTab({ db, now }: Within, tab: Tab) {
  const ids = db.selectFrom('admin_notifications').select('id').where('visible_at', '<=', now.ms);
  return tab === undefined || tab === 'ALL' ? ids : ids.where('type', '=', tab);
}

/** A page of the owner's notifications in a tab, newest first. */
export async function notificationsOfTab(
  context: ListContext,
  { type, limit: asked, offset = 0 }: ParsedQuery<'GET /notifications'>,
): Promise<AdminNotification[]> {
  const limit = asked ?? PAGE_COUNT;
  const list = idsOfTab(context, type);
  // selects ids first, so that skipped rows are read only from the index
  const newestFirst = list.orderBy('created_at', 'desc').orderBy('id', 'desc');
  const found = await newestFirst.limit(limit).offset(offset).execute();
  const rows = await visible(context.db, context.now.ms)
    .where(
      'notification.id',
      'in',
      found.map(({ id }) => id),
    )
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute();
  // a request that polls for the newest ones needs no total
  if (asked === undefined) context.setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map((row) => notificationJson(row, context));
}

async function notificationById(
  context: RequestContext,
  id: AdminNotificationId,
): Promise<AdminNotification | undefined> {
  const row = await visible(context.db, context.now.ms).where('notification.id', '=', id).executeTakeFirst();
  return row && notificationJson(row, context);
}

/** Counts the unread notifications per tab. The tab ALL also counts types that have no tab. */
export async function unreadByTab({ db, now }: RequestContext) {
  const rows = await db
    .selectFrom('admin_notifications')
    .where('read_at', 'is', null)
    .where('visible_at', '<=', now.ms)
    .select(({ fn }) => ['type', fn.countAll<number>().as('count')])
    .groupBy('type')
    .execute();
  const of = (type: string): number => rows.find((row) => row.type === type)?.count ?? 0;
  return {
    NEW_BOOKING: of('NEW_BOOKING'),
    CANCELLED: of('CANCELLED'),
    NEW_CLIENT: of('NEW_CLIENT'),
    ALL: rows.reduce((sum, { count }) => sum + count, 0),
  };
}

type Within = Pick<RequestContext, 'now'> & { readonly db: Db | Trx };

const ofAdmin = ({ now }: Within) => ({ to: 'ADMIN', atMs: now.ms }) as const;

const markRead = ({ db, now }: Within) =>
  db
    .updateTable('admin_notifications')
    .set({ read_at: now.ms })
    .where('read_at', 'is', null)
    .where('visible_at', '<=', now.ms);

/** Marks a notification as read. If it was already read, the time of reading stays. */
export async function markNotificationRead(
  context: RequestContext,
  id: AdminNotificationId,
): Promise<AdminNotification> {
  await changeOne(context.db, ofAdmin(context), async (trx) => {
    const read = markRead({ ...context, db: trx }).where('id', '=', id);
    return (await read.executeTakeFirstOrThrow()).numUpdatedRows;
  });
  return (await notificationById(context, id)) ?? refuse('not_found');
}

/**
 * Marks all notifications of a tab as read, in batches that don't block other requests. Returns how many changed. After a crash the
 * next request marks the rest.
 */
export const markNotificationsRead = (context: RequestContext, tab: Tab): Promise<{ count: number }> =>
  changeAll(context.db, ofAdmin(context), async (trx, most) => {
    const found = await idsOfTab({ ...context, db: trx }, tab)
      .where('read_at', 'is', null)
      .limit(most)
      .execute();
    const ids = found.map(({ id }) => id);
    const { numUpdatedRows } = await markRead({ ...context, db: trx })
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    return { found: ids.length, changed: numUpdatedRows };
  });

// notifications that are not visible yet stay, because the owner has not read them
const deleteVisible = ({ db, now }: Within) =>
  db.deleteFrom('admin_notifications').where('visible_at', '<=', now.ms);

export async function deleteNotification(
  context: RequestContext,
  id: AdminNotificationId,
): Promise<undefined> {
  const deleted = await changeOne(context.db, ofAdmin(context), async (trx) => {
    const gone = deleteVisible({ ...context, db: trx }).where('id', '=', id);
    return (await gone.executeTakeFirstOrThrow()).numDeletedRows;
  });
  if (deleted === 0n) refuse('not_found');
  return undefined;
}

/** Deletes all notifications of a tab in batches that don't block other requests. Returns how many it deleted. */
export const deleteNotifications = (context: RequestContext, tab: Tab): Promise<{ count: number }> =>
  changeAll(context.db, ofAdmin(context), async (trx, most) => {
    const found = await idsOfTab({ ...context, db: trx }, tab)
      .orderBy('created_at')
      .limit(most)
      .execute();
    const ids = found.map(({ id }) => id);
    const { numDeletedRows } = await deleteVisible({ ...context, db: trx })
      .where('id', 'in', ids)
      .executeTakeFirstOrThrow();
    return { found: ids.length, changed: numDeletedRows };
  });

const OWN_COLUMNS = [
  'notification.id',
  'notification.type',
  'notification.message',
  'notification.created_at',
  'notification.read_at',
  'appointments.id as appointment_id', // null if it was deleted or is now another client's: the link would not work
  'notification.appt_start',
] as const;

/** Selects the user's notifications, except those whose change can still be undone. */
const ownVisible = ({ db, now, user }: RequestContext<SessionUser>) =>
  db
    .selectFrom('client_notifications as notification')
    .leftJoin('appointments', (join) =>
      join
        .onRef('appointments.id', '=', 'notification.appointment_id')
        // a free slot has no client yet
        .on(({ or, eb, ref }) =>
          or([
            eb('appointments.client_id', '=', ref('notification.user_id')),
            eb('notification.type', '=', 'FREE_SLOT_AVAILABLE'),
          ]),
        ),
    )
    .where('notification.user_id', '=', user.id)
    .where('notification.visible_at', '<=', now.ms)
    .select(OWN_COLUMNS);

type OwnRow = Awaited<ReturnType<ReturnType<typeof ownVisible>['executeTakeFirstOrThrow']>>;

const ownNotificationJson = (row: OwnRow, { clock }: RequestContext<SessionUser>): ClientNotification => ({
  ...row,
  day: row.type === 'FREE_SLOT_AVAILABLE' && row.appt_start !== null ? dateOf(row.appt_start) : null,
  created_at: momentText(row.created_at, clock),
  read_at: momentText(row.read_at, clock),
});

/** A page of the user's notifications, newest first. */
export async function ownNotifications(
  context: ListContext<SessionUser>,
  requested: ParsedQuery<'GET /client-notifications'>,
): Promise<ClientNotification[]> {
  let list = ownIds(context);
  if (requested.unread === '1') list = list.where('read_at', 'is', null);
  if (requested.type !== undefined) list = list.where('type', '=', requested.type);
  const { limit = CLIENT_NOTIFICATIONS_PAGE_COUNT, offset = 0 } = requested;
  // selects ids first, so that skipped rows are read only from the index
  const ids = list.orderBy('created_at', 'desc').orderBy('id', 'desc').limit(limit).offset(offset);
  const rows = await ownVisible(context)
    .where('notification.id', 'in', ids)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute();
  if (requested.limit === undefined) context.setTotal(await totalOf(list, rows.length, { limit, offset }));
  return rows.map((row) => ownNotificationJson(row, context));
}

async function ownNotificationById(
  context: RequestContext<SessionUser>,
  id: ClientNotificationId,
): Promise<ClientNotification | undefined> {
  const row = await ownVisible(context).where('notification.id', '=', id).executeTakeFirst();
  return row && ownNotificationJson(row, context);
}

export const ownUnreadCount = ({ db, now, user }: RequestContext<SessionUser>): Promise<{ count: number }> =>
  db
    .selectFrom('client_notifications')
    .where('user_id', '=', user.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

type OwnWithin = Pick<RequestContext<SessionUser>, 'now' | 'user'> & { readonly db: Db | Trx };

const ofUser = ({ now, user }: OwnWithin) => ({ to: user.id, atMs: now.ms });

const markOwnRead = ({ db, now, user }: OwnWithin) =>
  db
    .updateTable('client_notifications')
    .set({ read_at: now.ms })
    .where('user_id', '=', user.id)
    .where('visible_at', '<=', now.ms)
    .where('read_at', 'is', null);

/** Marks a notification of the user as read. If it was already read, the time of reading stays. */
export async function markOwnNotificationRead(
  context: RequestContext<SessionUser>,
  id: ClientNotificationId,
): Promise<ClientNotification> {
  await changeOne(context.db, ofUser(context), async (trx) => {
    const read = markOwnRead({ ...context, db: trx }).where('id', '=', id);
    return (await read.executeTakeFirstOrThrow()).numUpdatedRows;
  });
  return (await ownNotificationById(context, id)) ?? refuse('not_found');
}

const ownIds = ({ db, now, user }: OwnWithin) =>
  db
    .selectFrom('client_notifications')
    .select('id')
    .where('user_id', '=', user.id)
    .where('visible_at', '<=', now.ms);

/** Marks all notifications of the user as read, in batches. Returns how many changed. */
export const markOwnNotificationsRead = (context: RequestContext<SessionUser>): Promise<{ count: number }> =>
  changeAll(context.db, ofUser(context), async (trx, most) => {
    const within = { ...context, db: trx };
    const unread = ownIds(within).where('read_at', 'is', null).orderBy('created_at');
    const found = await unread.limit(most).execute();
    const ids = found.map(({ id }) => id);
    const { numUpdatedRows } = await markOwnRead(within).where('id', 'in', ids).executeTakeFirstOrThrow();
    return { found: ids.length, changed: numUpdatedRows };
  });

// notifications that are not visible yet stay, because the client has not read them
const deleteOwnVisible = ({ db, now, user }: OwnWithin) =>
  db.deleteFrom('client_notifications').where('user_id', '=', user.id).where('visible_at', '<=', now.ms);

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

/** Deletes all notifications of the user in batches. Returns how many it deleted. */
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
