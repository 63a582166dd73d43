import type { Times } from '../appointments/slots.ts';
import { inReadersScript, t } from '../language/translate.ts';
import { dateOf } from '../wall-clock.ts';
import { beforeComma, dayInWords, type Today, timeRange } from './dates.ts';

type WithPerson = { client_name: string | null; guest_name: string | null };
type WithPhone = { client_phone: string | null; guest_phone: string | null };

export const SUNDAY_WARNING = 'Klijentkinje ne vide slobodne termine nedeljom.';

/** The technician's name: 'Radnica: Jelena'; the name is never inflected. docs/spec/behaviour.md §16.9 */
export const ofTechnician = (name: string): string => `Radnica: ${name}`;

/** The technician's name for clients and guests, never inflected: 'Kod koga: Jelena'. docs/spec/behaviour.md §16.6 */
export const withWhom = (name: string): string => t('Kod koga: {name}', { name });

/** Adds the technician to a text: 'Gel lak (radnica: Jelena)'. Adds nothing without `name`, which a salon with only one technician does not have. */
export const withTechnician = (text: string, name: string | null | undefined): string =>
  name ? t('{text} (radnica: {name})', { text, name }) : text;

/** Until when a booking can be moved and canceled: 'Možete ga pomeriti najkasnije 24 h ranije.' */
export function deadlineText({
  move_until_hours: move,
  cancel_until_hours: cancel,
}: {
  readonly move_until_hours: number;
  readonly cancel_until_hours: number;
}): string {
  if (move === cancel)
    return move > 0 ? t('Možete ga pomeriti ili otkazati najkasnije {move} h ranije.', { move }) : '';
  if (move === 0) return t('Možete ga otkazati najkasnije {cancel} h ranije.', { cancel });
  if (cancel === 0) return t('Možete ga pomeriti najkasnije {move} h ranije.', { move });
  return t('Možete ga pomeriti najkasnije {move} h, a otkazati najkasnije {cancel} h ranije.', {
    move,
    cancel,
  });
}

/** The label of a booking without a service. docs/spec/product.md §2.3 */
export const NO_SERVICE_LABEL = 'Bez usluge za sada';

/** The label of a guest whose name is unknown or erased. docs/spec/behaviour.md §10.1 */
export const NAMELESS_GUEST = 'Gost';

export const personOf = ({ client_name, guest_name }: WithPerson): string =>
  client_name ?? guest_name ?? inReadersScript(NAMELESS_GUEST);

export const phoneOf = ({ guest_phone, client_phone }: WithPhone): string | null =>
  guest_phone ?? client_phone;

/** The note about a guest: 'gošća', or 'za: Mila Đokić' when a client booked for a guest. docs/spec/product.md §2.19 */
export function guestNote({ client_name, guest_name }: WithPerson): string | null {
  if (guest_name === null) return null;
  return client_name === null ? inReadersScript('gošća') : t('za: {name}', { name: guest_name });
}

/** Services and guest: 'Gel lak, gošća', 'Bez usluge za sada, za: Mila Đokić' */
export const serviceAndGuest = (appointment: WithPerson & { service_name: string | null }): string =>
  [appointment.service_name ?? t(NO_SERVICE_LABEL), guestNote(appointment)].filter(Boolean).join(', ');

/** A day and times: 'utorak, 17. novembar, 11:45 - 12:45', in another year 'nedelja, 6. jun 2027, 10:00 - 12:00'. docs/spec/texts.md §4.2 */
export const whenInWords = ({ start_datetime, end_datetime }: Times, today: Today): string =>
  `${beforeComma(dayInWords(dateOf(start_datetime), today))}, ${timeRange(start_datetime, end_datetime)}`;
