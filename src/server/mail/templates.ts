import type { Times } from '#domain/appointments/slots.ts';
import type { AppointmentId, UserId } from '#domain/ids.ts';
import { ipsCodeFields } from '#domain/payments/ips-code.ts';
import type { Settings } from '#domain/settings.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { atMoment, dayInWordsWithYear, timeRange } from '#domain/wording/dates.ts';
import type { CalendarEntry } from '../calendar-files/calendar-files.ts';
import { momentText, type Now } from '../platform/clock.ts';
import { pagesAddress } from '../platform/config.ts';
import type { Db } from '../platform/db/schema.ts';
import type { Platform } from '../platform/http/request.ts';
import { technicianName } from '../technicians/technicians.ts';

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

// at most five words, dots only at the ends of words, at most three digits: matches no URL and no phone number
const PLAIN_NAME = /^(?!(?:\P{N}*\p{N}){4})[\p{L}\p{M}\p{N}'’-]+\.?(?:\s+[\p{L}\p{M}\p{N}'’-]+\.?){0,4}$/u;

/** Returns the name, or '' for text that is no name: a stranger could register any address to mail it text. docs/spec/behaviour.md §9.3 */
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
export function depositFacts(
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

export const footerWithSwitch = (delivery: MailDelivery): string[] => [
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

/** The mail as simple HTML, without images, scripts or remote content that would show the sender that it was read. */
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
