import { randomUUID } from 'node:crypto';
import { type Insertable, type Selectable, sql } from 'kysely';
import { z } from 'zod';
import { wallTime } from '#contract/schemas.ts';
import { mailboxOf } from '#domain/accounts/accounts.ts';
import type { AppointmentId, BookingId, UndoStepId, UserId } from '#domain/ids.ts';
import { LANGUAGES, type Language } from '#domain/language/languages.ts';
import {
  CLIENT_NOTIFICATION_TYPES,
  type ClientNotificationType,
  type StoredNotification,
  withNames,
} from '#domain/notifications.ts';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { type MailedAppointment, uidOf } from '../calendar-files/calendar-files.ts';
import { offeredTime } from '../offers/offers.ts';
import { keyedHash } from '../platform/auth/secrets.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { readJson } from '../platform/db/json.ts';
import type { ClientNotifications } from '../platform/db/notifications.ts';
import type { AppointmentRow, MailId, Schema, Trx } from '../platform/db/schema.ts';
import { HOUR_MS } from '../platform/jobs/retention.ts';
import { namedServices, storedNotification } from '../told/told.ts';

// Content of queued mails. Names, phones, reasons and tokens are not stored: they are read or made when a mail is sent.

const times = z.object({ start_datetime: wallTime, end_datetime: wallTime });
const mailedAppointment = times.extend({
  service_name: z.string().nullable(),
  services: namedServices,
  sequence: z.int(),
  uid: z.string().nullable().describe('Of the calendar entry, without its domain; null: a slot.'),
});

/** The content of a mail about a booking. */
export const bookingContent = z.object({
  visit: mailedAppointment,
  offer: offeredTime.nullish().describe('Of a reminder.'),
});
export type BookingContent = z.infer<typeof bookingContent>;

/** The content of a mail about a move by the client or guest. `moved_at` identifies the move. */
const moveContent = bookingContent.extend({ from: times, moved_at: z.int() });
export type MoveContent = z.infer<typeof moveContent>;

const notificationContent = z.object({
  visit: mailedAppointment,
  type: z.enum(CLIENT_NOTIFICATION_TYPES),
  message: z.string().describe('The texts in Serbian, which the release before reads.'),
  told: z.array(storedNotification).optional().describe('Missing: queued by the release before.'),
  facts: storedNotification.shape.facts.optional().describe('Without `told`.'),
  expected: wallTime.optional().describe('When a person is expected whose technician is late.'),
});
export type NotificationContent = z.infer<typeof notificationContent>;

/** What a mail tells of a change: its notifications, of which `type` is the one that it is sent for. */
export const notificationContentOf = (type: ClientNotificationType, told: StoredNotification[]) => ({
  type,
  told,
  message: told.map(({ message }) => message).join(' '),
});

const ownerMailKind = z.enum(['BOOKED_ADMIN', 'CANCELLED_ADMIN']);
export type OwnerMailKind = z.infer<typeof ownerMailKind>;

const moveMailKind = z.enum(['MOVED_ADMIN', 'MOVED_OWN', 'MOVED_GUEST']);

const notificationMailKind = z.enum([
  'CANCELLED_CLIENT',
  'MOVED_CLIENT',
  'DEPOSIT_CLIENT',
  'ACCEPTED_CLIENT',
  'DELAYED_CLIENT',
  'FREE_SLOT_CLIENT',
]);
export type NotificationMailKind = z.infer<typeof notificationMailKind>;

/** The message to a client who is due for the next appointment. docs/spec/behaviour.md §20.4 */
const RETURN_MAIL = 'RETURN_CLIENT';
type MailedNotificationKind = NotificationMailKind | typeof RETURN_MAIL;

/** A mail to the address that the account had before the change. docs/spec/behaviour.md §7.3 */
const accountContent = z.object({
  changes: z.array(z.enum(['EMAIL', 'PASSWORD', 'DELETION', 'MERGE'])),
  language: z.enum(LANGUAGES).nullish().describe('Of the account, which may be gone when the mail is sent.'),
});
export type AccountContent = z.infer<typeof accountContent>;

/** The content of a summary mail: the number of mails to the owner that it replaces. */
const summaryContent = z.object({ more: z.int() });
export type SummaryContent = z.infer<typeof summaryContent>;

/** The schema of a stored mail. Another release may have queued it, so it is parsed when sent. */
export const storedMail = z.discriminatedUnion('kind', [
  z.object({ kind: ownerMailKind, content: bookingContent }),
  z.object({ kind: notificationMailKind, content: notificationContent }),
  z.object({ kind: z.enum([RETURN_MAIL, 'DELAYED_GUEST']), content: notificationContent }),
  z.object({
    kind: z.enum(['REMINDER_24H', 'REMINDER_GUEST', 'BOOKED_OWN', 'BOOKED_GUEST']),
    content: bookingContent,
  }),
  z.object({ kind: moveMailKind, content: moveContent }),
  z.object({ kind: z.literal('RESET_LINK'), content: z.object({}) }),
  z.object({ kind: z.literal('ACCOUNT_CHANGED'), content: accountContent }),
  z.object({ kind: z.literal('MORE_ADMIN'), content: summaryContent }),
]);
export type StoredMail = z.infer<typeof storedMail>;
export type MailKind = StoredMail['kind'];

/** The mails to the owner, and the notifications that they belong to. */
export const OWNER_MAIL_TYPES = {
  BOOKED_ADMIN: 'NEW_BOOKING',
  CANCELLED_ADMIN: 'CANCELLED',
  MOVED_ADMIN: 'MOVED',
} as const;

/** The mails a day before. */
export const REMINDER_MAILS = ['REMINDER_24H', 'REMINDER_GUEST'] as const satisfies readonly MailKind[];
export const isReminder = (kind: string): boolean => (REMINDER_MAILS as readonly string[]).includes(kind);

interface Queued {
  /** A second mail with the same key is not queued. The key contains no email address and no phone. */
  readonly onceKey: string;
  readonly appointmentId: AppointmentId;
  /** The booking that the mail is about; null for a free slot and for the message to a client who is due. */
  readonly bookingId: BookingId | null;
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
  | About<'BOOKED_GUEST' | 'REMINDER_GUEST', BookingContent>
  | About<'MOVED_GUEST', MoveContent>
  | About<'DELAYED_GUEST', NotificationContent>
);
export type QueuedMail = OwnerMail | ClientMail | GuestMail;

/** What mails store of an appointment. */
export function visitOf(appointment: MailedAppointment): z.infer<typeof mailedAppointment> {
  const { start_datetime, end_datetime, service_name, services, sequence, booking_id } = appointment;
  const uid = booking_id === null ? null : uidOf(appointment);
  return { start_datetime, end_datetime, service_name, ...withNames(services), sequence, uid };
}

/** Identifies the mail of this kind about the last change of a booking. */
export const oncePerVersion = <Kind extends MailKind>(
  kind: Kind,
  { id, booking_id, sequence }: Pick<AppointmentRow, 'id' | 'booking_id' | 'sequence'>,
) => ({
  kind,
  onceKey: `booking:${kind}:${booking_id}:${sequence}`, // older releases made keys of the appointment and its version, without the prefix
  appointmentId: id,
  bookingId: booking_id,
});

// a literal: with a parameter, SQLite would prepare the query again each time because of the partial index `users_one_admin`; that takes 5 % of a booking's time
const OWNER = sql.lit('ADMIN' as const);

/** Selects the user `userId`, or the owner if it is undefined. Selects no row if the account has no email address or has mails switched off. */
const reachableUser = compiledOnce<{ id: UserId }, { userId?: UserId }>((trx, { userId }) =>
  trx
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select('users.id')
    .where('email', 'is not', null)
    .where('mail_on', '=', 1)
    .where('deleted_at', 'is', null)
    .where((eb) => (userId ? eb('users.id', '=', userId) : eb('role', '=', OWNER))),
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
    booking_id: mail.bookingId,
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

export interface AccountMail extends Pick<AccountContent, 'changes'> {
  /** The user of the account; null for a deleted account. */
  readonly userId: UserId | null;
  readonly toEmail: string | null;
  readonly nowMs: number;
  /** The language of the account if it is gone. */
  readonly language?: Language | null;
  /** True for an address that nobody has confirmed: the mail counts toward the daily limit of the address. docs/spec/behaviour.md §9.3 */
  readonly isLimited: boolean;
}

/** The hash that is stored instead of an email address, to count the mails to the address; equal for all spellings of a mailbox. */
export const mailboxHash = (trx: Trx, address: string, nowMs: number): Promise<string> =>
  keyedHash(trx, `mailbox:${mailboxOf(address)}`, nowMs);

/** Reports changes of an account to the address that it had before, because a thief may have made the changes. Queues the same mail at most once an hour. */
export async function queueAccountMail(
  trx: Trx,
  { userId, toEmail, changes, nowMs, isLimited, language }: AccountMail,
): Promise<void> {
  if (toEmail === null || changes.length === 0) return;
  const content = JSON.stringify({ changes, language } satisfies AccountContent);
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
  APPT_REQUEST_ACCEPTED: 'ACCEPTED_CLIENT',
  APPT_DELAYED: 'DELAYED_CLIENT',
  FREE_SLOT_AVAILABLE: 'FREE_SLOT_CLIENT',
  TIME_TO_RETURN: RETURN_MAIL,
};

export const isMailed = (type: ClientNotificationType): boolean => MAILED[type] !== undefined;

export type MailableNotification = Pick<
  Selectable<ClientNotifications>,
  'id' | 'user_id' | 'type' | 'created_at' | 'visible_at' | 'undo_id'
> &
  Pick<AccountMail, 'isLimited'> & { readonly told: StoredNotification[] };

/** `appointment` is the row after the change. If the change took the client's booking out of the row: the row before the change, with the booking's new `sequence`. */
export async function queueNotificationMail(
  trx: Trx,
  notification: MailableNotification,
  appointment: MailedAppointment & { readonly id: AppointmentId; readonly expected?: WallTime },
): Promise<void> {
  const kind = MAILED[notification.type];
  if (!kind) return;
  await queueMail(trx, {
    kind,
    onceKey: `notice:${notification.id}`,
    userId: notification.user_id,
    appointmentId: appointment.id,
    bookingId: kind === 'FREE_SLOT_CLIENT' || kind === RETURN_MAIL ? null : appointment.booking_id,
    content: {
      ...notificationContentOf(notification.type, notification.told),
      visit: visitOf(appointment),
      expected: appointment.expected,
    },
    nowMs: notification.created_at,
    visibleAtMs: notification.visible_at,
    undoId: notification.undo_id,
    isLimited: notification.isLimited,
    freeDay: kind === 'FREE_SLOT_CLIENT' ? dateOf(appointment.start_datetime) : null,
  });
}
