/** Texts of client notifications, with old and new values; `today` is the day on which they are written. docs/spec/behaviour.md §5.8 */
import { minutesOf } from '../appointments/service-fit.ts';
import type { Times } from '../appointments/slots.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '../wall-clock.ts';
import { withTechnician } from './appointments.ts';
import { atMoment, beforeComma, dayInWords, onDay, type Today, timeRange, toMoment } from './dates.ts';
import { shortMoment } from './near-days.ts';
import { counted, formatNumber, MINUTES } from './numbers.ts';
import { weeksText } from './rhythm.ts';

type WithService = { service_name: string | null; technician_name?: string | null | undefined };

const when = ({ start_datetime }: Times, today: WallDate): string => atMoment(start_datetime, today);

const withService = ({ service_name, technician_name }: WithService): string =>
  withTechnician(service_name === null ? '' : `, usluga „${service_name}“`, technician_name);

function fromTo(
  verb: string,
  { start_datetime: from }: Times,
  { start_datetime: to }: Times,
  today: WallDate,
): string {
  if (dateOf(from) === dateOf(to))
    return `Vaš termin ${onDay(dateOf(from), today)} ${verb} je sa ${clockOf(from)} na ${clockOf(to)}.`;
  return `Vaš termin ${atMoment(from, today)} ${verb} je na ${toMoment(to, today)}.`;
}

export const timeChangedMessage = (before: Times, after: Times, today: WallDate): string =>
  fromTo('pomeren', before, after, today);

export const swappedPlacesMessage = (before: Times, after: Times, today: WallDate): string =>
  fromTo('premešten', before, after, today);

export function lengthChangedMessage(before: Times, after: Times, today: WallDate): string {
  const verb = minutesOf(after) > minutesOf(before) ? 'produžen' : 'skraćen';
  const lengths = `sa ${minutesOf(before)} na ${counted(minutesOf(after), MINUTES)}`;
  return `Vaš termin ${when(after, today)} ${verb} je ${lengths}: ${timeRange(after.start_datetime, after.end_datetime)}.`;
}

export function serviceChangedMessage(before: WithService, after: Times & WithService, today: WallDate) {
  const appointment = `vaš termin ${when(after, today)}`;
  if (before.service_name === null) return `Za ${appointment} izabrana je usluga „${after.service_name}“.`;
  if (after.service_name === null)
    return `Za ${appointment} više nije izabrana usluga „${before.service_name}“.`;
  return `Za ${appointment} usluga „${before.service_name}“ promenjena je u „${after.service_name}“.`;
}

export const addedMessage = (after: Times & WithService, today: WallDate): string =>
  `Dodeljen vam je termin ${when(after, today)}${withService(after)}.`;

/** The text of APPT_DEPOSIT_RECEIVED; `amount` in dinars. */
export const depositReceivedMessage = (appointment: Times, amount: number, today: WallDate): string =>
  `Stigla je kapara od ${formatNumber(amount)} din za vaš termin ${when(appointment, today)}.`;

export const removedMessage = (before: Times, today: WallDate): string =>
  `Termin ${when(before, today)} više nije vaš.`;

export const givenAwayMessage = (before: Times, today: WallDate): string =>
  `Vaš termin ${when(before, today)} dodeljen je drugoj klijentkinji.`;

const CANCELLED_BY_SALON = 'Salon je otkazao vaš termin ';
const REASON = ' Razlog: ';

export function cancelledBySalonMessage(before: Times, reason: string | null, today: WallDate): string {
  const sentence = `${CANCELLED_BY_SALON}${when(before, today)}.`;
  return reason ? `${sentence}${REASON}${reason}` : sentence;
}

/** Adds the times of a series' other appointments to the message about the first one, before the reason. docs/spec/behaviour.md §20.2 */
export function withOthers(
  message: string,
  starts: readonly WallTime[],
  { isMove, today }: { isMove: boolean; today: WallDate },
): string {
  if (starts.length === 0) return message;
  const begin = withoutReason(message);
  const times = starts.map((start) => shortMoment(start, today)).join(', ');
  return `${begin} ${isMove ? 'Novo vreme sledećih' : 'Isto važi i za'}: ${times}.${message.slice(begin.length)}`;
}

/** The message without the reason of the cancellation, which a lock screen must not show. docs/spec/behaviour.md §14.2 */
export function withoutReason(message: string): string {
  const at = message.startsWith(CANCELLED_BY_SALON) ? message.indexOf(REASON) : -1;
  return at === -1 ? message : message.slice(0, at);
}

/** Quotes a text; inner quotes become single quotes. */
export const quoted = (text: string): string => `„${text.replaceAll('„', '‚').replaceAll('“', '‘')}“`;

const ON_REQUEST = 'je otkazan na vaš zahtev.';

/** The message about a cancellation that the client asked for by phone. docs/spec/behaviour.md §5.6 */
export const cancelledOnRequestMessage = (before: Times, today: WallDate): string =>
  `Vaš termin ${when(before, today)} ${ON_REQUEST}`;

/** True if the message says that the client asked for the cancellation. */
export const saysOnRequest = (message: string): boolean =>
  message.startsWith('Vaš termin ') && message.includes(` ${ON_REQUEST}`);

export const setAvailableMessage = (before: Times, today: WallDate): string =>
  `Salon je oslobodio vaš termin ${when(before, today)}. Više nije rezervisan za vas.`;

/** The text of APPT_REMINDER_2H. docs/spec/behaviour.md §5.16 */
export const reminderMessage = (appointment: Times & WithService, today: WallDate): string =>
  `Podsećamo vas na termin ${when(appointment, today)}${withService(appointment)}.`;

/** The sentence that a reminder contains if the same time some weeks later is free. docs/spec/behaviour.md §20.1 */
export const sameTimeMessage = (
  { weeks, start_datetime }: { readonly weeks: number; readonly start_datetime: WallTime },
  today: WallDate,
): string => `Isti termin za ${weeksText(weeks)} je slobodan: ${atMoment(start_datetime, today)}.`;

/** The text of FREE_SLOT_AVAILABLE. docs/spec/behaviour.md §5.15 */
export const freeSlotMessage = (slot: Times, today: WallDate): string =>
  `Oslobodio se termin ${beforeComma(onDay(dateOf(slot.start_datetime), today))}, ${timeRange(slot.start_datetime, slot.end_datetime)}.`;

/** The text of TIME_TO_RETURN. docs/spec/behaviour.md §20.4 */
export const returnMessage = (last: WithService): string =>
  `Vreme je za novi termin${withService(last)}. Izaberite dan i sat koji vam odgovaraju.`;

/** The slot in the text of FREE_SLOT_AVAILABLE: 'petak, 27. novembar, 12:00 - 13:00'; null without a slot. docs/spec/behaviour.md §5.15 */
export function freedSlotInWords(day: WallDate, message: string, today: Today): string | null {
  const times = /\d\d:\d\d - \d\d:\d\d(?=\.$)/.exec(message)?.[0];
  return times === undefined ? null : `${beforeComma(dayInWords(day, today))}, ${times}`;
}

/** Removes the title from the start of the message, because the title is shown above the message. docs/spec/texts.md §3 */
export function withoutTitle(message: string, title: string): string {
  if (!message.startsWith(`${title} `)) return message;
  const rest = message.slice(title.length + 1);
  return rest.charAt(0).toUpperCase() + rest.slice(1);
}

/** The badge on each type of notification to the owner. docs/spec/texts.md §6, docs/spec/product.md §2.16 and §3.7 */
const LABELS = {
  NEW_BOOKING: 'Novi termin',
  CANCELLED: 'Otkazan termin',
  MOVED: 'Pomeren termin',
  NEW_CLIENT: 'Nova klijentkinja',
  FREE_SLOT_GUEST: 'Oslobodio se termin',
  MORE_FROM_NETWORK: 'Mnogo promena sa iste adrese',
} as const;

export type AdminNotificationType = keyof typeof LABELS;
export const ADMIN_NOTIFICATION_TYPES = Object.keys(LABELS) as [
  AdminNotificationType,
  ...AdminNotificationType[],
];

export const LATE_CANCELLATION_LABEL = 'Kasno otkazivanje';

/** The label of a notification type; unknown types get the generic label. docs/spec/texts.md §6 */
export const adminNotificationLabel = (type: string): string =>
  Object.hasOwn(LABELS, type) ? LABELS[type as AdminNotificationType] : 'Notifikacija';

/** The text of FREE_SLOT_GUEST that tells the owner to call the guest. docs/spec/texts.md §6 */
export const callGuestText = (guest: { guest_name: string | null; guest_phone: string | null }): string =>
  `Pozovite: ${[guest.guest_name, guest.guest_phone].filter(Boolean).join(', ')}`;
