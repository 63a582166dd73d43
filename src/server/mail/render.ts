import type { UserId } from '#domain/ids.ts';
import { inReadersScript, type Sentence, t } from '#domain/language/translate.ts';
import { MAX_OWNER_MESSAGES_PER_DAY, RESET_LINK_MINUTES } from '#domain/limits.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { atMoment } from '#domain/wording/dates.ts';
import { adminNotificationLabel, LATE_CANCELLATION_LABEL } from '#domain/wording/notifications.ts';
import { reasonText } from '#domain/wording/told/reasons.ts';
import { calendarFile } from '../calendar-files/calendar-files.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { pagesAddress } from '../platform/config.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import {
  type AccountContent,
  type BookingContent,
  type MoveContent,
  OWNER_MAIL_TYPES,
  type StoredMail,
  type SummaryContent,
} from './mail.ts';
import {
  type CurrentAppointment,
  currentAppointment,
  delayedGuestEmail,
  type EmailMessage,
  type Facts,
  greeting,
  guestEmail,
  type MailDelivery,
  type NotSent,
  notificationEmail,
  ownEmail,
  type QueuedEmail,
  recipientOf,
  reminderEmail,
  returnEmail,
  salonFooter,
  whenOf,
} from './templates.ts';

type OwnerNotification = (typeof OWNER_MAIL_TYPES)[keyof typeof OWNER_MAIL_TYPES];

/** Returns a queued mail with current data, or why it is not sent. */
export function renderEmail(stored: StoredMail, delivery: MailDelivery): Promise<EmailMessage | NotSent> {
  switch (stored.kind) {
    case 'BOOKED_ADMIN':
    case 'CANCELLED_ADMIN':
    case 'MOVED_ADMIN':
      return ownerEmail(OWNER_MAIL_TYPES[stored.kind], { ...delivery, content: stored.content });
    case 'MORE_ADMIN':
      return summaryEmail({ ...delivery, content: stored.content });
    case 'CANCELLED_CLIENT':
    case 'MOVED_CLIENT':
    case 'DEPOSIT_CLIENT':
    case 'ACCEPTED_CLIENT':
    case 'DELAYED_CLIENT':
    case 'FREE_SLOT_CLIENT':
      return notificationEmail(stored.kind, { ...delivery, content: stored.content });
    case 'DELAYED_GUEST':
      return delayedGuestEmail({ ...delivery, content: stored.content });
    case 'RETURN_CLIENT':
      return returnEmail({ ...delivery, content: stored.content });
    case 'REMINDER_24H':
      return reminderEmail({ ...delivery, content: stored.content });
    case 'REMINDER_GUEST':
      return guestEmail({ ...delivery, content: stored.content }, true);
    case 'BOOKED_OWN':
    case 'MOVED_OWN':
      return ownEmail({ ...delivery, content: stored.content });
    case 'BOOKED_GUEST':
    case 'MOVED_GUEST':
      return guestEmail({ ...delivery, content: stored.content });
    case 'RESET_LINK':
      return resetEmail(delivery);
    case 'ACCOUNT_CHANGED':
      return accountEmail({ ...delivery, content: stored.content });
  }
}

/** The person of a booking. For a client's guest the name also contains the name of the client. */
function personOf(row: CurrentAppointment | undefined): { name: string | null; phone: string | null } {
  if (!row) return { name: null, phone: null };
  if (row.guest_name === null) return { name: row.client_name, phone: row.client_phone };
  const account = row.client_name === null ? '' : ` (${inReadersScript('nalog:')} ${row.client_name})`;
  return { name: `${row.guest_name}${account}`, phone: row.guest_phone };
}

function calendarFor(mail: QueuedEmail<BookingContent>, notification: OwnerNotification, title: string) {
  const method = notification === 'CANCELLED' ? 'CANCEL' : 'PUBLISH';
  const appointment = { ...mail.content.visit, booking_id: mail.bookingId };
  return calendarFile({ method, appointment, title, path: '/admin/calendar' }, mail);
}

async function ownerEmail(
  notification: OwnerNotification,
  mail: QueuedEmail<BookingContent | MoveContent>,
): Promise<EmailMessage | NotSent> {
  if (mail.settings.owner_mail === 0) return 'switched off';
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const { content } = mail;
  const { visit } = content;
  const row = await currentAppointment(mail);
  const person = personOf(row);
  const isCancelled = notification === 'CANCELLED';
  const label = inReadersScript(adminNotificationLabel(notification));
  const reason = isCancelled ? (row?.cancel_reason ?? null) : null;
  const facts: Facts = [
    ['Kada', whenOf(visit)],
    ['Ranije', 'from' in content ? whenOf(content.from) : null],
    ['Ko', person.name],
    ['Telefon', person.phone],
    ['Usluga', visit.service_name],
    ['Radnica', row?.technician_name ?? null],
    ['Napomena', row?.note ?? null],
    ['Razlog otkazivanja', reason && reasonText(reason)],
  ];
  return {
    to,
    subject: `${label}: ${atMoment(visit.start_datetime, dateOf(mail.now.wall))}`,
    sentences: isCancelled && row?.is_late === 1 ? [inReadersScript(LATE_CANCELLATION_LABEL)] : [],
    facts: facts.map(([name, value]) => [inReadersScript(name), value]),
    link: notificationsLink(mail),
    footer: salonFooter(mail),
    calendar: calendarFor(
      mail,
      notification,
      [person.name, visit.service_name].filter(Boolean).join(', ') || label,
    ),
  };
}

const notificationsLink = ({ config }: MailDelivery) => ({
  label: inReadersScript('Otvori notifikacije'),
  url: `${pagesAddress(config)}/admin/notifications`,
});

/** The summary mail: how many mails about one IP network's actions the owner did not get because of a limit. docs/spec/behaviour.md §9.3 */
async function summaryEmail(mail: QueuedEmail<SummaryContent>): Promise<EmailMessage | NotSent> {
  if (mail.settings.owner_mail === 0) return 'switched off';
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  return {
    to,
    subject: inReadersScript(adminNotificationLabel('MORE_FROM_NETWORK')),
    sentences: [
      `U poslednja 24 sata sa iste adrese stiglo vam je ${MAX_OWNER_MESSAGES_PER_DAY} poruka. Izostavljeno: ${mail.content.more}.`,
      'Svi termini su u kalendaru.',
    ].map(inReadersScript),
    link: notificationsLink(mail),
    footer: salonFooter(mail),
  };
}

const LINK_MS = RESET_LINK_MINUTES * 60 * 1000;

/** Reads the email address and stores the link in one transaction. A concurrent change of the address waits for this transaction, then deletes the link. */
async function withLink(trx: Trx, userId: UserId, link: { token_hash: string; expires_at: number }) {
  const user = await trx
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select('email')
    .where('users.id', '=', userId)
    .where('deleted_at', 'is', null)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (!user?.email) return undefined;
  await trx
    .insertInto('reset_links')
    .values({ ...link, user_id: userId })
    .execute();
  return { name: '', address: user.email }; // anybody may request this mail, so it contains no text that a user wrote
}

/** The mail with a new reset link. The token is stored as a hash; in the link the token follows a #, so browsers send it to no server. */
async function resetEmail(delivery: MailDelivery): Promise<EmailMessage | NotSent> {
  const { db, config, now, userId } = delivery;
  if (userId === null) return 'nobody';
  const token = makeToken();
  const link = { token_hash: hashToken(token), expires_at: now.ms + LINK_MS };
  const to = await inTransaction(db, (trx) => withLink(trx, userId, link));
  if (!to) return 'nobody';
  return {
    to,
    subject: t('Nova lozinka'),
    sentences: [
      greeting(to),
      t('Zatražili ste novu lozinku. Link važi {minutes} minuta i može se upotrebiti jednom.', {
        minutes: RESET_LINK_MINUTES,
      }),
      t('Ako niste vi, zanemarite ovu poruku: lozinka ostaje ista.'),
    ],
    link: { label: t('Izaberi novu lozinku'), url: `${pagesAddress(config)}/reset#token=${token}` },
    footer: salonFooter(delivery),
  };
}

const WHAT_CHANGED = {
  EMAIL: 'Email adresa vašeg naloga je promenjena.',
  PASSWORD: 'Lozinka vašeg naloga je promenjena.',
  DELETION: 'Vaš nalog je obrisan.',
  MERGE: 'Salon je spojio vaš nalog sa vašim drugim nalogom.',
} as const satisfies Record<AccountContent['changes'][number], Sentence>;

/** The mail to the account's former address. It is sent even if the user has switched mails off. */
async function accountEmail(mail: QueuedEmail<AccountContent>): Promise<EmailMessage | NotSent> {
  const { toEmail, config, settings, content } = mail;
  const [first, ...others] = content.changes.map((change) => t(WHAT_CHANGED[change]));
  if (toEmail === null || first === undefined) return 'nobody';
  const to = { name: '', address: toEmail };
  const isBySalon = content.changes.includes('MERGE');
  return {
    to,
    subject: first.replace(/\.$/, ''),
    sentences: [
      greeting(to),
      first,
      ...others,
      isBySalon
        ? t('Ovom adresom se više ne prijavljujete. Ako to nije u redu, pozovite salon.')
        : t('Ako to niste bili vi, odmah pozovite salon.'),
    ],
    link: { label: settings.salon_name, url: pagesAddress(config) },
    footer: salonFooter(mail),
  };
}
