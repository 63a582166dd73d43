import type { ParsedQuery } from '#contract/index.ts';
import type {
  ADMIN_NOTIFICATION_TABS,
  AdminNotification,
  adminNotificationEndpoints,
  ClientNotification,
  clientNotificationEndpoints,
} from '#contract/notifications.ts';
import { type AdminNotificationId, type ClientNotificationId, toId, type UserId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATIONS_PAGE_COUNT } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { type AffectedUser, publishOnCommit } from '../platform/events/publish.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { DAY_MS, deleteOlderThan, inBatches } from '../platform/jobs/retention.ts';
import { technicianName } from '../technicians/technicians.ts';

const AT_ONCE = 200;
const OWNER_PAGE_COUNT = 500;

type NotificationId = AdminNotificationId | ClientNotificationId;

interface Filter {
  readonly id?: NotificationId;
  /** The type of the notifications; ALL and undefined mean all types. */
  readonly type?: (typeof ADMIN_NOTIFICATION_TABS)[number] | ClientNotification['type'] | undefined;
  readonly unread?: boolean;
}

/** An inbox: the notifications of a client, or of the salon for the owner ('ADMIN') or a technician. */
export interface Inbox {
  readonly table: 'admin_notifications' | 'client_notifications';
  readonly user: 'ADMIN' | UserId;
}

const clientInbox = ({ id }: SessionUser): Inbox => ({ table: 'client_notifications', user: id });
const salonInbox = ({ role, id }: SessionUser): Inbox => ({
  table: 'admin_notifications',
  user: role === 'ADMIN' ? role : id,
});

/** Selects the notifications of a user, except those whose change can still be undone: their `visible_at` is in the future. */
function idsOf(
  { db, now }: Pick<RequestContext, 'now'> & { readonly db: Db | Trx },
  to: Inbox,
  { id, type, unread = false }: Filter,
) {
  let ids = db.selectFrom(to.table).select('id').where('visible_at', '<=', now.ms);
  if (to.user === 'ADMIN') ids = ids.where('recipient_id', 'is', null);
  else ids = ids.where(to.table === 'admin_notifications' ? 'recipient_id' : 'user_id', '=', to.user);
  if (id !== undefined) ids = ids.where('id', '=', id);
  if (type !== undefined && type !== 'ALL') ids = ids.where('type', '=', type);
  return unread ? ids.where('read_at', 'is', null) : ids;
}

/** Changes notifications in a transaction. Returns how many it changed. */
type Change = (trx: Trx, to: Inbox, ids: readonly NotificationId[], nowMs: number) => Promise<bigint>;

/** Marks notifications as read. A notification that was already read keeps its earlier time. */
const markRead: Change = async (trx, to, ids, nowMs) => {
  const read = trx.updateTable(to.table).set({ read_at: nowMs }).where('read_at', 'is', null);
  return (await read.where('id', 'in', ids).executeTakeFirstOrThrow()).numUpdatedRows;
};

const remove: Change = async (trx, to, ids) =>
  (await trx.deleteFrom(to.table).where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows;

/** Changes up to `most` notifications. Another request may change some of the found notifications first. */
const changeSome = ({ db, now }: RequestContext, to: Inbox, filter: Filter, change: Change, most = 1) =>
  inTransaction(db, async (trx) => {
    const found = await idsOf({ db: trx, now }, to, filter).limit(most).execute();
    const ids = found.map(({ id }) => id);
    const changed = ids.length > 0 ? await change(trx, to, ids, now.ms) : 0n;
    if (changed > 0n) publishOnCommit(trx, { notifications: [[now.ms, [to.user]]] });
    return { found: ids.length, changed: Number(changed) };
  });

/**
 * Changes all notifications in batches that don't block other requests, each in its own transaction. Returns how many changed. After a
 * crash the next request changes the rest.
 */
async function changeAll(context: RequestContext, to: Inbox, filter: Filter, change: Change) {
  let count = 0;
  const one = async (most: number): Promise<number> => {
    const { found, changed } = await changeSome(context, to, filter, change, most);
    count += changed;
    return found;
  };
  await inBatches(one, { atOnce: AT_ONCE, batches: Number.POSITIVE_INFINITY });
  return { count };
}

/** The ids of a page of a user's notifications, newest first. Skipped rows are read only from the index. */
async function pageOf(
  context: ListContext,
  to: Inbox,
  filter: Filter,
  { asked, usual, offset = 0 }: { asked: number | undefined; usual: number; offset: number | undefined },
): Promise<NotificationId[]> {
  const limit = asked ?? usual;
  const list = idsOf(context, to, filter);
  const found = await list
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  // a request that polls for the newest notifications needs no total
  if (asked === undefined) context.setTotal(await totalOf(list, found.length, { limit, offset }));
  return found.map(({ id }) => id);
}

const OWNER_COLUMNS = [
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

const ownersWith = ({ db }: RequestContext, ids: readonly NotificationId[]) =>
  db
    .selectFrom('admin_notifications as notification')
    .leftJoin('users', 'users.id', 'notification.client_id')
    .where('notification.id', 'in', ids.map(toId<AdminNotificationId>))
    .select(OWNER_COLUMNS)
    .select(({ selectFrom }) => {
      // null if the appointment was deleted; a join instead of this subquery would scan all appointments
      const found = selectFrom('appointments').whereRef(
        'appointments.id',
        '=',
        'notification.appointment_id',
      );
      return [
        found.select('appointments.id').as('appointment_id'),
        found.select('appointments.technician_id').as('technician_id'),
        found.select(technicianName().as('name')).as('technician_name'),
      ];
    })
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof ownersWith>['executeTakeFirstOrThrow']>>;

/** Converts a notification to the response, without the id of a deleted client. docs/spec/behaviour.md §6.5 */
const notificationJson = ({ client_deleted_at, ...row }: Row, { clock }: RequestContext) => ({
  ...row,
  client_id: client_deleted_at === null ? row.client_id : null,
  created_at: momentText(row.created_at, clock),
  read_at: momentText(row.read_at, clock),
  appt_created: momentText(row.appt_created, clock),
  cancelled_at: momentText(row.cancelled_at, clock),
  client_created: momentText(row.client_created, clock),
});

/** A page of the owner's notifications in a tab, newest first. */
async function notificationsOfTab(
  context: ListContext<SessionUser>,
  { type, limit, offset }: ParsedQuery<'GET /notifications'>,
): Promise<AdminNotification[]> {
  const ids = await pageOf(
    context,
    salonInbox(context.user),
    { type },
    { asked: limit, usual: OWNER_PAGE_COUNT, offset },
  );
  const rows = await ownersWith(context, ids).execute();
  return rows.map((row) => notificationJson(row, context));
}

/** Counts the unread notifications per tab. The tab ALL also counts types that have no tab. */
async function unreadByTab({ db, now, user }: RequestContext<SessionUser>) {
  const rows = await db
    .selectFrom('admin_notifications')
    .where('read_at', 'is', null)
    .where('visible_at', '<=', now.ms)
    .where('recipient_id', user.role === 'ADMIN' ? 'is' : '=', user.role === 'ADMIN' ? null : user.id)
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

const CLIENT_COLUMNS = [
  'notification.id',
  'notification.type',
  'notification.message',
  'notification.created_at',
  'notification.read_at',
  'appointments.id as appointment_id', // null if the appointment was deleted or is now another client's: the link would not work
  'notification.appt_start',
] as const;

const clientsWith = ({ db }: RequestContext, ids: readonly NotificationId[]) =>
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
    .where('notification.id', 'in', ids.map(toId<ClientNotificationId>))
    .select(CLIENT_COLUMNS)
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc');

type OwnRow = Awaited<ReturnType<ReturnType<typeof clientsWith>['executeTakeFirstOrThrow']>>;

const ownNotificationJson = (row: OwnRow, { clock }: RequestContext): ClientNotification => ({
  ...row,
  day: row.type === 'FREE_SLOT_AVAILABLE' && row.appt_start !== null ? dateOf(row.appt_start) : null,
  created_at: momentText(row.created_at, clock),
  read_at: momentText(row.read_at, clock),
});

/** A page of the client's notifications, newest first. */
async function ownNotifications(
  context: ListContext<SessionUser>,
  { type, unread, limit, offset }: ParsedQuery<'GET /client-notifications'>,
): Promise<ClientNotification[]> {
  const filter = { type, unread: unread === '1' };
  const page = { asked: limit, usual: CLIENT_NOTIFICATIONS_PAGE_COUNT, offset };
  const rows = await clientsWith(
    context,
    await pageOf(context, clientInbox(context.user), filter, page),
  ).execute();
  return rows.map((row) => ownNotificationJson(row, context));
}

const ownUnreadCount = (context: RequestContext<SessionUser>): Promise<{ count: number }> =>
  idsOf(context, clientInbox(context.user), { unread: true })
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

async function markNotificationRead(context: RequestContext<SessionUser>, id: AdminNotificationId) {
  const { found } = await changeSome(context, salonInbox(context.user), { id }, markRead);
  const row = found > 0 && (await ownersWith(context, [id]).executeTakeFirst());
  return row ? notificationJson(row, context) : refuse('not_found');
}

async function markOwnNotificationRead(
  context: RequestContext<SessionUser>,
  id: ClientNotificationId,
): Promise<ClientNotification> {
  const { found } = await changeSome(context, clientInbox(context.user), { id }, markRead);
  const row = found > 0 && (await clientsWith(context, [id]).executeTakeFirst());
  return row ? ownNotificationJson(row, context) : refuse('not_found');
}

/** Marks a user's notifications as read, optionally only one type. Returns how many changed. */
const markNotificationsRead = (context: RequestContext, to: Inbox, type?: Filter['type']) =>
  changeAll(context, to, { type, unread: true }, markRead);

async function deleteNotification(
  context: RequestContext,
  to: Inbox,
  id: NotificationId,
): Promise<undefined> {
  if ((await changeSome(context, to, { id }, remove)).changed === 0) refuse('not_found');
}

/** Deletes a user's notifications, optionally only one type, except those not visible yet. Returns how many it deleted. */
const deleteNotifications = (context: RequestContext, to: Inbox, type?: Filter['type']) =>
  changeAll(context, to, { type }, remove);

const NOTIFICATIONS_KEPT_MS = 366 * DAY_MS; // notifications are kept for twelve months
export const deleteOutdatedAdminNotifications = deleteOlderThan(
  'admin_notifications',
  'created_at',
  NOTIFICATIONS_KEPT_MS,
);
export const deleteOutdatedClientNotifications = deleteOlderThan(
  'client_notifications',
  'created_at',
  NOTIFICATIONS_KEPT_MS,
);

/** Rows older than this are visible: an undo is possible only for seconds. */
const LATEST_MS = 60_000;

/** Users with notifications that are not visible yet, grouped by the time (epoch ms) at which these become visible. */
export async function upcomingNotifications(db: Db, nowMs: number): Promise<Map<number, Set<AffectedUser>>> {
  const ofAdmin = await db
    .selectFrom('admin_notifications')
    .select(['visible_at', 'recipient_id'])
    .where('created_at', '>', nowMs - LATEST_MS)
    .where('visible_at', '>', nowMs)
    .execute();
  const ofClients = await db
    .selectFrom('client_notifications')
    .select(['visible_at', 'user_id'])
    .where('created_at', '>', nowMs - LATEST_MS)
    .where('visible_at', '>', nowMs)
    .execute();
  const ofSalon = ofAdmin.map(({ visible_at, recipient_id }) => ({
    visible_at,
    user_id: recipient_id ?? ('ADMIN' as const),
  }));
  const all = [...ofSalon, ...ofClients];
  const byMoment = Map.groupBy(all, ({ visible_at }) => visible_at);
  return new Map([...byMoment].map(([atMs, rows]) => [atMs, new Set(rows.map(({ user_id }) => user_id))]));
}

export const notificationRoutes: RoutesOf<typeof adminNotificationEndpoints> = {
  'GET /notifications': (request) => notificationsOfTab(request, request.query),
  'GET /notifications/unread-count': async (request) => {
    const byTab = await unreadByTab(request);
    return request.query.groupBy === 'type' ? byTab : { count: byTab.ALL };
  },
  'POST /notifications/{id}/read': (request) => markNotificationRead(request, request.params.id),
  'DELETE /notifications/{id}': (request) =>
    deleteNotification(request, salonInbox(request.user), request.params.id),
  'POST /notifications/read-all': (request) =>
    markNotificationsRead(request, salonInbox(request.user), request.query.type),
  'DELETE /notifications': (request) =>
    deleteNotifications(request, salonInbox(request.user), request.query.type),
};

export const clientNotificationRoutes: RoutesOf<typeof clientNotificationEndpoints> = {
  'GET /client-notifications': (request) => ownNotifications(request, request.query),
  'GET /client-notifications/unread-count': ownUnreadCount,
  'POST /client-notifications/{id}/read': (request) => markOwnNotificationRead(request, request.params.id),
  'POST /client-notifications/read-all': (request) =>
    markNotificationsRead(request, clientInbox(request.user)),
  'DELETE /client-notifications/{id}': (request) =>
    deleteNotification(request, clientInbox(request.user), request.params.id),
  'DELETE /client-notifications': (request) => deleteNotifications(request, clientInbox(request.user)),
};
