import type { AppointmentId } from '../ids.ts';
import { type Served, servicesText } from '../language/service-name.ts';
import { type Sentence, said, t, tongue } from '../language/translate.ts';
import { clockOf, dateOf, minutesBetween, type WallTime } from '../wall-clock.ts';
import { NAMELESS_GUEST, withTechnician } from './appointments.ts';
import { dayInWords, type Today } from './dates.ts';

/** The placeholders of the owner's messages to clients (docs/spec/behaviour.md §1.4). */
export const MESSAGE_PLACEHOLDERS = ['ime', 'datum', 'vreme', 'usluga', 'salon', 'link'] as const;

/** A further placeholder of the text about a delay. */
export const DELAY_PLACEHOLDER = 'minuta';

/** The built-in texts of the settings `message_…`. */
export const MESSAGE_TEXTS = {
  confirmation: 'Termin je zakazan: {datum} u {vreme}, {usluga}. Radujemo se vašem dolasku! {salon} {link}',
  reminder: 'Podsećamo vas na termin: {datum} u {vreme}, {usluga}. Dolazite? Potvrdite ovde: {link} {salon}',
  moved: 'Vaš termin je pomeren: {datum} u {vreme}, {usluga}. {salon} {link}',
  delay: 'Kasnimo oko {minuta} min. Očekujemo vas oko {vreme}. Hvala na strpljenju! {salon}',
  cancelled:
    'Nažalost, moramo da otkažemo termin: {datum} u {vreme}. Novi možete izabrati ovde: {link} {salon}',
  free_slot: 'Oslobodio se termin: {datum} u {vreme}. Rezervišite ga ovde: {link} {salon}',
  return:
    'Dobar dan, {ime}! Vreme je za sledeći termin: {usluga}. Dan i vreme izaberite ovde: {link} {salon}',
  review: 'Hvala što ste došli! Ako imate minut, napišite nam utisak: {link} {salon}',
} as const satisfies Record<string, Sentence>;

/** The built-in texts of earlier releases: an owner who has one of them has not changed it. */
const EARLIER_TEXTS: Readonly<Record<string, Sentence>> = {
  'Podsećamo vas na termin {datum} u {vreme}, {usluga}. Vidimo se! {salon} {link}': MESSAGE_TEXTS.reminder,
  'Podsećamo vas na termin: {datum} u {vreme}, {usluga}. Vidimo se! {salon} {link}': MESSAGE_TEXTS.reminder,
  'Nažalost, termin {datum} u {vreme} moramo da otkažemo. Novi možete izabrati ovde: {link} {salon}':
    MESSAGE_TEXTS.cancelled,
  'Oslobodio se termin {datum} u {vreme}. Rezervišite ga ovde: {link} {salon}': MESSAGE_TEXTS.free_slot,
};

/** A text of the settings in the person's language, if no owner has changed it; hers stays as typed. docs/spec/behaviour.md §33 */
function inTheirLanguage(text: string): string {
  const builtIn = EARLIER_TEXTS[text] ?? Object.values(MESSAGE_TEXTS).find((one) => one === text);
  return tongue() && builtIn ? said(builtIn) : text;
}

/** The first unknown placeholder or stray brace as typed: '{imee}', '{', '}'; undefined when all are known. */
export function unknownPlaceholder(text: string, more: readonly string[] = []): string | undefined {
  const known = [...MESSAGE_PLACEHOLDERS, ...more].map((name) => `{${name}}`);
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((brace) => !known.includes(brace));
}

/** Shown in place of the service when none was chosen: 'utorak, 17. novembar u 11:45, usluga po dogovoru.' */
const SERVICE_LATER = 'usluga po dogovoru' satisfies Sentence;

/** The recipient of a message, and the appointment that the message is about. */
export interface MessageFacts extends Served {
  name: string;
  isClient: boolean;
  start_datetime: WallTime;
  /** The technician's name after the service; only in a salon with several technicians. */
  technician_name?: string | undefined;
  /** The appointment to which `{link}` leads; without it the link leads to the salon's pages. */
  id?: AppointmentId | undefined;
  /** When the person is expected, because the salon is late. */
  expected?: WallTime | null | undefined;
}

/** The sender: the salon's name and the base URL of its pages. */
export interface MessageSender {
  salon: string;
  address: string;
  today: Today;
  /** The link of the message; by default a link to the salon's pages. */
  link?: string | undefined;
}

interface AppointmentOfMessage extends Served {
  id?: AppointmentId;
  start_datetime: WallTime;
  client_name: string | null;
  guest_name: string | null;
  guest_phone: string | null;
  technician_name?: string | undefined;
}

/** The facts of a message about the appointment. If a client booked for a guest with a phone number, the message addresses the guest. */
export function messageFacts(appointment: AppointmentOfMessage): MessageFacts {
  const {
    client_name,
    guest_name,
    guest_phone,
    start_datetime,
    service_name,
    services,
    technician_name,
    id,
  } = appointment;
  const isClient = client_name !== null && guest_phone === null;
  const name = (isClient ? client_name : (guest_name ?? client_name)) ?? NAMELESS_GUEST;
  return { name, isClient, start_datetime, service_name, services, technician_name, id };
}

/** Fills the placeholders, in the reader's language: 'Vaš termin je pomeren: utorak, 17. novembar u 11:45, Gel lak.' docs/spec/behaviour.md §1.4 */
export function messageText(template: string, facts: MessageFacts, sender: MessageSender): string {
  const page = facts.isClient ? '/appointments' : '/booking';
  const values = new Map([
    ['ime', facts.name],
    ['datum', dayInWords(dateOf(facts.start_datetime), sender.today)],
    ['vreme', clockOf(facts.expected ?? facts.start_datetime)],
    ['minuta', String(minutesBetween(facts.start_datetime, facts.expected ?? facts.start_datetime))],
    ['usluga', withTechnician(servicesText(facts) ?? t(SERVICE_LATER), facts.technician_name)],
    ['salon', sender.salon],
    ['link', sender.link ?? `${sender.address.replace(/\/+$/, '')}${page}`],
  ]);
  return inTheirLanguage(template).replace(
    /\{([^{}]*)\}/g,
    (brace, name: string) => values.get(name) ?? brace,
  );
}
