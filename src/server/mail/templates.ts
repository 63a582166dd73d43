import { areSameTimes, type Times } from '#domain/appointments/slots.ts';
import { isQuietHour } from '#domain/clients/rhythm.ts';
import type { AppointmentId, BookingId, UserId } from '#domain/ids.ts';
import { servicesText } from '#domain/language/service-name.ts';
import { t } from '#domain/language/translate.ts';
import { ipsCodeFields } from '#domain/payments/ips-code.ts';
import type { Settings } from '#domain/settings.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { atMoment, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import { answerText } from '#domain/wording/deposits.ts';
import {
  clientNotificationTitle,
  reminderMessage,
  timeChangedMessage,
} from '#domain/wording/notifications.ts';
import { type CalendarEntry, calendarFile } from '../calendar-files/calendar-files.ts';
import { linkPath, makeGuestLink } from '../guest-links/guest-links.ts';
import { isStillOffered, offerInWords, queryOfFreed } from '../offers/offers.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import type { Platform } from '../platform/http/request.ts';
import { technicianName } from '../technicians/technicians.ts';
import { toldInWords } from '../told/told.ts';
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
  readonly appointmentId: AppointmentId | null;
  readonly bookingId: BookingId | null;
}

export interface QueuedEmail<Content> extends MailDelivery {
  readonly content: Content;
}

export type Recipient = EmailMessage['to'];

/** Returns the user's current address, or the reason not to send the mail. The account may have changed since the mail was queued. */
export async function recipientOf({ db, userId }: MailDelivery): Promise<Recipient | NotSent> {
  const user = await db
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select(['name', 'email', 'mail_on'])
    .where('users.id', '=', userId)
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

/** The appointment of the mail's booking as it is now, with its person and the deposit that it waits for; undefined if the booking has none any more. */
export const currentAppointment = ({ db, bookingId }: MailDelivery) =>
  db
    .selectFrom('bookings')
    .innerJoin('appointments', 'appointments.booking_id', 'bookings.id')
    .leftJoin('people as client', 'client.user_id', 'bookings.client_id')
    .leftJoin('deposits', (join) =>
      join.onRef('deposits.booking_id', '=', 'bookings.id').on('deposits.state', '=', 'WAITING'),
    )
    .select([
      'bookings.id as booking_id',
      'appointments.status',
      'appointments.start_datetime',
      'appointments.end_datetime',
      'bookings.moved_at',
      'bookings.guest_name',
      'bookings.guest_phone',
      'bookings.note',
      'bookings.cancel_reason',
      'bookings.cancelled_by',
      'bookings.is_late',
      'bookings.request_state',
      'bookings.request_until',
      'client.name as client_name',
      'client.phone as client_phone',
      'deposits.qr as deposit_code',
      'deposits.until_at as deposit_until',
      technicianName().as('technician_name'),
    ])
    .where('bookings.id', '=', bookingId)
    .executeTakeFirst();

export const greeting = ({ name }: Recipient): string =>
  name ? t('Dobar dan, {name}!', { name }) : t('Dobar dan!');

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
    [t('Kapara'), t('{amount} din, do {until}. Ako ne stigne, termin se oslobađa.', { amount, until })],
    [t('Primalac'), name],
    [t('Račun'), account],
    [t('Poziv na broj'), reference],
  ];
}

export const salonFooter = ({ settings }: MailDelivery): string[] =>
  [settings.salon_name, settings.salon_address, settings.salon_phone].filter(Boolean);

const footerWithSwitch = (delivery: MailDelivery): string[] => [
  ...salonFooter(delivery),
  t('Ove poruke možete isključiti u profilu („Obaveštenja na email“): {address}', {
    address: `${pagesAddress(delivery.config)}/profile`,
  }),
];

type AboutAppointment = QueuedEmail<NotificationContent | BookingContent>;

/** Checks whether what a mail says is still true for the current row: a mail may be sent hours after it was queued. */
const IS_STILL_TRUE: Record<
  NotificationMailKind | 'REMINDER_24H',
  (row: CurrentAppointment | undefined, mail: AboutAppointment) => boolean | Promise<boolean>
> = {
  REMINDER_24H: isStillBooked,
  FREE_SLOT_CLIENT: (_, { db, now, appointmentId: id, userId: client_id, content }) =>
    isStillOffered(db, now.wall, { id, start: content.visit.start_datetime, client_id }),
  // this mail is not sent after the client cancels: its calendar file would restore the booking in the client's calendar
  MOVED_CLIENT: (row, mail) =>
    !(row?.status === 'CANCELLED' && row.cancelled_by === 'CLIENT') && !isMovedOn(row, mail),
  CANCELLED_CLIENT: (row, mail) => !isStillBooked(row, mail),
  DEPOSIT_CLIENT: isStillBooked,
  ACCEPTED_CLIENT: isStillBooked,
  DELAYED_CLIENT: isStillBooked,
};

const isAtSameTime = (row: CurrentAppointment | undefined, { content }: AboutAppointment): boolean =>
  row?.start_datetime === content.visit.start_datetime;

/** True if the client has moved the booking to another time since the mail was queued. */
const isMovedOn = (row: CurrentAppointment | undefined, mail: AboutAppointment): boolean =>
  (row?.moved_at ?? 0) > mail.queuedMs && !isAtSameTime(row, mail);

function isStillBooked(row: CurrentAppointment | undefined, mail: AboutAppointment): boolean {
  return row?.status === 'BOOKED' && isAtSameTime(row, mail);
}

async function rowOrReason(kind: keyof typeof IS_STILL_TRUE, mail: AboutAppointment) {
  const { content } = mail;
  const expected = 'expected' in content ? content.expected : undefined;
  if ((expected ?? content.visit.start_datetime) <= mail.now.wall) return 'too late';
  const row = await currentAppointment(mail);
  return (await IS_STILL_TRUE[kind](row, mail)) ? { row } : 'no longer true';
}

function calendarFor(
  mail: AboutAppointment,
  to: Recipient,
  method: CalendarEntry['method'],
  row: CurrentAppointment | undefined,
  path = '/appointments',
) {
  const { bookingId: booking_id, content } = mail;
  const entry = {
    method,
    appointment: {
      ...content.visit,
      booking_id,
      technician_name: row?.technician_name ?? null,
      request_state: row?.request_state ?? null,
    },
    path,
    attendee: { ...(to.name && { name: to.name }), email: to.address },
  };
  return calendarFile(entry, mail);
}

/** What a mail tells: its notifications with their reasons, under the title of the one that it is sent for. */
function textsOf({ type, message, facts = null, told }: NotificationContent) {
  const all = told ?? [{ type, message, facts, reason: null }];
  const isOnRequest = all.some((one) => one.facts?.on_request);
  return { title: clientNotificationTitle(type, isOnRequest), message: all.map(toldInWords).join(' ') };
}

/** The mail of a client's notification. All except mails about free slots have a calendar file. */
export async function notificationEmail(kind: NotificationMailKind, mail: QueuedEmail<NotificationContent>) {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const current = await rowOrReason(kind, mail);
  if (typeof current === 'string') return current;
  const { visit } = mail.content;
  const { title, message } = textsOf(mail.content);
  const email = {
    to,
    subject: `${title}: ${atMoment(visit.start_datetime, dateOf(mail.now.wall))}`,
    sentences: [greeting(to), message],
    footer: footerWithSwitch(mail),
  };
  const base = pagesAddress(mail.config);
  if (kind === 'FREE_SLOT_CLIENT') {
    const freed = { id: mail.appointmentId, start_datetime: visit.start_datetime };
    const url = `${base}/booking?${await queryOfFreed(mail.db, freed)}`;
    // strangers can cause this mail, so it contains no text that they could write, not even an account's name
    const nameless = { ...to, name: '' };
    const sentences = [greeting(nameless), message];
    return { ...email, to: nameless, sentences, link: { label: t('Zakaži termin'), url } };
  }
  if (kind === 'DELAYED_CLIENT')
    return { ...email, link: { label: t('Moji termini'), url: `${base}/appointments` } };
  return {
    ...email,
    link: { label: t('Moji termini'), url: `${base}/appointments` },
    ...(kind === 'ACCEPTED_CLIENT' && current.row && { facts: depositFacts(current.row, mail) }),
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
  const { title, message } = textsOf(content);
  return {
    to,
    subject: title,
    sentences: [greeting(to), message],
    link: { label: t('Zakaži termin'), url: `${base}/booking` },
    footer: [
      ...salonFooter(mail),
      t('Ove poruke isključujete u profilu („Podsetnik za novi termin“): {address}', {
        address: `${base}/profile`,
      }),
    ],
  };
}

/** Tells a guest when she is expected, because the salon is late. docs/spec/behaviour.md §29.6 */
export async function delayedGuestEmail(mail: QueuedEmail<NotificationContent>) {
  if (mail.toEmail === null) return 'nobody';
  const current = await rowOrReason('DELAYED_CLIENT', mail);
  if (typeof current === 'string') return current;
  if (!current.row) return 'no longer true';
  const to = { name: '', address: mail.toEmail };
  const { link } = await linkTo(mail, current.row.booking_id);
  const { title: subject, message } = textsOf(mail.content);
  return { to, subject, sentences: [greeting(to), message], link, footer: salonFooter(mail) };
}

const reminderTitle = ({ visit }: Pick<BookingContent, 'visit'>, today: WallDate): string =>
  t('Podsetnik: {when}', { when: atMoment(visit.start_datetime, today) });

export async function reminderEmail(mail: QueuedEmail<BookingContent>): Promise<EmailMessage | NotSent> {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  const current = await rowOrReason('REMINDER_24H', mail);
  if (typeof current === 'string') return current;
  if (!current.row) return 'no longer true';
  const { visit, offer } = mail.content;
  const today = dateOf(mail.now.wall);
  const reminder = reminderMessage({ ...visit, technician_name: current.row.technician_name }, today);
  return {
    to,
    subject: reminderTitle({ visit }, today),
    sentences: [greeting(to), reminder, ...(await offerInWords(mail.db, offer, mail.now.wall))],
    link: (await linkTo(mail, current.row.booking_id)).link,
    footer: footerWithSwitch(mail),
    calendar: calendarFor(mail, to, 'REQUEST', current.row),
  };
}

/** A new link to the page of a booking. */
async function linkTo({ db, config }: MailDelivery, booking: BookingId) {
  const path = linkPath(await makeGuestLink(db, booking));
  return { path, link: { label: t('Moj termin'), url: `${pagesAddress(config)}${path}` } };
}

/** Confirms a booking or a move by the client. docs/spec/behaviour.md §5.4 and §5.21 */
export async function ownEmail(mail: QueuedEmail<BookingContent | MoveContent>) {
  const to = await recipientOf(mail);
  if (typeof to === 'string') return to;
  if (mail.content.visit.start_datetime <= mail.now.wall) return 'too late';
  const row = await currentAppointment(mail);
  const content = row && currentContent(row, mail.content);
  if (!content) return 'no longer true';
  const toPay = depositFacts(row, mail);
  const { title, sentence } = titleAndSentence(content, row, dateOf(mail.now.wall));
  return {
    to,
    subject: title,
    sentences: [greeting(to), sentence],
    facts: [...factsOf(content, row), ...toPay],
    link: { label: t('Moji termini'), url: `${pagesAddress(mail.config)}/appointments` },
    footer: footerWithSwitch(mail),
    calendar: calendarFor({ ...mail, content }, to, 'REQUEST', row),
  };
}

/** The content with the current times, because the owner may have moved the booking. Undefined after a later move by the client or guest, and for a move that the owner has changed. */
function currentContent(row: CurrentAppointment, content: BookingContent | MoveContent) {
  if (row.status !== 'BOOKED') return undefined;
  const { start_datetime, end_datetime, moved_at } = row;
  const current = { ...content, visit: { ...content.visit, start_datetime, end_datetime } };
  if (!('from' in content)) return moved_at === null ? current : undefined;
  return moved_at === content.moved_at && areSameTimes(row, content.visit) ? current : undefined;
}

function titleAndSentence(
  content: BookingContent | MoveContent,
  { request_state, request_until }: CurrentAppointment,
  today: WallDate,
) {
  const { visit } = content;
  const when = atMoment(visit.start_datetime, today);
  if ('from' in content)
    return {
      title: t('Termin je pomeren: {when}', { when }),
      sentence: timeChangedMessage(content.from, visit, today),
    };
  if (request_state === 'WAITING' && request_until !== null)
    return {
      title: t('Zahtev je poslat: {when}', { when }),
      sentence: `${t('Zahtev je poslat.')} ${answerText(request_until, today)}`,
    };
  return request_state === 'ACCEPTED'
    ? { title: t('Termin je potvrđen: {when}', { when }), sentence: t('Termin je potvrđen.') }
    : { title: t('Termin je rezervisan: {when}', { when }), sentence: t('Termin je rezervisan.') };
}

const factsOf = ({ visit }: BookingContent, row: CurrentAppointment): Facts => [
  [t('Kada'), whenOf(visit)],
  [t('Usluga'), servicesText(visit)],
  [t('Kod koga'), row.technician_name],
];

/** The mail with a new link for a guest. It has no text that the guest typed: the address may be somebody else's. docs/spec/behaviour.md §9.3 */
export async function guestEmail(mail: QueuedEmail<BookingContent | MoveContent>, isReminder = false) {
  const { now } = mail;
  if (mail.toEmail === null) return 'nobody';
  if (mail.content.visit.start_datetime <= now.wall) return 'too late';
  const row = await currentAppointment(mail);
  const content = row && (isReminder ? mail.content : currentContent(row, mail.content));
  if (!content || (isReminder && !isStillBooked(row, mail))) return 'no longer true';
  const { booking_id, technician_name } = row;
  const { path, link } = await linkTo(mail, booking_id);
  const to = { name: '', address: mail.toEmail };
  const today = dateOf(now.wall);
  const reminder = reminderMessage({ ...content.visit, technician_name }, today);
  const { title, sentence } = isReminder
    ? { title: reminderTitle(content, today), sentence: `${reminder} ${t('Dolazite?')}` }
    : titleAndSentence(content, row, today);
  const acts = isReminder
    ? t('Preko ovog linka možete da ga potvrdite, pomerite ili otkažete.')
    : t('Preko ovog linka možete da ga vidite, otkažete ili dodate u kalendar.');
  return {
    to,
    subject: title,
    sentences: [greeting(to), `${sentence} ${acts}`],
    facts: [...factsOf(content, row), ...depositFacts(row, mail)],
    link,
    footer: salonFooter(mail),
    calendar: calendarFor({ ...mail, content }, to, 'REQUEST', row, path),
  };
}
