import { areSameTimes, type Times } from '#domain/appointments/slots.ts';
import { isQuietHour } from '#domain/clients/rhythm.ts';
import type { AppointmentId, UserId } from '#domain/ids.ts';
import { clientNotificationTitle } from '#domain/notifications.ts';
import { ipsCodeFields } from '#domain/payments/ips-code.ts';
import type { Settings } from '#domain/settings.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { atMoment, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { reminderMessage, timeChangedMessage } from '#domain/wording/notifications.ts';
import {
  type CalendarEntry,
  calendarFile,
  type MailedAppointment,
} from '../calendar-files/calendar-files.ts';
import { makeGuestLink } from '../guest-links/guest-links.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import type { Db } from '../platform/db/schema.ts';
import type { Platform } from '../platform/http/request.ts';
import { isStillFree, offerInWords } from '../slots/slots.ts';
import { technicianName } from '../technicians/technicians.ts';
import type { BookingContent, MoveContent, NotificationContent, NotificationMailKind } from './mail.ts';

/** The facts in a mail, one line each. A fact whose value is null is left out. */
export type Facts = readonly (readonly [label: string, value: string | null])[];

/** The content of a mail, not yet escaped. `asText` and `asHtml` lay it out. */
export interface EmailMessage {
  readonly to: { readonly name: string; readonly address: string };
  readonly subject: string;
  readonly sentences: readonly string[];
  readonly facts?: Facts;
  readonly link: { readonly label: string; readonly url: string };
  readonly footer: readonly string[];
  readonly calendar?: { readonly method: CalendarEntry['method']; readonly file: string };
}

export type NotSent = 'nobody' | 'switched off' | 'no longer true' | 'too late';

export interface MailDelivery extends Pick<Platform, 'db' | 'config' | 'clock'> {
  readonly settings: Settings;
  readonly now: Now;
  readonly userId: UserId | null;
  readonly toEmail: string | null;
  readonly queuedMs: number;
  readonly appointmentId: AppointmentId;
}

export interface QueuedEmail<Content> extends MailDelivery {
  readonly content: Content;
}

export type Recipient = EmailMessage['to'];

/** Returns the user's current address, or the reason not to send the mail. The account may have changed since the mail was queued. */
export async function recipientOf({ db, userId }: MailDelivery): Promise<Recipient | NotSent> {
  const user = await db
    .selectFrom('users')
    .select(['name', 'email', 'mail_on'])
    .where('id', '=', userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst();
  if (!user?.email) return 'nobody';
  return user.mail_on === 0 ? 'switched off' : { name: plainName(user.name), address: user.email };
}

// a plain name has at most five words, dots only at the ends of words, and at most three digits, so it is no URL and no phone number
const PLAIN_NAME = /^(?!(?:\P{N}*\p{N}){4})[\p{L}\p{M}\p{N}'’-]+\.?(?:\s+[\p{L}\p{M}\p{N}'’-]+\.?){0,4}$/u;

/** Returns '' for a name that looks like a message or a link: a stranger could register such a name with another person's address. docs/spec/behaviour.md §9.3 */
const plainName = (name: string): string => (PLAIN_NAME.test(name) ? name : '');

export type CurrentAppointment = NonNullable<Awaited<ReturnType<typeof currentAppointment>>>;

/** The mail's appointment as it is now, with its person and the deposit that it waits for. */
export const currentAppointment = (db: Db, id: AppointmentId) =>
  db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.client_id')
    .leftJoin('deposits', (join) =>
      join.onRef('deposits.appointment_id', '=', 'appointments.id').on('deposits.state', '=', 'WAITING'),
    )
    .select([
      'appointments.id',
      'appointments.status',
      'appointments.start_datetime',
      'appointments.end_datetime',
      'appointments.client_id',
      'appointments.booked_at',
      'appointments.moved_at',
      'appointments.guest_name',
      'appointments.guest_phone',
      'appointments.notes',
      'appointments.cancel_reason',
      'appointments.cancelled_by',
      'appointments.is_late',
      'users.name as client_name',
      'users.phone as client_phone',
      'deposits.qr as deposit_code',
      'deposits.until_at as deposit_until',
      technicianName().as('technician_name'),
    ])
    .where('appointments.id', '=', id)
    .executeTakeFirst();

export const greeting = ({ name }: Recipient): string => (name ? `Dobar dan, ${name}!` : 'Dobar dan!');

/** Formats day and times: 'sreda, 12. mart 2025. 10:00 - 11:00' */
export const whenOf = ({ start_datetime, end_datetime }: Times): string =>
  `${dayInWordsWithYear(dateOf(start_datetime))} ${timeRange(start_datetime, end_datetime)}`;

/** The payment details of the awaited deposit, if any. No QR code, because mail programs block pictures. docs/spec/behaviour.md §19.2 */
function depositFacts(
  { deposit_code, deposit_until }: CurrentAppointment,
  { clock, now }: MailDelivery,
): Facts {
  if (deposit_code === null || deposit_until === null) return [];
  const { name, account, amount, reference } = ipsCodeFields(deposit_code);
  const until = atMoment(momentText(deposit_until, clock), dateOf(now.wall));
  return [
    ['Kapara', `${amount} din, do ${until}. Ako ne stigne, termin se oslobađa.`],
    ['Primalac', name],
    ['Račun', account],
    ['Poziv na broj', reference],
  ];
}

export const salonFooter = ({ settings }: MailDelivery): string[] =>
  [settings.salon_name, settings.salon_address, settings.salon_phone].filter(Boolean);

const footerWithSwitch = (delivery: MailDelivery): string[] => [
  ...salonFooter(delivery),
  `Ove poruke možete isključiti u profilu („Obaveštenja na email“): ${pagesAddress(delivery.config)}/profile`,
];

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ESCAPES[character] ?? '');
const lines = (text: string): string => escaped(text).replaceAll('\n', '<br>');

const shownFacts = ({ facts = [] }: EmailMessage): (readonly [string, string])[] =>
  facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));

export function asText(email: EmailMessage): string {
  const facts = shownFacts(email).map(([label, value]) => `${label}: ${value}`);
  const link = `${email.link.label}:\n${email.link.url}`;
  const parts = [...email.sentences, facts.join('\n'), link, `-- \n${email.footer.join('\n')}`];
  return `${parts.filter(Boolean).join('\n\n')}\n`;
}

const FONT = 'font-family:system-ui,-apple-system,Segoe UI,Roboto,sans-serif';
const BUTTON =
  'display:inline-block;padding:12px 20px;border-radius:10px;background:#1f1a17;color:#ffffff;text-decoration:none';

/** The mail as simple HTML, without images, scripts or remote content, which would show the sender that the mail was read. */
export function asHtml(email: EmailMessage): string {
  const sentences = email.sentences.map((text) => `<p style="margin:0 0 14px">${lines(text)}</p>`);
  const facts = shownFacts(email).map(
    ([label, value]) => `<p style="margin:0 0 6px"><b>${escaped(label)}:</b> ${lines(value)}</p>`,
  );
  const footer = email.footer.map(lines).join('<br>');
  return [
    '<!doctype html><html lang="sr-Latn"><head><meta charset="utf-8">',
    `<title>${escaped(email.subject)}</title></head>`,
    `<body style="margin:0;padding:24px;background:#faf7f4;color:#1f1a17;${FONT};font-size:16px;line-height:1.5">`,
    '<div style="max-width:520px;margin:0 auto;padding:24px;background:#ffffff;border-radius:16px">',
    ...sentences,
    ...facts,
    `<p style="margin:22px 0"><a style="${BUTTON}" href="${escaped(email.link.url)}">${escaped(email.link.label)}</a></p>`,
    `<p style="margin:22px 0 0;font-size:13px;color:#6b625b">${footer}</p>`,
    '</div></body></html>',
  ].join('\n');
}

type AboutAppointment = QueuedEmail<NotificationContent | BookingContent>;

/** Checks whether what a mail says is still true for the current row: a mail may be sent hours after it was queued. */
const IS_STILL_TRUE: Record<
  NotificationMailKind | 'REMINDER_24H',
  (row: CurrentAppointment | undefined, mail: AboutAppointment) => boolean | Promise<boolean>
> = {
  REMINDER_24H: isStillBooked,
  FREE_SLOT_CLIENT: (_, { db, appointmentId, content }) =>
    isStillFree(db, appointmentId, content.visit.start_datetime),
  // this mail is not sent after the client cancels: its calendar file would restore the booking in the client's calendar
  MOVED_CLIENT: (row, mail) =>
    !(row?.status === 'CANCELLED' && row.cancelled_by === 'CLIENT') && !isMovedOn(row, mail),
  CANCELLED_CLIENT: (row, mail) => !isStillBooked(row, mail),
  DEPOSIT_CLIENT: isStillBooked,
};

const isAtSameTime = (row: CurrentAppointment | undefined, { content }: AboutAppointment): boolean =>
  row?.start_datetime === content.visit.start_datetime;

/** True if the client has moved the booking to another time since the mail was queued. */
const isMovedOn = (row: CurrentAppointment | undefined, mail: AboutAppointment): boolean =>
  (row?.moved_at ?? 0) > mail.queuedMs && !isAtSameTime(row, mail);

function isStillBooked(row: CurrentAppointment | undefined, mail: AboutAppointment): boolean {
  return isAtSameTime(row, mail) && row?.status === 'BOOKED' && row.client_id === mail.userId;
}

async function rowOrReason(kind: keyof typeof IS_STILL_TRUE, mail: AboutAppointment) {
  if (mail.content.visit.start_datetime <= mail.now.wall) return 'too late';
  const row = await currentAppointment(mail.db, mail.appointmentId);
  return (await IS_STILL_TRUE[kind](row, mail)) ? { row } : 'no longer true';
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
  return calendarFile(entry, mail);
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

/** The message to a client who is due for the next appointment: only with the client's consent, and not at night. docs/spec/behaviour.md §20.4 */
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
  const reminder = reminderMessage({ ...visit, technician_name: current.row?.technician_name }, today);
  return {
    to,
    subject: `Podsetnik: ${atMoment(visit.start_datetime, today)}`,
    sentences: [greeting(to), reminder, ...(await offerInWords(mail.db, offer, today))],
    link: { label: 'Moji termini', url: `${pagesAddress(mail.config)}/appointments` },
    footer: footerWithSwitch(mail),
    calendar: calendarFor(mail, to, 'REQUEST', current.row),
  };
}

/** Confirms a move by the client, or a booking that waits for its deposit. docs/spec/behaviour.md §5.21 and §19.2 */
export async function ownEmail(mail: QueuedEmail<BookingContent | MoveContent>) {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  if (mail.content.visit.start_datetime <= mail.now.wall) return 'too late';
  const row = await currentAppointment(mail.db, mail.appointmentId);
  const content = row && currentContent(row, mail.content);
  if (!content || row.client_id !== mail.userId) return 'no longer true';
  const toPay = depositFacts(row, mail);
  if (!('from' in content) && toPay.length === 0) return 'no longer true';
  const { title, sentence } = titleAndSentence(content, dateOf(mail.now.wall));
  return {
    to,
    subject: title,
    sentences: [greeting(to), sentence],
    facts: [...factsOf(content.visit, row), ...toPay],
    link: { label: 'Moji termini', url: `${pagesAddress(mail.config)}/appointments` },
    footer: footerWithSwitch(mail),
    calendar: calendarFor({ ...mail, content }, to, 'REQUEST', row),
  };
}

/** The content with the current times, because the owner may have moved the booking. Undefined after a later move by the client or guest, and for a move that the owner has changed. */
function currentContent(row: CurrentAppointment, content: BookingContent | MoveContent) {
  if (row.status !== 'BOOKED' || row.booked_at !== content.booked_at) return undefined;
  const { start_datetime, end_datetime, moved_at } = row;
  const current = { ...content, visit: { ...content.visit, start_datetime, end_datetime } };
  if (!('from' in content)) return moved_at === null ? current : undefined;
  return moved_at === content.moved_at && areSameTimes(row, content.visit) ? current : undefined;
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
  const { db, config, now } = mail;
  if (mail.toEmail === null) return 'nobody';
  if (mail.content.visit.start_datetime <= now.wall) return 'too late';
  const row = await currentAppointment(db, mail.appointmentId);
  const content = row && currentContent(row, mail.content);
  if (!content) return 'no longer true';
  const { visit, booked_at } = content;
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
    calendar: calendarFile(
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
