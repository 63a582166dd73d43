import { sql } from 'kysely';
import {
  type ADMIN_NOTIFICATION_TABS,
  type AdminNotification,
  adminNotification,
  type adminNotificationEndpoints,
  type ClientNotification,
  type clientNotificationEndpoints,
} from '#contract/notifications.ts';
import { type AdminNotificationId, type ClientNotificationId, toId, type UserId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATIONS_PAGE_COUNT } from '#domain/limits.ts';
import type { StoredNotification } from '#domain/notifications.ts';
import { MOVES } from '#domain/salons-changes.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { whenInWords } from '#domain/wording/appointments.ts';
import { clientNotificationText, textBelowTitle, withReason } from '#domain/wording/notifications.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { momentText } from '../platform/clock.ts';
import { sameNumberThen } from '../platform/db/people.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { totalOf } from '../platform/db/total.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { type AffectedUser, publishOnCommit } from '../platform/events/publish.ts';
import type { ListContext, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { inBatches } from '../platform/jobs/retention.ts';
import { ALWAYS, hiddenFromTechnicians, seesPhones, shownIf } from '../roles/roles.ts';
import { technicianName } from '../technicians/technicians.ts';
import { notificationOf, TOLD_COLUMNS, toldInWords } from '../told/told.ts';

const AT_ONCE = 200;
const OWNER_PAGE_COUNT = 500;

type NotificationId = AdminNotificationId | ClientNotificationId;

interface Filter {
  readonly id?: NotificationId;
  /** The type of the notifications; ALL and undefined mean all types. */
  readonly type?: (typeof ADMIN_NOTIFICATION_TABS)[number] | ClientNotification['type'] | undefined;
  readonly unread?: boolean;
}

/** The notifications of one user: a client's own, or the salon's for the owner ('ADMIN') or for a technician. */
interface Inbox<Json = unknown> {
  readonly table: 'admin_notifications' | 'client_notifications';
  readonly user: 'ADMIN' | UserId;
  /** The number of notifications on a page, unless the request states a number. */
  readonly usual: number;
  /** Reads the notifications with these ids, newest first. */
  readonly read: (context: RequestContext, ids: readonly NotificationId[]) => Promise<Json[]>;
}

const clientInbox = ({ id }: SessionUser): Inbox<ClientNotification> => ({
  table: 'client_notifications',
  user: id,
  usual: CLIENT_NOTIFICATIONS_PAGE_COUNT,
  read: ownNotifications,
});
const salonInbox = ({ role, id }: SessionUser): Inbox<AdminNotification> => ({
  table: 'admin_notifications',
  user: role === 'ADMIN' ? role : id,
  usual: OWNER_PAGE_COUNT,
  read: salonNotifications,
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

type Change = (trx: Trx, to: Inbox, ids: readonly NotificationId[], nowMs: number) => Promise<bigint>;

/** Marks notifications as read. A notification that was already read keeps its earlier time. */
const markRead: Change = async (trx, to, ids, nowMs) => {
  const read = trx.updateTable(to.table).set({ read_at: nowMs }).where('read_at', 'is', null);
  return (await read.where('id', 'in', ids).executeTakeFirstOrThrow()).numUpdatedRows;
};

const remove: Change = async (trx, to, ids) =>
  (await trx.deleteFrom(to.table).where('id', 'in', ids).executeTakeFirstOrThrow()).numDeletedRows;

/** Changes up to `most` notifications. `changed` may be less than `found`, because a concurrent request may change some first. */
const changeSome = ({ db, now }: RequestContext, to: Inbox, filter: Filter, change: Change, most = 1) =>
  inTransaction(db, async (trx) => {
    const found = await idsOf({ db: trx, now }, to, filter).limit(most).execute();
    const ids = found.map(({ id }) => id);
    const changed = ids.length > 0 ? await change(trx, to, ids, now.ms) : 0n;
    if (changed > 0n) publishOnCommit(trx, { notifications: [[now.ms, [to.user]]] });
    return { found: ids.length, changed: Number(changed) };
  });

/** Changes all notifications in batches that don't block other requests, each in its own transaction. Returns how many changed. */
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

/** A page of a user's notifications, newest first. Rows before `offset` are read only from the index. */
async function pageOf<Json>(
  context: ListContext,
  inbox: Inbox<Json>,
  filter: Filter,
  { limit: asked, offset = 0 }: { limit?: number | undefined; offset?: number | undefined },
): Promise<Json[]> {
  const limit = asked ?? inbox.usual;
  const list = idsOf(context, inbox, filter);
  const found = await list
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
  // sets no total for a request with a limit, which only polls for the newest notifications
  if (asked === undefined) context.setTotal(await totalOf(list, found.length, { limit, offset }));
  return inbox.read(
    context,
    found.map(({ id }) => id),
  );
}

async function markOneRead<Json>(context: RequestContext, inbox: Inbox<Json>, id: NotificationId) {
  const { found } = await changeSome(context, inbox, { id }, markRead);
  const [notification] = found > 0 ? await inbox.read(context, [id]) : [];
  return notification ?? refuse('not_found');
}

async function removeOne(context: RequestContext, inbox: Inbox, id: NotificationId): Promise<void> {
  if ((await changeSome(context, inbox, { id }, remove)).changed === 0) refuse('not_found');
}

/** The columns of a notification for the salon; the other fields of the response come from its client and appointment. */
const SALON_COLUMNS = adminNotification
  .keyof()
  .exclude(['client_id', 'client_name', 'client_phone', 'client_email', 'client_created'])
  .exclude(['guest_phone', 'appointment_id', 'technician_id', 'technician_name', 'same_number_then'])
  .options.map((column) => `notification.${column}` as const);

/** SQL condition: the user may see the phone of a person (a column with the id) of the notification's booking, which is still that person's. */
const seesPhonesOfNotification = (context: RequestContext, person?: string) =>
  context.user?.role === 'ADMIN'
    ? ALWAYS
    : sql<boolean>`exists (select 1 from appointments join bookings on bookings.id = appointments.booking_id
        where appointments.id = notification.appointment_id
          and bookings.client_id is not distinct from notification.client_id
          and bookings.guest_name is not distinct from notification.guest_name and ${seesPhones(context, person)})`;

/** Notifications for the salon, without the id of a deleted client. docs/spec/behaviour.md §6.5 */
async function salonNotifications(context: RequestContext, ids: readonly NotificationId[]) {
  const rows = await context.db
    .selectFrom('admin_notifications as notification')
    .leftJoin('users', 'users.id', 'notification.client_id')
    .leftJoin('people', 'people.user_id', 'users.id')
    .where('notification.id', 'in', ids.map(toId<AdminNotificationId>))
    .select(SALON_COLUMNS)
    .select([
      'users.id as client_id',
      'users.deleted_at',
      'people.name as client_name',
      shownIf(seesPhonesOfNotification(context, 'people.id'), 'people.phone').as('client_phone'),
      shownIf(seesPhonesOfNotification(context), 'notification.guest_phone').as('guest_phone'),
      hiddenFromTechnicians(context, sql.ref('people.email')).as('client_email'),
      'users.created_at as client_created',
      sameNumberThen('notification.appointment_id').as('same_number_then'),
    ])
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
    .orderBy('notification.id', 'desc')
    .execute();
  return rows.map(({ deleted_at, same_number_then: isTwice, ...row }) => ({
    ...row,
    ...(isTwice === 1 && { same_number_then: isTwice }),
    client_id: deleted_at === null ? row.client_id : null,
    created_at: momentText(row.created_at, context.clock),
    read_at: momentText(row.read_at, context.clock),
    appt_created: momentText(row.appt_created, context.clock),
    cancelled_at: momentText(row.cancelled_at, context.clock),
    client_created: momentText(row.client_created, context.clock),
  }));
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

/** The texts of a notification in the request's language, and what the page needs beside them. Of a freed slot the day is named below the title. */
function textsOf(notification: StoredNotification, today: WallDate) {
  const { type, facts, reason } = notification;
  const message = toldInWords(notification);
  const isSlotKnown = type === 'FREE_SLOT_AVAILABLE' && facts && 'today' in facts;
  const about = withReason(isSlotKnown ? whenInWords(facts, today) : textBelowTitle(notification), reason);
  return {
    message,
    ...(reason !== null && { text: clientNotificationText(notification), reason }),
    ...(about !== message && { about }),
    ...(facts?.on_request && { on_request: 1 as const }),
    ...(MOVES.includes(type) &&
      facts &&
      'was' in facts &&
      facts.was && { was_start: facts.was.start_datetime }),
  };
}

const isOfSlot = ({ type }: Pick<ClientNotification, 'type'>): boolean => type === 'FREE_SLOT_AVAILABLE';

async function ownNotifications({ db, clock, now }: RequestContext, ids: readonly NotificationId[]) {
  const rows = await db
    .selectFrom('client_notifications as notification')
    .leftJoin('appointments', 'appointments.id', 'notification.appointment_id')
    .leftJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .where('notification.id', 'in', ids.map(toId<ClientNotificationId>))
    .select(['notification.id', ...TOLD_COLUMNS, 'notification.created_at', 'read_at', 'appt_start'])
    .select(['appointments.id as appointment_id', 'user_id', 'client_id'])
    .orderBy('notification.created_at', 'desc')
    .orderBy('notification.id', 'desc')
    .execute();
  return rows.map(({ user_id, client_id, facts, reason, ...row }) => ({
    ...row,
    ...textsOf(notificationOf({ ...row, facts, reason }), dateOf(now.wall)),
    // null if the appointment was deleted or holds no booking of the user, because the user could not open it
    appointment_id: isOfSlot(row) || client_id === user_id ? row.appointment_id : null,
    day: isOfSlot(row) && row.appt_start !== null ? dateOf(row.appt_start) : null,
    created_at: momentText(row.created_at, clock),
    read_at: momentText(row.read_at, clock),
  }));
}

const ownUnreadCount = (context: RequestContext<SessionUser>): Promise<{ count: number }> =>
  idsOf(context, clientInbox(context.user), { unread: true })
    .clearSelect()
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();

/** Notifications older than this are visible: a notification is hidden only while its change can be undone (10 s). */
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
  'GET /notifications': (request) =>
    pageOf(request, salonInbox(request.user), { type: request.query.type }, request.query),
  'GET /notifications/unread-count': async (request) => {
    const byTab = await unreadByTab(request);
    return request.query.groupBy === 'type' ? byTab : { count: byTab.ALL };
  },
  'POST /notifications/{id}/read': (request) =>
    markOneRead(request, salonInbox(request.user), request.params.id),
  'DELETE /notifications/{id}': (request) => removeOne(request, salonInbox(request.user), request.params.id),
  'POST /notifications/read-all': (request) =>
    changeAll(request, salonInbox(request.user), { type: request.query.type, unread: true }, markRead),
  'DELETE /notifications': (request) =>
    changeAll(request, salonInbox(request.user), { type: request.query.type }, remove),
};

export const clientNotificationRoutes: RoutesOf<typeof clientNotificationEndpoints> = {
  'GET /client-notifications': (request) => {
    const { type, unread, ...page } = request.query;
    return pageOf(request, clientInbox(request.user), { type, unread: unread === '1' }, page);
  },
  'GET /client-notifications/unread-count': ownUnreadCount,
  'POST /client-notifications/{id}/read': (request) =>
    markOneRead(request, clientInbox(request.user), request.params.id),
  'POST /client-notifications/read-all': (request) =>
    changeAll(request, clientInbox(request.user), { unread: true }, markRead),
  'DELETE /client-notifications/{id}': (request) =>
    removeOne(request, clientInbox(request.user), request.params.id),
  'DELETE /client-notifications': (request) => changeAll(request, clientInbox(request.user), {}, remove),
};
