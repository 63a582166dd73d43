import { isQuietHour } from '#domain/clients/rhythm.ts';
import { clientNotificationTitle } from '#domain/notifications.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { atMoment } from '#domain/wording/dates.ts';
import { reminderMessage, timeChangedMessage } from '#domain/wording/notifications.ts';
import {
  attachedCalendar,
  type CalendarEntry,
  type MailedAppointment,
} from '../calendar-files/calendar-files.ts';
import { makeGuestLink } from '../guest-links/guest-links.ts';
import { pagesAddress } from '../platform/config.ts';
import { offerInWords } from '../slots/slots.ts';
import type { BookingContent, MoveContent, NotificationContent, NotificationMailKind } from './mail.ts';
import {
  type CurrentAppointment,
  currentAppointment,
  depositFacts,
  type EmailMessage,
  type Facts,
  footerWithSwitch,
  greeting,
  type NotSent,
  type QueuedEmail,
  type Recipient,
  recipientOf,
  salonFooter,
  whenOf,
} from './templates.ts';

type AboutAppointment = QueuedEmail<NotificationContent | BookingContent>;

/** Checks whether a mail is still true for the current row: it may be sent hours after it was queued. */
const IS_STILL_TRUE: Record<
  NotificationMailKind | 'REMINDER_24H',
  (row: CurrentAppointment | undefined, mail: AboutAppointment) => boolean
> = {
  REMINDER_24H: isStillBooked,
  FREE_SLOT_CLIENT: (row, mail) => row?.status === 'AVAILABLE' && isAtSameTime(row, mail),
  // not sent after the client cancels: the mail's calendar file would restore the booking in the client's calendar
  MOVED_CLIENT: (row) => !(row?.status === 'CANCELLED' && row.cancelled_by === 'CLIENT'),
  CANCELLED_CLIENT: (row, mail) => !isStillBooked(row, mail),
  DEPOSIT_CLIENT: isStillBooked,
};

function isAtSameTime(row: CurrentAppointment | undefined, { content }: AboutAppointment): boolean {
  return row?.start_datetime === content.visit.start_datetime;
}

function isStillBooked(row: CurrentAppointment | undefined, mail: AboutAppointment): boolean {
  return isAtSameTime(row, mail) && row?.status === 'BOOKED' && row.client_id === mail.userId;
}

/** Returns the current row, if it exists, or the reason why the mail is not sent. */
async function rowOrReason(kind: keyof typeof IS_STILL_TRUE, mail: AboutAppointment) {
  if (mail.content.visit.start_datetime <= mail.now.wall) return 'too late';
  const row = await currentAppointment(mail.db, mail.appointmentId);
  return IS_STILL_TRUE[kind](row, mail) ? { row } : 'no longer true';
}

function calendarFor(
  mail: AboutAppointment,
  to: Recipient,
  method: CalendarEntry['method'],
  row: CurrentAppointment | undefined,
) {
  const { visit } = mail.content;
  const entry = {
    method,
    appointment: { id: mail.appointmentId, ...visit, technician_name: row?.technician_name ?? null },
    path: '/appointments',
    attendee: { ...(to.name && { name: to.name }), email: to.address },
  };
  return attachedCalendar(entry, mail);
}

/** The mail of a client's notification. All except mails about free slots have a calendar file. */
export async function notificationEmail(kind: NotificationMailKind, mail: QueuedEmail<NotificationContent>) {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const current = await rowOrReason(kind, mail);
  if (typeof current === 'string') return current;
  const { type, message, visit } = mail.content;
  const email = {
    to,
    subject: `${clientNotificationTitle(type, message)}: ${atMoment(visit.start_datetime, dateOf(mail.now.wall))}`,
    sentences: [greeting(to), message],
    footer: footerWithSwitch(mail),
  };
  const base = pagesAddress(mail.config);
  if (kind === 'FREE_SLOT_CLIENT') {
    const url = `${base}/booking?dan=${dateOf(visit.start_datetime)}&slot=${mail.appointmentId}`;
    // strangers can cause this mail, so it contains no text that they could write, not even an account's name
    const nameless = { ...to, name: '' };
    const sentences = [greeting(nameless), message];
    return { ...email, to: nameless, sentences, link: { label: 'Zakaži termin', url } };
  }
  return {
    ...email,
    link: { label: 'Moji termini', url: `${base}/appointments` },
    calendar: calendarFor(mail, to, kind === 'CANCELLED_CLIENT' ? 'CANCEL' : 'REQUEST', current.row),
  };
}

/** The message to a client who is due: only with the client's consent, and not at night. docs/spec/behaviour.md §20.4 */
export async function returnEmail(mail: QueuedEmail<NotificationContent>): Promise<EmailMessage | NotSent> {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const { db, config, now, content, userId } = mail;
  if (isQuietHour(now.wall)) return 'too late';
  const consent = db.selectFrom('users').select('id').where('id', '=', userId).where('marketing_on', '=', 1);
  if (!(await consent.executeTakeFirst())) return 'switched off';
  const base = pagesAddress(config);
  return {
    to,
    subject: clientNotificationTitle(content.type, content.message),
    sentences: [greeting(to), content.message],
    link: { label: 'Zakaži termin', url: `${base}/booking` },
    footer: [
      ...salonFooter(mail),
      `Ove poruke isključujete u profilu („Podsetnik za novi termin“): ${base}/profile`,
    ],
  };
}

export async function reminderEmail(mail: QueuedEmail<BookingContent>): Promise<EmailMessage | NotSent> {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const current = await rowOrReason('REMINDER_24H', mail);
  if (typeof current === 'string') return current;
  const { visit, offer } = mail.content;
  const today = dateOf(mail.now.wall);
  return {
    to,
    subject: `Podsetnik: ${atMoment(visit.start_datetime, today)}`,
    sentences: [greeting(to), reminderMessage(visit, today), ...(await offerInWords(mail.db, offer, today))],
    link: { label: 'Moji termini', url: `${pagesAddress(mail.config)}/appointments` },
    footer: footerWithSwitch(mail),
    calendar: calendarFor(mail, to, 'REQUEST', current.row),
  };
}

/** Confirms a move by the client, or a booking that waits for its deposit. docs/spec/behaviour.md §5.21 and §19.2 */
export async function ownEmail(mail: QueuedEmail<BookingContent | MoveContent>) {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const { visit } = mail.content;
  if (visit.start_datetime <= mail.now.wall) return 'too late';
  const row = await currentAppointment(mail.db, mail.appointmentId);
  if (row?.client_id !== mail.userId || !isCurrent(row, mail.content)) return 'no longer true';
  const toPay = depositFacts(row, mail);
  if (!('from' in mail.content) && toPay.length === 0) return 'no longer true';
  const { title, sentence } = titleAndSentence(mail.content, dateOf(mail.now.wall));
  return {
    to,
    subject: title,
    sentences: [greeting(to), sentence],
    facts: [...factsOf(visit, row), ...toPay],
    link: { label: 'Moji termini', url: `${pagesAddress(mail.config)}/appointments` },
    footer: footerWithSwitch(mail),
    calendar: calendarFor(mail, to, 'REQUEST', row),
  };
}

/** True while the booking has the times that the mail states. A later move has its own mail. */
function isCurrent(row: CurrentAppointment | undefined, content: BookingContent | MoveContent): boolean {
  if (row?.status !== 'BOOKED' || row.booked_at !== content.booked_at) return false;
  if (!('from' in content)) return row.moved_at === null;
  const { start_datetime, end_datetime } = content.visit;
  const isAtSameTimes = row.start_datetime === start_datetime && row.end_datetime === end_datetime;
  return row.moved_at === content.moved_at && isAtSameTimes;
}

function titleAndSentence(content: BookingContent | MoveContent, today: WallDate) {
  const { visit } = content;
  const when = atMoment(visit.start_datetime, today);
  return 'from' in content
    ? { title: `Termin je pomeren: ${when}`, sentence: timeChangedMessage(content.from, visit, today) }
    : { title: `Termin je rezervisan: ${when}`, sentence: 'Termin je rezervisan.' };
}

const factsOf = (visit: MailedAppointment, row: CurrentAppointment): Facts => [
  ['Kada', whenOf(visit)],
  ['Usluga', visit.service_name],
  ['Radnica', row.technician_name],
];

/** The mail with a new link for a guest. It has no text that the guest typed: the address may be somebody else's. docs/spec/behaviour.md §9.3 */
export async function guestEmail(mail: QueuedEmail<BookingContent | MoveContent>) {
  const { db, config, now, content } = mail;
  const { visit, booked_at } = content;
  if (mail.toEmail === null) return 'nobody';
  if (visit.start_datetime <= now.wall) return 'too late';
  const row = await currentAppointment(db, mail.appointmentId);
  if (!row || !isCurrent(row, content)) return 'no longer true';
  const path = `/booking#termin=${await makeGuestLink(db, { id: row.id, booked_at })}`;
  const to = { name: '', address: mail.toEmail };
  const { title, sentence } = titleAndSentence(content, dateOf(now.wall));
  return {
    to,
    subject: title,
    sentences: [
      greeting(to),
      `${sentence} Preko ovog linka možete da ga vidite, otkažete ili dodate u kalendar.`,
    ],
    facts: [...factsOf(visit, row), ...depositFacts(row, mail)],
    link: { label: 'Moj termin', url: `${pagesAddress(config)}${path}` },
    footer: salonFooter(mail),
    calendar: attachedCalendar(
      {
        method: 'REQUEST',
        appointment: { id: row.id, ...visit, technician_name: row.technician_name },
        path,
        attendee: { email: to.address },
      },
      mail,
    ),
  };
}
