import type { Insertable } from 'kysely';
import type { TimesOfTechnician } from '#domain/appointments/slots.ts';
import {
  type AdminNotificationId,
  type AppointmentId,
  toId,
  type UndoStepId,
  type UserId,
} from '#domain/ids.ts';
import {
  begunNotification,
  type ClientNotification,
  notificationsOfChange,
  salonNotification,
} from '#domain/notifications.ts';
import { isPushedToOwner } from '#domain/push/messages.ts';
import type { Settings } from '#domain/settings.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { type CallReason, callReason } from '#domain/told/calls.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { AdminNotificationType } from '#domain/wording/notifications.ts';
import type { MailedAppointment } from '../calendar-files/calendar-files.ts';
import type { Author } from '../history/history.ts';
import {
  addToSummaryMail,
  type BookingContent,
  isMailed,
  type MoveContent,
  type OwnerMailKind,
  oncePerVersion,
  queueMail,
  queueNotificationMail,
  queueSummaryMail,
  visitOf,
} from '../mail/mail.ts';
import { countedNetworks } from '../platform/auth/counted-acts.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { AppointmentRow, Schema, Trx } from '../platform/db/schema.ts';
import { publishOnCommit } from '../platform/events/publish.ts';
import type { ChangeContext, RequestContext } from '../platform/http/request.ts';
import { pushClientNotification, pushOwnerNotification } from '../push/push.ts';
import { listToCall } from '../reached/reached.ts';
import { technicianNamed } from '../technicians/technicians.ts';
import { storedOf } from '../told/told.ts';
import { type FromNetworks, sendWithinLimit } from './owner-limits.ts';

/** A notification to the owner and an appointment's technician, about a person, an appointment, or both. docs/spec/product.md §3.7 */
interface AdminNotification extends Partial<FromNetworks> {
  readonly type: AdminNotificationType;
  readonly nowMs: number;
  /** When the notification becomes visible; default: at once. If the change `undoId` is undone before that time, the notification is deleted. */
  readonly visibleAtMs?: number;
  readonly undoId?: UndoStepId | null;
  readonly client_id?: UserId | null;
  readonly guest_name?: string | null;
  readonly guest_phone?: string | null;
  readonly appointment?: AppointmentRow;
  readonly from?: TimesOfTechnician;
  /** The user who made the change. About their own changes, technicians get no notification and the owner gets no push. */
  readonly by?: RequestContext['user'];
  /** False: notifies only technicians, not the owner. */
  readonly isForOwner?: boolean;
  /** True if no push is sent for the notification. */
  readonly isQuiet?: boolean | undefined;
  readonly moreCount?: number;
}

/** Notifies the owner and technicians. If an IP network has reached its daily limit, only counts the notification in a summary. docs/spec/behaviour.md §9.3 */
export const notifyAdmin = (trx: Trx, notification: AdminNotification): Promise<void> => {
  const { nowMs, networks = [] } = notification;
  return sendWithinLimit(
    trx,
    { channel: 'notification', networks, nowMs },
    {
      send: () => saveAdminNotification(trx, notification),
      summarize: () => saveAdminNotification(trx, { type: 'MORE_FROM_NETWORK', nowMs, moreCount: 1 }),
      addTo: (id) => addToSummary(trx, toId(id), nowMs),
    },
  );
};

async function addToSummary(trx: Trx, id: AdminNotificationId, nowMs: number): Promise<void> {
  await trx
    .updateTable('admin_notifications')
    .set(({ eb }) => ({ more_count: eb('more_count', '+', 1) }))
    .where('id', '=', id)
    .execute();
  publishOnCommit(trx, { notifications: [[nowMs, ['ADMIN']]] });
}

const isPushed = ({ type, appointment, by, isQuiet = false }: AdminNotification, recipient: UserId | null) =>
  appointment !== undefined &&
  isPushedToOwner(type) &&
  !isQuiet &&
  !(recipient === null && by?.role === 'ADMIN');

const insertAdminNotification = compiledOnce<
  { id: AdminNotificationId },
  Insertable<Schema['admin_notifications']>
>((trx, row) => trx.insertInto('admin_notifications').values(row).returning('id'));

async function saveAdminNotification(trx: Trx, notification: AdminNotification) {
  const { type, appointment, nowMs, visibleAtMs = nowMs, undoId = null, moreCount = null } = notification;
  const columns = {
    type,
    created_at: nowMs,
    visible_at: visibleAtMs,
    undo_id: undoId,
    client_id: notification.client_id ?? appointment?.client_id ?? null,
    guest_name: notification.guest_name ?? appointment?.guest_name ?? null,
    guest_phone: notification.guest_phone ?? appointment?.guest_phone ?? null,
    appointment_id: appointment?.id ?? null,
    service_name: appointment?.service_name ?? null,
    appt_start: appointment?.start_datetime ?? null,
    appt_end: appointment?.end_datetime ?? null,
    appt_created: appointment?.booked_at ?? appointment?.created_at ?? null,
    cancelled_reason: appointment?.cancel_reason ?? null,
    cancelled_at: appointment?.cancelled_at ?? null,
    is_late: appointment?.status === 'CANCELLED' ? appointment.is_late : 0,
    from_start: notification.from?.start_datetime ?? null,
    from_end: notification.from?.end_datetime ?? null,
    more_count: moreCount,
  };
  const save = async (recipient_id: UserId | null): Promise<AdminNotificationId> => {
    const saved = await insertAdminNotification(trx, { ...columns, recipient_id });
    const { id } = saved.reduce((row) => row);
    publishOnCommit(trx, { notifications: [[visibleAtMs, [recipient_id ?? 'ADMIN']]] });
    if (isPushed(notification, recipient_id))
      await pushOwnerNotification(trx, id, { nowMs, visibleAtMs, recipient_id });
    return id;
  };
  for (const { user_id } of await techniciansOf(trx, notification)) await save(user_id);
  return notification.isForOwner === false ? undefined : save(null);
}

/** The accounts of the appointment's technicians before and after a move, except the author of the change. */
async function techniciansOf(trx: Trx, { appointment, from, by }: AdminNotification) {
  const technicians = [appointment, from].flatMap((row) => row?.technician_id ?? []);
  const others = technicians.filter((id) => id !== OWNERS_TECHNICIAN);
  if (others.length === 0) return [];
  return trx
    .selectFrom('technicians')
    .innerJoin('users', 'users.id', 'technicians.user_id')
    .select('users.id as user_id')
    .where('technicians.id', 'in', others)
    .where('users.id', '<>', by?.id ?? toId<UserId>(0))
    .where('users.active', '=', 1)
    .where('users.email_key', 'is not', null)
    .orderBy('users.id')
    .execute();
}

type MailSettings = Pick<Settings, 'owner_mail'>;

type OwnersMail = MailSettings &
  (
    | { readonly kind: OwnerMailKind; readonly content: BookingContent }
    | { readonly kind: 'MOVED_ADMIN'; readonly content: MoveContent }
  );

/** Queues a mail to the owner, except about changes by the salon. Counts it in a summary if one IP network has caused too many mails. */
async function mailOwner(
  trx: Trx,
  context: ActContext,
  row: AppointmentRow,
  { owner_mail, ...mail }: OwnersMail,
): Promise<void> {
  if (isStaff(context.user) || owner_mail === 0) return;
  const nowMs = context.now.ms;
  const queued = {
    ...oncePerVersion(mail.kind, row),
    ...mail,
    ownerMail: true,
    nowMs,
  };
  await sendWithinLimit(
    trx,
    { channel: 'mail', networks: countedNetworks(context.config, context.networks), nowMs },
    {
      send: () => queueMail(trx, queued),
      summarize: () => queueSummaryMail(trx, nowMs),
      addTo: (id) => addToSummaryMail(trx, toId(id)),
    },
  );
}

/** The author and time of a change. Messages to the owner about the change count against the limits of `networks`, hashes of IP networks. */
export type ActContext = RequestContext & FromNetworks & Pick<Author, 'linkBy'>;

const actOf = (context: ActContext, appointment: AppointmentRow) => ({
  nowMs: context.now.ms,
  appointment,
  by: context.user,
  networks: countedNetworks(context.config, context.networks),
});

/** Notifies the owner of a booking or cancellation (with `is_late`), and queues a mail. docs/spec/behaviour.md §5.4 and §5.6 */
export async function notifyOwner(
  trx: Trx,
  context: ActContext,
  row: AppointmentRow,
  type: 'NEW_BOOKING' | 'CANCELLED',
  { owner_mail }: MailSettings,
): Promise<void> {
  await notifyAdmin(trx, { ...actOf(context, row), type });
  const kind = type === 'CANCELLED' ? 'CANCELLED_ADMIN' : 'BOOKED_ADMIN';
  await mailOwner(trx, context, row, { kind, content: { visit: visitOf(row) }, owner_mail });
}

/** Notifies the owner of a move (MOVED). Queues mails to the owner and to the client or guest. docs/spec/behaviour.md §5.21 */
export async function notifyOfOwnMove(
  trx: Trx,
  context: ActContext,
  { start_datetime, end_datetime, technician_id }: AppointmentRow,
  moved: AppointmentRow,
  { owner_mail }: MailSettings,
): Promise<void> {
  const nowMs = context.now.ms;
  const from = { start_datetime, end_datetime };
  const content = { visit: visitOf(moved), from, moved_at: moved.moved_at ?? nowMs };
  await notifyAdmin(trx, { ...actOf(context, moved), type: 'MOVED', from: { ...from, technician_id } });
  await mailOwner(trx, context, moved, { kind: 'MOVED_ADMIN', content, owner_mail });
  const { client_id, guest_email } = moved;
  const isLimited = !isStaff(context.user); // the address has a daily limit, because a client or guest may have typed another person's address
  const queued = { content, nowMs, isLimited };
  if (client_id !== null)
    await queueMail(trx, { ...queued, ...oncePerVersion('MOVED_OWN', moved), userId: client_id });
  else if (guest_email !== null)
    await queueMail(trx, { ...queued, ...oncePerVersion('MOVED_GUEST', moved), toEmail: guest_email });
}

/** The appointment of a notification, with the sequence of its booking after the change and the times that the client should read. */
type NotifiedAppointment = MailedAppointment & { readonly id: AppointmentId; readonly expected?: WallTime };

/** A notification with the appointment that it describes, and the one that it links to (default: the same). */
interface Written extends ClientNotification {
  readonly about: NotifiedAppointment;
  readonly linkedId?: AppointmentId | undefined;
}

/** Writes a client's notification. Queues the pushes and, for a mailed type, the mail. */
export const notifyClient = (
  trx: Trx,
  notification: ClientNotification,
  about: NotifiedAppointment,
  timing: NotificationTiming,
): Promise<void> => writeNotifications(trx, [{ ...notification, about }], timing);

/** Writes the notifications of one change to one client. Queues one push and, if one of them is mailed, one mail, with the sentences of all. docs/spec/behaviour.md §5.8 */
async function writeNotifications(
  trx: Trx,
  notifications: readonly Written[],
  { nowMs, visibleAtMs, undoId, isLimited = false }: NotificationTiming,
): Promise<void> {
  const written = [];
  for (const { client_id, about, linkedId = about.id, ...notification } of notifications) {
    const told = storedOf(notification);
    const columns = { user_id: client_id, created_at: nowMs, visible_at: visibleAtMs, undo_id: undoId };
    const { id } = await trx
      .insertInto('client_notifications')
      .values({
        ...columns,
        ...told,
        facts: JSON.stringify(told.facts),
        appointment_id: linkedId,
        appt_start: about.start_datetime,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    written.push({ ...columns, id, about, told });
  }
  const [first, ...others] = written;
  if (!first) return;
  const { user_id } = first;
  publishOnCommit(trx, { notifications: [[visibleAtMs, [user_id]]] });
  const also = others.map(({ id }) => id);
  await pushClientNotification(trx, { id: first.id, user_id, also }, { nowMs, visibleAtMs });
  const mailed = written.find(({ told }) => isMailed(told.type));
  if (!mailed) return;
  const { about, told, ...columns } = mailed;
  const all = written.map((one) => one.told);
  await queueNotificationMail(trx, { ...columns, type: told.type, told: all, isLimited }, about);
}

/** Notifications are written with their change, so that a crash loses none, but become visible only when the change can no longer be undone. */
export interface NotificationTiming {
  readonly nowMs: number;
  readonly visibleAtMs: number;
  readonly undoId: UndoStepId | null;
  /** True if somebody other than the recipient caused the notification: its mail counts for the daily limit of the recipient's address. docs/spec/behaviour.md §9.3 */
  readonly isLimited?: boolean;
}

export const immediately = (now: Now): NotificationTiming => ({
  nowMs: now.ms,
  visibleAtMs: now.ms,
  undoId: null,
});

/** A changed row. */
export interface BookingChange {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
  /** The CANCELLED row of a booking that has lost its row by the change. The notifications about it link to the CANCELLED row. */
  readonly historyId?: AppointmentId | undefined;
  /** Why the person must be told, if the rows do not say it. */
  readonly reason?: CallReason | undefined;
}

type Acting = Pick<ChangeContext, 'now' | 'user'>;

/** Notifies the technicians of a change by the salon, and the owner of a technician's change. docs/spec/behaviour.md §16.12 */
export async function notifySalon(
  trx: Trx,
  { now, user: by }: Acting,
  { before, after, historyId }: BookingChange,
  { isQuiet, ...timing }: NotificationTiming & Pick<AdminNotification, 'isQuiet'>,
): Promise<void> {
  if (by === null || by === 'LUNULA') return;
  const type =
    salonNotification(before, after, now.wall) ??
    (by.role === 'TECHNICIAN' ? begunNotification(before, after, now.wall) : undefined);
  if (type === undefined) return;
  const isKept = after.status === 'BOOKED' || after.status === 'CANCELLED';
  await notifyAdmin(trx, {
    ...timing,
    type,
    by,
    isForOwner: by.role === 'TECHNICIAN',
    isQuiet,
    appointment: isKept ? after : { ...before, id: historyId ?? before.id },
    ...(type === 'MOVED' && { from: before }),
  });
}

/** The notifications to clients about a changed row, with its new start. */
async function clientNotifications(
  trx: Trx,
  { before, after, historyId }: BookingChange,
  now: WallTime,
): Promise<(Written & { readonly start: WallTime })[]> {
  const named = { ...after, ...(await technicianNamed(trx, after)) };
  // losing its row is a change of the booking too
  const sequenceAfter = after.booking_id === before.booking_id ? after.sequence : before.sequence + 1;
  const lost = { about: { ...before, sequence: sequenceAfter }, linkedId: historyId };
  return notificationsOfChange(before, named, now).map((notification) => {
    const isTheirs = after.status === 'BOOKED' && after.client_id === notification.client_id;
    return { ...notification, ...(isTheirs ? { about: after } : lost), start: after.start_datetime };
  });
}

/** Lists the person of a changed booking to be called, until a message of `timing` goes out. docs/spec/behaviour.md §29.4 */
export async function listChangeToCall(
  trx: Trx,
  { now }: Pick<Acting, 'now'>,
  { before, after, reason = callReason(before, after, now.wall) }: BookingChange,
  { nowMs }: NotificationTiming,
): Promise<void> {
  if (reason) await listToCall(trx, before, reason, nowMs);
}

/** Notifies the clients affected by a change of the salon, including a client whom the change has removed from the appointment. Of the same change to several bookings a client gets one notification, with the starts of all. docs/spec/behaviour.md §5.8 and §20.2 */
export async function notifyClients(
  trx: Trx,
  { now }: Acting,
  changes: readonly BookingChange[],
  timing: NotificationTiming,
): Promise<void> {
  const all = [];
  for (const change of changes) {
    all.push(...(await clientNotifications(trx, change, now.wall)));
    await listChangeToCall(trx, { now }, change, timing);
  }
  for (const ofClient of Map.groupBy(all, ({ client_id }) => client_id).values()) {
    const byType = Map.groupBy(ofClient, ({ type }) => type).values();
    const notifications = [...byType].flatMap(([first, ...others]): Written[] => {
      if (!first) return [];
      const starts = others.map(({ start }) => start);
      return [{ ...first, ...(starts.length > 0 && { facts: { ...first.facts, others: starts } }) }];
    });
    await writeNotifications(trx, notifications, timing);
  }
}

/** Notifies salon and clients of the changes of one request. Pushes only the first one to the salon. */
export async function notifyOfChanges(
  trx: Trx,
  context: Acting,
  changes: readonly BookingChange[],
  timing: NotificationTiming,
): Promise<void> {
  for (const [n, change] of changes.entries())
    await notifySalon(trx, context, change, { ...timing, isQuiet: n > 0 });
  await notifyClients(trx, context, changes, timing);
}
