/** The sentences in a client's notices: what changed, from what to what (docs/spec/behaviour.md §5.8). Each stands here once. */
import { BADGE_MAX_COUNT } from '../limits.ts';
import type { Times } from '../slots.ts';
import { dateOf, minutesBetween } from '../wall-clock.ts';
import { atMoment, onDay, timeRange, toMoment } from './dates.ts';
import { counted, MINUTES } from './numbers.ts';

type WithService = { service_name: string | null };

const minutesOf = ({ start_datetime, end_datetime }: Times): number =>
  minutesBetween(start_datetime, end_datetime);

const when = ({ start_datetime }: Times): string => atMoment(start_datetime);

const withService = ({ service_name }: WithService): string =>
  service_name === null ? '' : `, usluga „${service_name}“`;

const fromTo = (verb: string, before: Times, after: Times): string =>
  `Vaš termin ${when(before)} ${verb} je na ${toMoment(after.start_datetime)}.`;

export const timeChangedMessage = (before: Times, after: Times): string => fromTo('pomeren', before, after);

export const swappedPlacesMessage = (before: Times, after: Times): string =>
  fromTo('premešten', before, after);

export function lengthChangedMessage(before: Times, after: Times): string {
  const verb = minutesOf(after) > minutesOf(before) ? 'produžen' : 'skraćen';
  const lengths = `sa ${minutesOf(before)} na ${counted(minutesOf(after), MINUTES)}`;
  return `Vaš termin ${when(after)} ${verb} je ${lengths}: ${timeRange(after.start_datetime, after.end_datetime)}.`;
}

export function serviceChangedMessage(before: WithService, after: Times & WithService): string {
  const appointment = `vaš termin ${when(after)}`;
  if (before.service_name === null) return `Za ${appointment} izabrana je usluga „${after.service_name}“.`;
  if (after.service_name === null)
    return `Za ${appointment} više nije izabrana usluga „${before.service_name}“.`;
  return `Za ${appointment} usluga „${before.service_name}“ promenjena je u „${after.service_name}“.`;
}

export const addedMessage = (after: Times & WithService): string =>
  `Dodeljen vam je termin ${when(after)}${withService(after)}.`;

export const removedMessage = (before: Times): string => `Termin ${when(before)} više nije vaš.`;

export const givenAwayMessage = (before: Times): string =>
  `Vaš termin ${when(before)} dodeljen je drugom klijentu.`;

export function cancelledBySalonMessage(before: Times, reason: string | null): string {
  const sentence = `Salon je otkazao vaš termin ${when(before)}.`;
  return reason ? `${sentence} Razlog: ${reason}` : sentence;
}

export const setAvailableMessage = (before: Times): string =>
  `Salon je oslobodio vaš termin ${when(before)}. Više nije rezervisan za vas.`;

/** The text of APPT_REMINDER_2H. docs/spec/behaviour.md §5.16 */
export const reminderMessage = (appointment: Times & WithService): string =>
  `Podsećamo vas na termin ${when(appointment)}${withService(appointment)}.`;

/** The text of FREE_SLOT_AVAILABLE. docs/spec/behaviour.md §5.15 */
export const freeSlotMessage = (slot: Times): string =>
  `Oslobodio se termin ${onDay(dateOf(slot.start_datetime))}, ${timeRange(slot.start_datetime, slot.end_datetime)}.`;

/** The admin's notifications and badges. docs/spec/texts.md §6, docs/spec/product.md §2.3 and §9.2 */
export const ADMIN_NOTIFICATION_TYPES = [
  'NEW_BOOKING',
  'CANCELLED',
  'NEW_CLIENT',
  'FREE_SLOT_GUEST',
] as const;

export type AdminNotificationType = (typeof ADMIN_NOTIFICATION_TYPES)[number];

const LABELS: Partial<Record<string, string>> = {
  NEW_BOOKING: 'Novi termin',
  CANCELLED: 'Otkazan termin',
  NEW_CLIENT: 'Novi klijent',
} satisfies Partial<Record<AdminNotificationType, string>>;

export const LATE_CANCELLATION_LABEL = 'Kasno otkazivanje';

/** What a notification is called; a type without a name of its own is the generic kind. docs/spec/texts.md §6 */
export const adminNotificationLabel = (type: string): string =>
  (Object.hasOwn(LABELS, type) && LABELS[type]) || 'Notifikacija';

/** The call-task of FREE_SLOT_GUEST. docs/spec/texts.md §6 */
export const callGuestText = (guest: { guest_name: string | null; guest_phone: string | null }): string =>
  `Pozvati: ${[guest.guest_name, guest.guest_phone].filter(Boolean).join(', ')}`;

/** A badge's text: nothing for none unread, '99+' above 99. docs/spec/product.md §9.2 */
export function badgeText(unread: number): string | undefined {
  if (unread <= 0) return undefined;
  return unread > BADGE_MAX_COUNT ? `${BADGE_MAX_COUNT}+` : String(unread);
}
