import type { Trx } from '../platform/db/schema.ts';
import type { BookingContent, MailKind, NoticeContent, NoticeMailKind, OwnerMailKind } from './mail-kinds.ts';

interface Queued {
  /** One mail per event: a second one with the same key is dropped. Holds no email and no phone. */
  readonly onceKey: string;
  readonly appointmentId: number;
  readonly nowMs: number;
  /** Sent no earlier; later than `nowMs` where the change can still be undone. */
  readonly visibleAtMs: number;
  readonly undoId?: number | null;
}
interface OwnerMail extends Queued {
  readonly kind: OwnerMailKind;
  /** `config.mail.adminMail` */
  readonly adminMail: boolean;
  readonly content: BookingContent;
}
interface NoticeMail extends Queued {
  readonly kind: NoticeMailKind;
  readonly userId: number;
  readonly content: NoticeContent;
}
interface ReminderMail extends Queued {
  readonly kind: 'REMINDER_24H';
  readonly userId: number;
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
