import type { AppointmentStatus } from './appointments/appointments.ts';
import type { Attended } from './appointments/attendance.ts';
import { isSamePlace } from './appointments/reschedule.ts';
import { minutesOf } from './appointments/service-fit.ts';
import type { Times, TimesOfTechnician } from './appointments/slots.ts';
import type { ServiceId, UserId } from './ids.ts';
import type { NamedService } from './language/service-name.ts';
import type { Sentence } from './language/translate.ts';
import { REMINDER_HOURS_BEFORE } from './limits.ts';
import { addMinutes, dateOf, type WallDate, type WallTime } from './wall-clock.ts';

/** The sixteen types of client notifications with their labels on the client's screen. docs/spec/product.md §3.8, docs/spec/texts.md §3 */
export const CLIENT_NOTIFICATION_LABELS = {
  APPT_TIME_CHANGED: 'Promenjeno vreme termina',
  APPT_DURATION_CHANGED_EXTENDED: 'Termin je produžen',
  APPT_DURATION_CHANGED_SHORTENED: 'Termin je skraćen',
  APPT_SERVICE_CHANGED: 'Promenjena usluga',
  APPT_CLIENT_CHANGED_ADDED: 'Salon vas je upisao',
  APPT_CLIENT_CHANGED_REMOVED: 'Uklonjeni ste sa termina',
  APPT_CLIENT_SWAPPED: 'Termin je dodeljen drugoj klijentkinji',
  APPT_CLIENT_MOVE: 'Termin je premešten',
  APPT_CANCELLED_BY_ADMIN: 'Salon je otkazao termin',
  APPT_SET_AVAILABLE_BY_ADMIN: 'Salon je oslobodio termin',
  APPT_DEPOSIT_RECEIVED: 'Kapara je primljena',
  APPT_REQUEST_ACCEPTED: 'Termin je potvrđen',
  APPT_DELAYED: 'Salon kasni',
  APPT_REMINDER_2H: 'Podsetnik: termin za 2 sata',
  FREE_SLOT_AVAILABLE: 'Oslobodio se termin',
  TIME_TO_RETURN: 'Vreme je za novi termin',
} as const satisfies Record<string, Sentence>;

export type ClientNotificationType = keyof typeof CLIENT_NOTIFICATION_LABELS;
export const CLIENT_NOTIFICATION_TYPES = Object.keys(CLIENT_NOTIFICATION_LABELS) as [
  ClientNotificationType,
  ...ClientNotificationType[],
];

type Visit = Times & {
  readonly service_name: string | null;
  /** The names of the services, if one of them is translated. */
  readonly services?: readonly NamedService[] | undefined;
};

/** What a client's notification tells. Its text is written when it is read or sent, in her language. docs/spec/behaviour.md §33 */
export interface NotificationFacts extends Visit {
  /** The day of the change: dates of its year omit the year. */
  readonly today: WallDate;
  /** The technician's name, in a salon with several technicians. */
  readonly technician_name?: string | undefined;
  /** The appointment before the change, if it is still the client's. */
  readonly was?: Visit | undefined;
  /** The starts of the other appointments that the same change concerns. */
  readonly others?: readonly WallTime[] | undefined;
  /** When she is expected, because the salon is late. */
  readonly expected?: WallTime | undefined;
  /** The received deposit, in dinars. */
  readonly amount?: number | undefined;
  /** True if the client asked for the cancellation. */
  readonly on_request?: true | undefined;
}

/** What is stored of a notification. One of an earlier release has no facts, or only that the client asked for it. */
export interface StoredNotification {
  readonly type: ClientNotificationType;
  readonly facts: NotificationFacts | { readonly on_request: true } | null;
  /** The text without the reason, in Serbian. */
  readonly message: string;
  /** Why the salon cancels. No push has it. */
  readonly reason: string | null;
}

// Notifications of changes by the salon, as in the table of docs/spec/behaviour.md §5.8. Clients get none for their own actions.

export type NotifiableAppointment = Times & {
  status: AppointmentStatus;
  client_id: UserId | null;
  service_id: ServiceId | null;
  service_name: string | null;
  cancel_reason: string | null;
  /** For CANCELLED: the side that asked for the cancellation; missing means the salon. */
  cancelled_by?: 'ADMIN' | 'CLIENT' | null;
  /** The technician's name, only in a salon with several technicians. */
  technician_name?: string | undefined;
};

export interface ClientNotification {
  readonly client_id: UserId;
  readonly type: ClientNotificationType;
  readonly facts: NotificationFacts;
  /** Why the salon cancels. No push has it. */
  readonly reason?: string | null;
}

/** The names of the services, stored besides their joined name if one of them is translated. */
export function withNames(services: readonly NamedService[] | undefined): { services?: NamedService[] } {
  const isTranslated = services?.some(({ name_en, name_ru }) => name_en || name_ru);
  if (!services || !isTranslated) return {};
  return {
    services: services.map(({ name, name_en, name_ru }) => ({
      name,
      ...(name_en && { name_en }),
      ...(name_ru && { name_ru }),
    })),
  };
}

type FactsRow = Visit & { readonly technician_name?: string | null | undefined };

/** The facts of a notification about an appointment. */
export const factsOf = (row: FactsRow, today: WallDate): NotificationFacts => ({
  today,
  ...visitOf(row),
  ...(row.technician_name && { technician_name: row.technician_name }),
});

const visitOf = ({ start_datetime, end_datetime, service_name, services }: Visit): Visit => ({
  start_datetime,
  end_datetime,
  service_name,
  ...withNames(services),
});

const clientOf = ({ status, client_id }: NotifiableAppointment): UserId | null =>
  status === 'BOOKED' ? client_id : null;

const isAllPast = (before: Times, after: Times, now: WallTime): boolean =>
  before.end_datetime <= now && after.end_datetime <= now;

/** True if the services differ. Compares names too, because an appointment has only the name of a deleted service. */
const isOtherService = (before: NotifiableAppointment, after: NotifiableAppointment): boolean =>
  before.service_id !== after.service_id || before.service_name !== after.service_name;

function notificationsOfKept(
  client_id: UserId,
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  today: WallDate,
): ClientNotification[] {
  const longer = minutesOf(after) - minutesOf(before);
  const types = [
    before.start_datetime !== after.start_datetime && 'APPT_TIME_CHANGED',
    longer > 0 && 'APPT_DURATION_CHANGED_EXTENDED',
    longer < 0 && 'APPT_DURATION_CHANGED_SHORTENED',
    isOtherService(before, after) && 'APPT_SERVICE_CHANGED',
  ] as const;
  const facts = changeFacts(before, after, today);
  return types.filter((type) => type !== false).map((type) => ({ client_id, type, facts }));
}

const changeFacts = (before: FactsRow, after: FactsRow, today: WallDate): NotificationFacts => ({
  ...factsOf(after, today),
  was: visitOf(before),
});

function notificationOfLoss(
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  today: WallDate,
): Omit<ClientNotification, 'client_id'> {
  const facts = factsOf(before, today);
  switch (after.status) {
    case 'AVAILABLE':
      return { type: 'APPT_SET_AVAILABLE_BY_ADMIN', facts };
    case 'BLOCKED':
    case 'CANCELLED':
      return after.cancelled_by === 'CLIENT'
        ? { type: 'APPT_CANCELLED_BY_ADMIN', facts: { ...facts, on_request: true } }
        : { type: 'APPT_CANCELLED_BY_ADMIN', facts, reason: after.cancel_reason };
    case 'BOOKED':
      return {
        type: after.client_id === null ? 'APPT_CLIENT_CHANGED_REMOVED' : 'APPT_CLIENT_SWAPPED',
        facts,
      };
  }
}

/** Client notifications after the owner has changed an appointment; none for a past appointment. docs/spec/behaviour.md §5.8 */
export function notificationsOfChange(
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  now: WallTime,
): ClientNotification[] {
  if (isAllPast(before, after, now)) return [];
  const today = dateOf(now);
  const clientBefore = clientOf(before);
  const clientAfter = clientOf(after);
  if (clientBefore !== null && clientBefore === clientAfter)
    return notificationsOfKept(clientBefore, before, after, today);
  const notifications: ClientNotification[] = [];
  if (clientBefore !== null)
    notifications.push({ client_id: clientBefore, ...notificationOfLoss(before, after, today) });
  if (clientAfter !== null) {
    const facts = factsOf(after, today);
    notifications.push({ client_id: clientAfter, type: 'APPT_CLIENT_CHANGED_ADDED', facts });
  }
  return notifications;
}

type SalonAppointment = TimesOfTechnician & { status: AppointmentStatus };

/** The notification to the owner and the technicians about a change that one of them made; undefined for past appointments. docs/spec/behaviour.md §16.12 */
export function salonNotification(
  before: SalonAppointment,
  after: SalonAppointment,
  now: WallTime,
): 'NEW_BOOKING' | 'CANCELLED' | 'MOVED' | undefined {
  const [wasBooked, isBooked] = [before.status === 'BOOKED', after.status === 'BOOKED'];
  if (isAllPast(before, after, now) || !(wasBooked || isBooked)) return undefined;
  if (wasBooked !== isBooked) return isBooked ? 'NEW_BOOKING' : 'CANCELLED';
  return isSamePlace(before, after) ? undefined : 'MOVED';
}

type BegunBooking = SalonAppointment & {
  readonly service_price?: number | null;
  readonly attended?: Attended;
};

/** The notification to the owner about a technician's change of a booking that had begun: removed, or another price or attendance. docs/spec/behaviour.md §16.12 */
export function begunNotification(
  before: BegunBooking,
  after: BegunBooking,
  now: WallTime,
): 'BEGUN_REMOVED' | 'BEGUN_PRICE' | 'BEGUN_ATTENDANCE' | undefined {
  if (before.status !== 'BOOKED' || before.start_datetime > now) return undefined;
  if (after.status !== 'BOOKED') return 'BEGUN_REMOVED';
  if (after.service_price !== before.service_price) return 'BEGUN_PRICE';
  return after.attended === before.attended ? undefined : 'BEGUN_ATTENDANCE';
}

/** The notification for the client of one of two swapped appointments. Call it for each appointment. docs/spec/behaviour.md §5.12 */
export function notificationsOfSwap(
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  now: WallTime,
): ClientNotification[] {
  const client_id = clientOf(before);
  const isSameStart = before.start_datetime === after.start_datetime; // only the technicians are exchanged
  if (client_id === null || isSameStart || isAllPast(before, after, now)) return [];
  return [{ client_id, type: 'APPT_CLIENT_MOVE', facts: changeFacts(before, after, dateOf(now)) }];
}

/** The notification for the client of a deleted appointment, if it was in the future. docs/spec/behaviour.md §5.13 */
export function notificationsOfDelete(before: NotifiableAppointment, now: WallTime): ClientNotification[] {
  const client_id = clientOf(before);
  if (client_id === null || before.start_datetime <= now) return [];
  return [{ client_id, type: 'APPT_CANCELLED_BY_ADMIN', facts: factsOf(before, dateOf(now)) }];
}

export type RemindedBooking = {
  status: AppointmentStatus;
  start_datetime: WallTime;
  booked_at: WallTime;
};

/** The time from which the reminder of an appointment with this start may be sent. docs/spec/behaviour.md §5.16 */
export const reminderFrom = (start: WallTime, hoursBefore: number = REMINDER_HOURS_BEFORE): WallTime =>
  addMinutes(start, -60 * hoursBefore);

/** True when a reminder is due: a booking starts within `hoursBefore` hours and was made earlier than that. docs/spec/behaviour.md §5.16 */
export function isReminderDue(
  booking: RemindedBooking,
  now: WallTime,
  hoursBefore: number = REMINDER_HOURS_BEFORE,
): boolean {
  const from = reminderFrom(booking.start_datetime, hoursBefore);
  return (
    booking.status === 'BOOKED' && booking.booked_at < from && from <= now && now < booking.start_datetime
  );
}
