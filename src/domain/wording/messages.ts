import { clockOf, dateOf, type WallTime } from '../wall-clock.ts';
import { NAMELESS_GUEST, withTechnician } from './appointments.ts';
import { dayInWords, type Today } from './dates.ts';

/** The placeholders of the owner's messages to clients (docs/spec/behaviour.md §1.4). */
export const MESSAGE_PLACEHOLDERS = ['ime', 'datum', 'vreme', 'usluga', 'salon', 'link'] as const;

/** The first unknown placeholder or stray brace as typed: '{imee}', '{', '}'; undefined when all are known. */
export function unknownPlaceholder(text: string): string | undefined {
  const known: readonly string[] = MESSAGE_PLACEHOLDERS.map((name) => `{${name}}`);
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((brace) => !known.includes(brace));
}

/** Shown in place of the service when none was chosen: 'utorak, 17. novembar u 11:45, usluga po dogovoru.' */
const SERVICE_LATER = 'usluga po dogovoru';

/** The recipient of a message, and the appointment that the message is about. */
export interface MessageFacts {
  name: string;
  isClient: boolean;
  start_datetime: WallTime;
  service_name: string | null;
  /** The technician's name after the service; only in a salon with several technicians. */
  technician_name?: string | undefined;
}

/** The sender: the salon's name and the base URL of its pages. */
export interface MessageSender {
  salon: string;
  address: string;
  today: Today;
  /** The link of the message; by default a link to the salon's pages. */
  link?: string | undefined;
}

interface AppointmentOfMessage {
  start_datetime: WallTime;
  client_name: string | null;
  guest_name: string | null;
  guest_phone: string | null;
  service_name: string | null;
  technician_name?: string | undefined;
}

/** The facts of a message about the appointment. If a client booked for a guest with a phone number, the message addresses the guest. */
export function messageFacts(appointment: AppointmentOfMessage): MessageFacts {
  const { client_name, guest_name, guest_phone, start_datetime, service_name, technician_name } = appointment;
  const isClient = client_name !== null && guest_phone === null;
  const name = (isClient ? client_name : (guest_name ?? client_name)) ?? NAMELESS_GUEST;
  return { name, isClient, start_datetime, service_name, technician_name };
}

/** Fills the placeholders: 'Vaš termin je pomeren: utorak, 17. novembar u 11:45, Gel lak.' docs/spec/behaviour.md §1.4 */
export function messageText(template: string, facts: MessageFacts, sender: MessageSender): string {
  const page = facts.isClient ? '/appointments' : '/booking';
  const values = new Map([
    ['ime', facts.name],
    ['datum', dayInWords(dateOf(facts.start_datetime), sender.today)],
    ['vreme', clockOf(facts.start_datetime)],
    ['usluga', withTechnician(facts.service_name ?? SERVICE_LATER, facts.technician_name)],
    ['salon', sender.salon],
    ['link', sender.link ?? `${sender.address.replace(/\/+$/, '')}${page}`],
  ]);
  return template.replace(/\{([^{}]*)\}/g, (brace, name: string) => values.get(name) ?? brace);
}
