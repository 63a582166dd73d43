import { randomUUID } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { wallTime } from '#contract/schemas.ts';
import { mailboxOf } from '#domain/accounts.ts';
import type { AppointmentId, UndoStepId, UserId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATION_TYPES, type ClientNotificationType } from '#domain/notifications.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import type { MailedAppointment } from '../calendar-files/calendar-files.ts';
import { keyedHash } from '../platform/auth/secrets.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { ClientNotifications } from '../platform/db/notifications.ts';
import type { AppointmentRow, MailId, Schema, Trx } from '../platform/db/schema.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { offeredTime } from '../slots/slots.ts';

// Content of queued mails. Names, phones, reasons and tokens are not stored: they are read or made when a mail is sent.

const times = z.object({ start_datetime: wallTime, end_datetime: wallTime });
const mailedAppointment = times.extend({
  service_name: z.string().nullable(),
  version: z.int(),
}) satisfies z.ZodType<MailedAppointment>;

/** The content of a mail about a booking. `booked_at` identifies the booking, because the row can be booked again. */
const bookingContent = z.object({
  visit: mailedAppointment,
  booked_at: z.int(),
  offer: offeredTime.nullish().describe('Of a reminder.'),
});
export type BookingContent = z.infer<typeof bookingContent>;

/** The content of a mail about a move by the client or guest. `moved_at` identifies the move. */
const moveContent = bookingContent.extend({ from: times, moved_at: z.int() });
export type MoveContent = z.infer<typeof moveContent>;

const notificationContent = z.object({
  visit: mailedAppointment,
  type: z.enum(CLIENT_NOTIFICATION_TYPES),
  message: z.string(),
});
export type NotificationContent = z.infer<typeof notificationContent>;

const ownerMailKind = z.enum(['BOOKED_ADMIN', 'CANCELLED_ADMIN']);
export type OwnerMailKind = z.infer<typeof ownerMailKind>;

const moveMailKind = z.enum(['MOVED_ADMIN', 'MOVED_OWN', 'MOVED_GUEST']);

const notificationMailKind = z.enum([
  'CANCELLED_CLIENT',
  'MOVED_CLIENT',
  'DEPOSIT_CLIENT',
  'FREE_SLOT_CLIENT',
]);
export type NotificationMailKind = z.infer<typeof notificationMailKind>;

/** The message to a client who is due for the next appointment. docs/spec/behaviour.md §20.4 */
const RETURN_MAIL = 'RETURN_CLIENT';
type MailedNotificationKind = NotificationMailKind | typeof RETURN_MAIL;

/** A mail to the address that the account had before the change. docs/spec/behaviour.md §7.3 */
const accountContent = z.object({ changes: z.array(z.enum(['EMAIL', 'PASSWORD', 'DELETION'])) });
export type AccountContent = z.infer<typeof accountContent>;

/** The content of a summary mail: the number of mails to the owner that it replaces. */
const summaryContent = z.object({ more: z.int() });
export type SummaryContent = z.infer<typeof summaryContent>;

/** The schema of a stored mail. Another release may have queued it, so it is parsed when sent. */
export const storedMail = z.discriminatedUnion('kind', [
  z.object({ kind: ownerMailKind, content: bookingContent }),
  z.object({ kind: notificationMailKind, content: notificationContent }),
  z.object({ kind: z.literal(RETURN_MAIL), content: notificationContent }),
  z.object({ kind: z.enum(['REMINDER_24H', 'BOOKED_OWN', 'BOOKED_GUEST']), content: bookingContent }),
  z.object({ kind: moveMailKind, content: moveContent }),
  z.object({ kind: z.literal('RESET_LINK'), content: z.object({}) }),
  z.object({ kind: z.literal('ACCOUNT_CHANGED'), content: accountContent }),
  z.object({ kind: z.literal('MORE_ADMIN'), content: summaryContent }),
]);
export type StoredMail = z.infer<typeof storedMail>;
export type MailKind = StoredMail['kind'];

interface Queued {
  /** A second mail with the same key is not queued. The key contains no email address and no phone. */
  readonly onceKey: string;
  readonly appointmentId: AppointmentId;
  readonly nowMs: number;
  /** The earliest time to send the mail: later than `nowMs` if the change can be undone; default: `nowMs`. */
  readonly visibleAtMs?: number;
  readonly undoId?: UndoStepId | null;
  /** True for a mail that another person caused: such a mail counts for the daily limit of the recipient's address. docs/spec/behaviour.md §9.3 */
  readonly isLimited?: boolean;
}
interface About<Kind extends MailKind, Content> extends Queued {
  readonly kind: Kind;
  readonly content: Content;
}
type OwnerMail = { readonly ownerMail: boolean } & (
  | About<OwnerMailKind, BookingContent>
  | About<'MOVED_ADMIN', MoveContent>
);
type ClientMail = { readonly userId: UserId } & (
  | (About<MailedNotificationKind, NotificationContent> & { readonly freeDay?: WallDate | null }) // `freeDay`: the day of the free slot, in mails to clients on the waitlist
  | About<'REMINDER_24H' | 'BOOKED_OWN', BookingContent>
  | About<'MOVED_OWN', MoveContent>
);
type GuestMail = { readonly toEmail: string } & (
  | About<'BOOKED_GUEST', BookingContent>
  | About<'MOVED_GUEST', MoveContent>
);
export type QueuedMail = OwnerMail | ClientMail | GuestMail;

/** The columns of an appointment that its mails store. */
export const visitOf = ({ start_datetime, end_datetime, service_name, version }: MailedAppointment) => ({
  start_datetime,
  end_datetime,
  service_name,
  version,
});

export const oncePerVersion = <Kind extends MailKind>(
  kind: Kind,
  { id, version }: Pick<AppointmentRow, 'id' | 'version'>,
) => ({ kind, onceKey: `${kind}:${id}:${version}`, appointmentId: id });

// a literal: with a parameter, SQLite would prepare the query again each time because of the partial index `users_one_admin`; that takes 5 % of a booking's time
const OWNER = sql.lit('ADMIN' as const);

/** Selects the user `userId`, or the owner if it is undefined. Selects no row if the account has no email address or has mails switched off. */
const reachableUser = compiledOnce<{ id: UserId }, { userId?: UserId }>((trx, { userId }) =>
  trx
    .selectFrom('users')
    .select('id')
    .where('email', 'is not', null)
    .where('mail_on', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => (userId ? eb('id', '=', userId) : eb('role', '=', OWNER))),
);

async function recipientOf(trx: Trx, mail: QueuedMail) {
  if ('toEmail' in mail) return { to_email: mail.toEmail };
  if (!('userId' in mail || mail.ownerMail)) return undefined;
  const [user] = await reachableUser(trx, 'userId' in mail ? { userId: mail.userId } : {});
  return user && { user_id: user.id, free_day: 'freeDay' in mail ? mail.freeDay : null };
}

const insertOnce = compiledOnce<unknown, Insertable<Schema['outbox']>>((trx, row) =>
  trx
    .insertInto('outbox')
    .values(row)
    .onConflict((conflict) => conflict.column('once_key').doNothing()),
);

/** Queues a mail in the same transaction as the change that it reports, unless the recipient has no email address or has switched mails off. */
export async function queueMail(trx: Trx, mail: QueuedMail): Promise<void> {
  const recipient = await recipientOf(trx, mail);
  if (!recipient) return;
  const { nowMs, visibleAtMs = nowMs } = mail;
  await insertOnce(trx, {
    kind: mail.kind,
    once_key: mail.onceKey,
    appointment_id: mail.appointmentId,
    content: JSON.stringify(mail.content),
    created_at: nowMs,
    visible_at: visibleAtMs,
    next_try_at: visibleAtMs,
    undo_id: mail.undoId ?? null,
    is_limited: mail.isLimited ? 1 : 0,
    ...recipient,
  });
}

/** The delay of the summary mail, so that it can count all mails that are omitted meanwhile. */
const SUMMARY_AFTER_MS = HOUR_MS;

/** Queues a mail that tells the owner how many mails were omitted because of the limit per IP network. Undefined if the owner gets no mails. */
export async function queueSummaryMail(trx: Trx, nowMs: number): Promise<MailId | undefined> {
  const [owner] = await reachableUser(trx, {});
  if (!owner) return undefined;
  const content: SummaryContent = { more: 1 };
  const { id } = await trx
    .insertInto('outbox')
    .values({
      kind: 'MORE_ADMIN',
      once_key: `more:${randomUUID()}`,
      user_id: owner.id,
      content: JSON.stringify(content),
      created_at: nowMs,
      visible_at: nowMs + SUMMARY_AFTER_MS,
      next_try_at: nowMs + SUMMARY_AFTER_MS,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Increments the number of mails that a summary mail names. Has no effect once the summary is sent. */
export async function addToSummaryMail(trx: Trx, id: MailId): Promise<void> {
  const row = await trx.selectFrom('outbox').select('content').where('id', '=', id).executeTakeFirst();
  const summary = row && readJson(summaryContent, row.content);
  if (!summary) return;
  const content: SummaryContent = { more: summary.more + 1 };
  await trx
    .updateTable('outbox')
    .set({ content: JSON.stringify(content) })
    .where('id', '=', id)
    .execute();
}

export interface AccountMail extends AccountContent {
  /** The user of the account; null for a deleted account. */
  readonly userId: UserId | null;
  readonly toEmail: string | null;
  readonly nowMs: number;
  /** True for an address that nobody has confirmed: the mail counts toward the daily limit of the address. docs/spec/behaviour.md §9.3 */
  readonly isLimited: boolean;
}

/** The hash that is stored instead of an email address, to count the mails to the address; equal for all spellings of a mailbox. */
export const mailboxHash = (trx: Trx, address: string, nowMs: number): Promise<string> =>
  keyedHash(trx, `mailbox:${mailboxOf(address)}`, nowMs);

/** Reports changes of an account to the address that it had before, because a thief may have made the changes. Queues the same mail at most once an hour. */
export async function queueAccountMail(
  trx: Trx,
  { userId, toEmail, changes, nowMs, isLimited }: AccountMail,
): Promise<void> {
  if (toEmail === null || changes.length === 0) return;
  const content = JSON.stringify({ changes });
  const address_hash = await mailboxHash(trx, toEmail, nowMs);
  const earlier = await trx
    .selectFrom('outbox')
    .select('id')
    .where('address_hash', '=', address_hash)
    .where('kind', '=', 'ACCOUNT_CHANGED')
    .where('content', '=', content)
    .where('user_id', 'is not distinct from', userId)
    .where('created_at', '>', nowMs - HOUR_MS)
    .executeTakeFirst();
  if (earlier) return;
  await trx
    .insertInto('outbox')
    .values({
      kind: 'ACCOUNT_CHANGED',
      once_key: `account:${randomUUID()}`,
      user_id: userId,
      to_email: toEmail,
      address_hash,
      content,
      created_at: nowMs,
      visible_at: nowMs,
      next_try_at: nowMs,
      is_limited: isLimited ? 1 : 0,
    })
    .execute();
}

/** Keeps the queued reports of an account that is about to be erased: without its user they are not erased with it. docs/spec/behaviour.md §7.3 */
export async function keepAccountMails(trx: Trx, userId: UserId): Promise<void> {
  await trx
    .updateTable('outbox')
    .set({ user_id: null })
    .where('user_id', '=', userId)
    .where('kind', '=', 'ACCOUNT_CHANGED')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('handed_over_at', 'is', null)
    .execute();
}

const MAILED: Partial<Record<ClientNotificationType, MailedNotificationKind>> = {
  APPT_CANCELLED_BY_ADMIN: 'CANCELLED_CLIENT',
  APPT_SET_AVAILABLE_BY_ADMIN: 'CANCELLED_CLIENT',
  APPT_CLIENT_CHANGED_REMOVED: 'CANCELLED_CLIENT',
  APPT_CLIENT_SWAPPED: 'CANCELLED_CLIENT',
  APPT_TIME_CHANGED: 'MOVED_CLIENT',
  APPT_CLIENT_MOVE: 'MOVED_CLIENT',
  APPT_DEPOSIT_RECEIVED: 'DEPOSIT_CLIENT',
  FREE_SLOT_AVAILABLE: 'FREE_SLOT_CLIENT',
  TIME_TO_RETURN: RETURN_MAIL,
};

export type MailableNotification = Pick<
  Selectable<ClientNotifications>,
  'id' | 'user_id' | 'type' | 'message' | 'created_at' | 'visible_at' | 'undo_id'
> &
  Pick<AccountMail, 'isLimited'>;

/** `appointment` is the row after the change. If the change removed the client: the row before the change, with the new `version`. */
export async function queueNotificationMail(
  trx: Trx,
  notification: MailableNotification,
  appointment: MailedAppointment & { readonly id: AppointmentId },
): Promise<void> {
  const kind = MAILED[notification.type];
  if (!kind) return;
  const { type, message } = notification;
  await queueMail(trx, {
    kind,
    onceKey: `notice:${notification.id}`,
    userId: notification.user_id,
    appointmentId: appointment.id,
    content: { type, message, visit: visitOf(appointment) },
    nowMs: notification.created_at,
    visibleAtMs: notification.visible_at,
    undoId: notification.undo_id,
    isLimited: notification.isLimited,
    freeDay: kind === 'FREE_SLOT_CLIENT' ? dateOf(appointment.start_datetime) : null,
  });
}
