/** Texts of client notifications, with old and new values; `today` is the day of the change. docs/spec/behaviour.md §5.8 and §33 */
import { minutesOf } from '../appointments/service-fit.ts';
import type { Times } from '../appointments/slots.ts';
import { type Served, servicesText } from '../language/service-name.ts';
import { type Sentence, t } from '../language/translate.ts';
import {
  CLIENT_NOTIFICATION_LABELS,
  type ClientNotification,
  type ClientNotificationType,
  type NotificationFacts,
  type StoredNotification,
} from '../notifications.ts';
import { clockOf, dateOf, type WallDate, type WallTime } from '../wall-clock.ts';
import { withTechnician } from './appointments.ts';
import { atMoment, beforeComma, onDay, timeRange, toMoment } from './dates.ts';
import { shortMoment } from './near-days.ts';
import { counted, formatNumber, MINUTES } from './numbers.ts';
import { weeksText } from './rhythm.ts';
import { reasonText } from './told/reasons.ts';

type WithService = Served & { readonly technician_name?: string | null | undefined };
type Start = Pick<Times, 'start_datetime'>;

const when = ({ start_datetime, today }: NotificationFacts): string => atMoment(start_datetime, today);

/** A time with service and technician: '12. marta u 10:00, usluga „Gel lak“ (radnica: Jelena)'. */
function visitText(when: string, visit: WithService): string {
  const service = servicesText(visit);
  const text = service === null ? when : t('{when}, usluga „{service}“', { when, service });
  return withTechnician(text, visit.technician_name);
}

const MOVED = {
  within: 'Vaš termin {day} pomeren je sa {from} na {to}.',
  beyond: 'Vaš termin {when} pomeren je na {to}.',
} as const satisfies Record<string, Sentence>;
const SWAPPED = {
  within: 'Vaš termin {day} premešten je sa {from} na {to}.',
  beyond: 'Vaš termin {when} premešten je na {to}.',
} as const satisfies Record<string, Sentence>;

function fromTo(
  { within, beyond }: typeof MOVED | typeof SWAPPED,
  { start_datetime: from }: Start,
  { start_datetime: to }: Start,
  today: WallDate,
): string {
  const day = onDay(dateOf(from), today);
  return dateOf(from) === dateOf(to)
    ? t(within, { day, from: clockOf(from), to: clockOf(to) })
    : t(beyond, { when: atMoment(from, today), to: toMoment(to, today) });
}

export const timeChangedMessage = (before: Start, after: Start, today: WallDate): string =>
  fromTo(MOVED, before, after, today);

function lengthChanged(
  sentence:
    | 'Vaš termin {when} produžen je sa {from} na {to}: {times}.'
    | 'Vaš termin {when} skraćen je sa {from} na {to}: {times}.',
  facts: NotificationFacts,
): string {
  return t(sentence, {
    when: when(facts),
    from: minutesOf(facts.was ?? facts),
    to: counted(minutesOf(facts), MINUTES),
    times: timeRange(facts.start_datetime, facts.end_datetime),
  });
}

function serviceChanged(facts: NotificationFacts): string {
  const service = servicesText(facts);
  const before = facts.was ? servicesText(facts.was) : null;
  const booked = { when: when(facts) };
  if (service === null)
    return t('Za vaš termin {when} više nije izabrana usluga „{before}“.', {
      ...booked,
      before: before ?? '',
    });
  return before === null
    ? t('Za vaš termin {when} izabrana je usluga „{service}“.', { ...booked, service })
    : t('Za vaš termin {when} usluga „{before}“ promenjena je u „{service}“.', {
        ...booked,
        before,
        service,
      });
}

/** The text of APPT_REMINDER_2H, and of the reminder a day before. docs/spec/behaviour.md §5.16 */
export const reminderMessage = (appointment: Times & WithService, today: WallDate): string =>
  t('Podsećamo vas na termin {visit}.', {
    visit: visitText(atMoment(appointment.start_datetime, today), appointment),
  });

/** The text of APPT_DELAYED, and of tickets. docs/spec/behaviour.md §29.6 */
export const delayedMessage = (expected: WallTime): string =>
  t('Salon kasni: očekujemo vas oko {clock}.', { clock: clockOf(expected) });

/** The sentence that a reminder contains if the same time some weeks later is free. docs/spec/behaviour.md §20.1 */
export const sameTimeMessage = (
  { weeks, start_datetime }: { readonly weeks: number; readonly start_datetime: WallTime },
  today: WallDate,
): string =>
  t('Isti termin za {weeks} je slobodan: {when}.', {
    weeks: weeksText(weeks),
    when: atMoment(start_datetime, today),
  });

function timeToReturn(facts: NotificationFacts): string {
  const service = servicesText(facts);
  return service === null
    ? t('Vreme je za novi termin. Izaberite dan i sat koji vam odgovaraju.')
    : t('Vreme je za novi termin, usluga „{service}“. Izaberite dan i sat koji vam odgovaraju.', { service });
}

const addedFor = (facts: NotificationFacts) => ({
  visit: visitText(toMoment(facts.start_datetime, facts.today), facts),
});
const freedTimes = ({ start_datetime, end_datetime, today }: NotificationFacts) => ({
  day: beforeComma(onDay(dateOf(start_datetime), today)),
  times: timeRange(start_datetime, end_datetime),
});

/** The text of each type. */
const MESSAGES: Readonly<Record<ClientNotificationType, (facts: NotificationFacts) => string>> = {
  APPT_TIME_CHANGED: (facts) => timeChangedMessage(facts.was ?? facts, facts, facts.today),
  APPT_DURATION_CHANGED_EXTENDED: (facts) =>
    lengthChanged('Vaš termin {when} produžen je sa {from} na {to}: {times}.', facts),
  APPT_DURATION_CHANGED_SHORTENED: (facts) =>
    lengthChanged('Vaš termin {when} skraćen je sa {from} na {to}: {times}.', facts),
  APPT_SERVICE_CHANGED: serviceChanged,
  APPT_CLIENT_CHANGED_ADDED: (facts) => t('Salon vas je upisao za {visit}.', addedFor(facts)),
  APPT_CLIENT_CHANGED_REMOVED: (facts) => t('Termin {when} više nije vaš.', { when: when(facts) }),
  APPT_CLIENT_SWAPPED: (facts) =>
    t('Vaš termin {when} dodeljen je drugoj klijentkinji.', { when: when(facts) }),
  APPT_CLIENT_MOVE: (facts) => fromTo(SWAPPED, facts.was ?? facts, facts, facts.today),
  APPT_CANCELLED_BY_ADMIN: (facts) =>
    facts.on_request
      ? t('Vaš termin {when} je otkazan na vaš zahtev.', { when: when(facts) })
      : t('Salon je otkazao vaš termin {when}.', { when: when(facts) }),
  APPT_SET_AVAILABLE_BY_ADMIN: (facts) =>
    t('Salon je oslobodio vaš termin {when}. Više nije rezervisan za vas.', { when: when(facts) }),
  APPT_DEPOSIT_RECEIVED: (facts) =>
    t('Stigla je kapara od {amount} din za vaš termin {when}.', {
      amount: formatNumber(facts.amount ?? 0),
      when: when(facts),
    }),
  APPT_REQUEST_ACCEPTED: (facts) =>
    t('Salon je potvrdio vaš termin {visit}.', { visit: visitText(when(facts), facts) }),
  APPT_DELAYED: ({ expected, start_datetime }) => delayedMessage(expected ?? start_datetime),
  APPT_REMINDER_2H: (facts) => reminderMessage(facts, facts.today),
  FREE_SLOT_AVAILABLE: (facts) => t('Oslobodio se termin {day}, {times}.', freedTimes(facts)),
  TIME_TO_RETURN: timeToReturn,
};

/** What stands below the title, where the text would repeat it. docs/spec/texts.md §3 */
const BELOW_TITLE: Partial<Record<ClientNotificationType, (facts: NotificationFacts) => string>> = {
  APPT_CLIENT_CHANGED_ADDED: (facts) => t('Za {visit}.', addedFor(facts)),
  FREE_SLOT_AVAILABLE: (facts) => t('{day}, {times}.', freedTimes(facts)),
};

/** The times of a series' other appointments. docs/spec/behaviour.md §20.2 */
function othersText(type: ClientNotificationType, { others = [], today }: NotificationFacts): string {
  const times = others.map((start) => shortMoment(start, today)).join(', ');
  if (times === '') return '';
  return type === 'APPT_TIME_CHANGED'
    ? t('Novo vreme sledećih: {times}.', { times })
    : t('Isto važi i za: {times}.', { times });
}

/** The title of a client's notification. If she asked for the cancellation, it does not say that the salon canceled. */
export const clientNotificationTitle = (type: ClientNotificationType, isOnRequest: boolean): string =>
  isOnRequest ? t('Termin je otkazan') : t(CLIENT_NOTIFICATION_LABELS[type]);

/** The text of a client's notification without its reason, in the reader's language; of an earlier release's as it was. */
export function clientNotificationText(
  { type, facts, message }: Omit<StoredNotification, 'reason'>,
  texts: typeof BELOW_TITLE = MESSAGES,
): string {
  if (!facts || !('today' in facts)) return message;
  return [(texts[type] ?? MESSAGES[type])(facts), othersText(type, facts)].filter(Boolean).join(' ');
}

/** The text as it stands below the title. docs/spec/texts.md §3 */
export const textBelowTitle = (notification: Omit<StoredNotification, 'reason'>): string =>
  clientNotificationText(notification, BELOW_TITLE);

/** The whole text of a notification that is about to be written. */
export const announced = ({ type, facts, reason }: Omit<ClientNotification, 'client_id'>): string =>
  withReason(clientNotificationText({ type, facts, message: '' }), reason);

/** Adds the reason of a cancellation, which a lock screen must not show. docs/spec/behaviour.md §14.2 */
export const withReason = (text: string, reason: string | null | undefined): string =>
  reason ? `${text} ${t('Razlog: {reason}', { reason: reasonText(reason) })}` : text;

/** Quotes a text; inner quotes become single quotes. */
export const quoted = (text: string): string => `„${text.replaceAll('„', '‚').replaceAll('“', '‘')}“`;

/** The badge on each type of notification to the owner. docs/spec/texts.md §6, docs/spec/product.md §2.16 and §3.7 */
const LABELS = {
  NEW_BOOKING: 'Novi termin',
  CANCELLED: 'Otkazan termin',
  MOVED: 'Pomeren termin',
  NEW_CLIENT: 'Nova klijentkinja',
  FREE_SLOT_GUEST: 'Oslobodio se termin',
  REQUEST_LAPSED: 'Zahtev je istekao',
  BEGUN_REMOVED: 'Uklonjen termin koji je počeo',
  BEGUN_PRICE: 'Promenjena cena posle početka',
  BEGUN_ATTENDANCE: 'Promenjen dolazak',
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
