import type { AppointmentId, UserId } from '#domain/ids.ts';
import type { ClientNotificationType } from '#domain/notifications.ts';
import type { MailedAppointment } from '../calendar-files/calendar-files.ts';
import type { Trx, UndoStepId } from '../platform/db/schema.ts';

/**
 * What is mailed, and what a mail keeps until it is sent. Names, phones and reasons are read when it is sent, so the outbox
 * holds nothing of a person but a client's own message and a guest's address; a token is made only then.
 */
export type OwnerMailKind = 'BOOKED_ADMIN' | 'CANCELLED_ADMIN';

export type NotificationMailKind = 'CANCELLED_CLIENT' | 'MOVED_CLIENT' | 'FREE_SLOT_CLIENT';

export type MailKind = OwnerMailKind | NotificationMailKind | 'REMINDER_24H' | 'BOOKED_GUEST' | 'RESET_LINK';

/** `booked_at` tells this booking of the slot from a later one. */
export interface BookingContent {
  readonly visit: MailedAppointment;
  readonly booked_at: number;
}

/** Title and sentence are those of her notice: mail and screen say the same. */
export interface NotificationContent {
  readonly visit: MailedAppointment;
  readonly type: ClientNotificationType;
  readonly message: string;
}

interface Queued {
  /** One mail per event: a second one with the same key is dropped. Holds no email and no phone. */
  readonly onceKey: string;
  readonly appointmentId: AppointmentId;
  readonly nowMs: number;
  /** Sent no earlier; later than `nowMs` where the change can still be undone. */
  readonly visibleAtMs: number;
  readonly undoId?: UndoStepId | null;
}
interface OwnerMail extends Queued {
  readonly kind: OwnerMailKind;
  /** `config.mail.adminMail` */
  readonly adminMail: boolean;
  readonly content: BookingContent;
}
interface NoticeMail extends Queued {
  readonly kind: NotificationMailKind;
  readonly userId: UserId;
  readonly content: NotificationContent;
}
interface ReminderMail extends Queued {
  readonly kind: 'REMINDER_24H';
  readonly userId: UserId;
  readonly content: BookingContent;
}
interface GuestMail extends Queued {
  readonly kind: 'BOOKED_GUEST';
  readonly toEmail: string;
  readonly content: BookingContent;
}
export type QueuedMail = OwnerMail | NoticeMail | ReminderMail | GuestMail;

/**
 * Puts a mail in the outbox, in the transaction of the change that it tells. Nothing for the owner with ADMIN_MAIL=off, nothing
 * for someone without an email or who switched mails off (asked again when it is sent).
 */
export async function queueMail(trx: Trx, mail: QueuedMail): Promise<void> {
  if (mail.kind === 'BOOKED_GUEST') await queueToGuest(trx, mail);
  else if ('userId' in mail || mail.adminMail) await queueToUser(trx, mail);
}

const rowOf = (mail: Queued & { kind: MailKind; content: object }) => ({
  kind: mail.kind,
  once_key: mail.onceKey,
  appointment_id: mail.appointmentId,
  content: JSON.stringify(mail.content),
  created_at: mail.nowMs,
  visible_at: mail.visibleAtMs,
  next_try_at: mail.visibleAtMs,
  undo_id: mail.undoId ?? null,
});

async function queueToGuest(trx: Trx, mail: GuestMail): Promise<void> {
  await trx
    .insertInto('outbox')
    .values({ ...rowOf(mail), to_email: mail.toEmail })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}

async function queueToUser(trx: Trx, mail: Exclude<QueuedMail, GuestMail>): Promise<void> {
  const reachable = trx
    .selectFrom('users')
    .select('id')
    .where('email', 'is not', null)
    .where('mail_on', '=', 1)
    .where('deleted_at', 'is', null);
  const user = await ('userId' in mail
    ? reachable.where('id', '=', mail.userId)
    : reachable.where('role', '=', 'ADMIN')
  ).executeTakeFirst();
  if (!user) return;
  await trx
    .insertInto('outbox')
    .values({ ...rowOf(mail), user_id: user.id })
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}

/** Which of a client's notices are mailed too: cancelled or moved by the salon, and a free slot. */
const MAILED: Partial<Record<ClientNotificationType, NotificationMailKind>> = {
  APPT_CANCELLED_BY_ADMIN: 'CANCELLED_CLIENT',
  APPT_SET_AVAILABLE_BY_ADMIN: 'CANCELLED_CLIENT',
  APPT_CLIENT_CHANGED_REMOVED: 'CANCELLED_CLIENT',
  APPT_CLIENT_SWAPPED: 'CANCELLED_CLIENT',
  APPT_TIME_CHANGED: 'MOVED_CLIENT',
  APPT_CLIENT_MOVE: 'MOVED_CLIENT',
  FREE_SLOT_AVAILABLE: 'FREE_SLOT_CLIENT',
};

export interface MailableNotification {
  readonly id: number;
  readonly user_id: UserId;
  readonly type: ClientNotificationType;
  readonly message: string;
  readonly created_at: number;
  readonly visible_at: number;
  readonly undo_id: UndoStepId | null;
}

/**
 * Mails a client's notice in the transaction that wrote it, where its kind is one that is mailed. `appointment` as it is after
 * the change; of one that was taken from her, as it was before, with the version that the change gave it.
 */
export async function queueNotificationMail(
  trx: Trx,
  notice: MailableNotification,
  appointment: MailedAppointment & { readonly id: AppointmentId },
): Promise<void> {
  const kind = MAILED[notice.type];
  if (!kind) return;
  const { id, start_datetime, end_datetime, service_name, version } = appointment;
  await queueMail(trx, {
    kind,
    onceKey: `notice:${notice.id}`,
    userId: notice.user_id,
    appointmentId: id,
    content: {
      type: notice.type,
      message: notice.message,
      visit: { start_datetime, end_datetime, service_name, version },
    },
    nowMs: notice.created_at,
    visibleAtMs: notice.visible_at,
    undoId: notice.undo_id,
  });
}
