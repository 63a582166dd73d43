import type { Times } from '../appointments/slots.ts';
import { dateOf } from '../wall-clock.ts';
import { beforeComma, dayInWords, type Today, timeRange } from './dates.ts';

type WithPerson = { client_name: string | null; guest_name: string | null };
type WithPhone = { client_phone: string | null; guest_phone: string | null };

export const SUNDAY_WARNING = 'Klijentkinje ne vide slobodne termine nedeljom.';

/** The technician's name: 'Radnica: Jelena'; the name is never inflected. docs/spec/behaviour.md §16.9 */
export const ofTechnician = (name: string): string => `Radnica: ${name}`;

/** Adds the technician to a text: 'Gel lak (radnica: Jelena)'. Adds nothing without `name`, which a salon with only one technician does not have. */
export const withTechnician = (text: string, name: string | null | undefined): string =>
  name ? `${text} (radnica: ${name})` : text;

/** The label of a booking without a service. docs/spec/product.md §2.3 */
export const NO_SERVICE_LABEL = 'Bez usluge za sada';

/** The label of a guest whose name is unknown or erased. docs/spec/behaviour.md §10.1 */
export const NAMELESS_GUEST = 'Gost';

export const personOf = ({ client_name, guest_name }: WithPerson): string =>
  client_name ?? guest_name ?? NAMELESS_GUEST;

export const phoneOf = ({ guest_phone, client_phone }: WithPhone): string | null =>
  guest_phone ?? client_phone;

/** The note about a guest: 'gošća', or 'za: Mila Đokić' when a client booked for a guest. docs/spec/product.md §2.19 */
export function guestNote({ client_name, guest_name }: WithPerson): string | null {
  if (guest_name === null) return null;
  return client_name === null ? 'gošća' : `za: ${guest_name}`;
}

/** Services and guest: 'Gel lak, gošća', 'Bez usluge za sada, za: Mila Đokić' */
export const serviceAndGuest = (appointment: WithPerson & { service_name: string | null }): string =>
  [appointment.service_name ?? NO_SERVICE_LABEL, guestNote(appointment)].filter(Boolean).join(', ');

/** A day and times: 'utorak, 17. novembar, 11:45 - 12:45', in another year 'nedelja, 6. jun 2027, 10:00 - 12:00'. docs/spec/texts.md §4.2 */
export const whenInWords = ({ start_datetime, end_datetime }: Times, today: Today): string =>
  `${beforeComma(dayInWords(dateOf(start_datetime), today))}, ${timeRange(start_datetime, end_datetime)}`;
