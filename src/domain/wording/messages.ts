import { clockOf, dateOf, type WallTime } from '../wall-clock.ts';
import { NAMELESS_GUEST } from './appointments.ts';
import { dayInWords, type Today } from './dates.ts';

/** What an owner's message to a client may name in braces (docs/spec/behaviour.md §1.4). */
export const MESSAGE_PLACEHOLDERS = ['ime', 'datum', 'vreme', 'usluga', 'salon', 'link'] as const;

/** The first brace of a message that stands for nothing, as it was typed: '{imee}', '{', '}'; undefined when all are known. */
export function unknownPlaceholder(text: string): string | undefined {
  const known: readonly string[] = MESSAGE_PLACEHOLDERS.map((name) => `{${name}}`);
  return text.match(/\{[^{}]*\}|[{}]/g)?.find((brace) => !known.includes(brace));
}

/** What stands for the service in a message where none was chosen: 'utorak, 17. novembar u 11:45, usluga po dogovoru.' */
const SERVICE_LATER = 'usluga po dogovoru';

/** Whom a message is written to, and about which time. */
export interface MessageFacts {
  name: string;
  /** A client has their appointments to look at; a guest has no account. */
  isClient: boolean;
  start_datetime: WallTime;
  service_name: string | null;
}

/** Whose message it is: the salon's name, and the address of its pages, without a path. */
export interface MessageSender {
  salon: string;
  address: string;
  today: Today;
}

interface AppointmentOfMessage {
  start_datetime: WallTime;
  client_name: string | null;
  guest_name: string | null;
  guest_phone: string | null;
  service_name: string | null;
}

/** Facts for whoever has the phone that the message goes to: a client's guest with a phone of their own is a guest. */
export function messageFacts(appointment: AppointmentOfMessage): MessageFacts {
  const { start_datetime, client_name, guest_name, guest_phone, service_name } = appointment;
  const isClient = client_name !== null && guest_phone === null;
  const name = (isClient ? client_name : (guest_name ?? client_name)) ?? NAMELESS_GUEST;
  return { name, isClient, start_datetime, service_name };
}

/**
 * A message with its braces filled: 'Vaš termin je pomeren: utorak, 17. novembar u 11:45, Gel lak.' A name that has braces in it
 * stays as it is. docs/spec/behaviour.md §1.4
 */
export function messageText(template: string, facts: MessageFacts, sender: MessageSender): string {
  const values = new Map([
    ['ime', facts.name],
    ['datum', dayInWords(dateOf(facts.start_datetime), sender.today)],
    ['vreme', clockOf(facts.start_datetime)],
    ['usluga', facts.service_name ?? SERVICE_LATER],
    ['salon', sender.salon],
    ['link', `${sender.address.replace(/\/+$/, '')}${facts.isClient ? '/appointments' : '/booking'}`],
  ]);
  return template.replace(/\{([^{}]*)\}/g, (brace, name: string) => values.get(name) ?? brace);
}
