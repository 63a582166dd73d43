/** Descriptions of an appointment on cards, in lists and in the dialog: person, phone, service. */
import type { Times } from '../appointments/slots.ts';
import { dateOf } from '../wall-clock.ts';
import { beforeComma, dayInWords, type Today, timeRange } from './dates.ts';
import { type CountedWord, counted, pluralForm, priceText } from './numbers.ts';

type WithPerson = { client_name: string | null; guest_name: string | null };
type WithPhone = { client_phone: string | null; guest_phone: string | null };
type ServiceBooked = { service_name: string | null; service_price: number | null };

/** The label without a chosen service. docs/spec/product.md §2.3 */
export const NO_SERVICE_LABEL = 'Bez usluge za sada';

/** The label of a guest whose name is unknown or erased. docs/spec/behaviour.md §10.1 */
export const NAMELESS_GUEST = 'Gost';

/** The client's name, otherwise the guest's. */
export const personOf = ({ client_name, guest_name }: WithPerson): string =>
  client_name ?? guest_name ?? NAMELESS_GUEST;

/** The guest's phone, otherwise the client's. */
export const phoneOf = ({ guest_phone, client_phone }: WithPhone): string | null =>
  guest_phone ?? client_phone;

/** 'gošća', or 'za: Mila Đokić' when a client booked for somebody else. docs/spec/product.md §2.19 */
export function guestNote({ client_name, guest_name }: WithPerson): string | null {
  if (guest_name === null) return null;
  return client_name === null ? 'gošća' : `za: ${guest_name}`;
}

/** 'Gel lak, gošća', 'Bez usluge za sada, za: Mila Đokić' */
export const serviceAndGuest = (appointment: WithPerson & { service_name: string | null }): string =>
  [appointment.service_name ?? NO_SERVICE_LABEL, guestNote(appointment)].filter(Boolean).join(', ');

/** 'Gel lak, 1.800 din'; the guest has a separate line, and the length is in the time, which may differ from the service's. */
export function serviceInFull(appointment: ServiceBooked): string {
  const { service_name, service_price } = appointment;
  return service_name === null ? NO_SERVICE_LABEL : `${service_name}, ${priceText(service_price)}`;
}

/**
 * 'utorak, 17. novembar, 11:45 - 12:45'; in another year 'nedelja, 6. jun 2027, 10:00 - 12:00'. docs/spec/texts.md §4.2
 */
export const whenInWords = ({ start_datetime, end_datetime }: Times, today: Today): string =>
  `${beforeComma(dayInWords(dateOf(start_datetime), today))}, ${timeRange(start_datetime, end_datetime)}`;

const SLOTS_JOINED: CountedWord = ['termin spojen', 'termina spojena', 'termina spojeno'];
const NUMBERS_IN_WORDS = new Map([
  [2, 'dva'],
  [3, 'tri'],
  [4, 'četiri'],
]);

/** 'dva termina spojena', '5 termina spojeno': the number of joined slots. docs/spec/texts.md §7 */
export function joinedInWords(count: number): string {
  const number = NUMBERS_IN_WORDS.get(count);
  return number === undefined ? counted(count, SLOTS_JOINED) : `${number} ${pluralForm(count, SLOTS_JOINED)}`;
}

/** '60 min, kraće od usluge': too short for the chosen service. docs/spec/texts.md §7 */
export const tooShortInWords = (minutes: number): string => `${minutes} min, kraće od usluge`;

/** The row of the booking page while no service is chosen. docs/spec/texts.md §7 */
export const ANY_SERVICE = { name: 'Bilo koja usluga', note: 'Izabraćete je kasnije' };
