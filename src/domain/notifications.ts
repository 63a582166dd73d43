import type { AppointmentStatus } from './appointments/appointments.ts';
import { minutesOf } from './appointments/service-fit.ts';
import { areSameTimes, type Times } from './appointments/slots.ts';
import type { ServiceId, TechnicianId, UserId } from './ids.ts';
import { REMINDER_HOURS_BEFORE } from './limits.ts';
import { addMinutes, dateOf, type WallDate, type WallTime } from './wall-clock.ts';
import * as say from './wording/notifications.ts';

/** The fourteen types of client notifications with their labels on the client's screen. docs/spec/product.md §3.8, docs/spec/texts.md §3 */
export const CLIENT_NOTIFICATION_LABELS = {
  APPT_TIME_CHANGED: 'Promenjeno vreme termina',
  APPT_DURATION_CHANGED_EXTENDED: 'Termin je produžen',
  APPT_DURATION_CHANGED_SHORTENED: 'Termin je skraćen',
  APPT_SERVICE_CHANGED: 'Promenjena usluga',
  APPT_CLIENT_CHANGED_ADDED: 'Dodeljen vam je termin',
  APPT_CLIENT_CHANGED_REMOVED: 'Uklonjeni ste sa termina',
  APPT_CLIENT_SWAPPED: 'Termin je dodeljen drugoj klijentkinji',
  APPT_CLIENT_MOVE: 'Termin je premešten',
  APPT_CANCELLED_BY_ADMIN: 'Salon je otkazao termin',
  APPT_SET_AVAILABLE_BY_ADMIN: 'Salon je oslobodio termin',
  APPT_DEPOSIT_RECEIVED: 'Kapara je primljena',
  APPT_REMINDER_2H: 'Podsetnik: termin za 2 sata',
  FREE_SLOT_AVAILABLE: 'Oslobodio se termin',
  TIME_TO_RETURN: 'Vreme je za novi termin',
} as const;

export type ClientNotificationType = keyof typeof CLIENT_NOTIFICATION_LABELS;
export const CLIENT_NOTIFICATION_TYPES = Object.keys(CLIENT_NOTIFICATION_LABELS) as [
  ClientNotificationType,
  ...ClientNotificationType[],
];

/** The title of a notification. If the client asked for the cancellation, the title does not say that the salon canceled. */
export const clientNotificationTitle = (type: ClientNotificationType, message: string): string =>
  type === 'APPT_CANCELLED_BY_ADMIN' && say.saysOnRequest(message)
    ? 'Termin je otkazan'
    : CLIENT_NOTIFICATION_LABELS[type];

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

export type ClientNotification = { client_id: UserId; type: ClientNotificationType; message: string };

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
  const notifications: ClientNotification[] = [];
  const add = (type: ClientNotificationType, message: string) =>
    notifications.push({ client_id, type, message });
  if (before.start_datetime !== after.start_datetime) {
    add('APPT_TIME_CHANGED', say.timeChangedMessage(before, after, today));
  }
  const longer = minutesOf(after) - minutesOf(before);
  if (longer > 0) add('APPT_DURATION_CHANGED_EXTENDED', say.lengthChangedMessage(before, after, today));
  if (longer < 0) add('APPT_DURATION_CHANGED_SHORTENED', say.lengthChangedMessage(before, after, today));
  if (isOtherService(before, after)) {
    add('APPT_SERVICE_CHANGED', say.serviceChangedMessage(before, after, today));
  }
  return notifications;
}

function notificationOfLoss(
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  today: WallDate,
): Omit<ClientNotification, 'client_id'> {
  switch (after.status) {
    case 'AVAILABLE':
      return { type: 'APPT_SET_AVAILABLE_BY_ADMIN', message: say.setAvailableMessage(before, today) };
    case 'BLOCKED':
    case 'CANCELLED':
      return {
        type: 'APPT_CANCELLED_BY_ADMIN',
        message:
          after.cancelled_by === 'CLIENT'
            ? say.cancelledOnRequestMessage(before, today)
            : say.cancelledBySalonMessage(before, after.cancel_reason, today),
      };
    case 'BOOKED':
      return after.client_id === null
        ? { type: 'APPT_CLIENT_CHANGED_REMOVED', message: say.removedMessage(before, today) }
        : { type: 'APPT_CLIENT_SWAPPED', message: say.givenAwayMessage(before, today) };
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
    const message = say.addedMessage(after, today);
    notifications.push({ client_id: clientAfter, type: 'APPT_CLIENT_CHANGED_ADDED', message });
  }
  return notifications;
}

type SalonAppointment = Times & { status: AppointmentStatus; technician_id: TechnicianId };

/** The notification to the owner and the technicians about a change that one of them made; undefined for past appointments. docs/spec/behaviour.md §16.12 */
export function salonNotification(
  before: SalonAppointment,
  after: SalonAppointment,
  now: WallTime,
): 'NEW_BOOKING' | 'CANCELLED' | 'MOVED' | undefined {
  const [wasBooked, isBooked] = [before.status === 'BOOKED', after.status === 'BOOKED'];
  if (isAllPast(before, after, now) || !(wasBooked || isBooked)) return undefined;
  if (wasBooked !== isBooked) return isBooked ? 'NEW_BOOKING' : 'CANCELLED';
  return areSameTimes(before, after) && before.technician_id === after.technician_id ? undefined : 'MOVED';
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
  return [
    { client_id, type: 'APPT_CLIENT_MOVE', message: say.swappedPlacesMessage(before, after, dateOf(now)) },
  ];
}

/** The notification for the client of a deleted appointment, if it was in the future. docs/spec/behaviour.md §5.13 */
export function notificationsOfDelete(before: NotifiableAppointment, now: WallTime): ClientNotification[] {
  const client_id = clientOf(before);
  if (client_id === null || before.start_datetime <= now) return [];
  const message = say.cancelledBySalonMessage(before, null, dateOf(now));
  return [{ client_id, type: 'APPT_CANCELLED_BY_ADMIN', message }];
}

export type RemindedBooking = {
  status: AppointmentStatus;
  client_id: UserId | null;
  start_datetime: WallTime;
  booked_at: WallTime;
};

/** The time from which the reminder of an appointment with this start may be sent. docs/spec/behaviour.md §5.16 */
export const reminderFrom = (start: WallTime, hoursBefore: number = REMINDER_HOURS_BEFORE): WallTime =>
  addMinutes(start, -60 * hoursBefore);

/** True when a reminder is due: a client's booking starts within `hoursBefore` hours and was made earlier than that. docs/spec/behaviour.md §5.16 */
export function isReminderDue(
  booking: RemindedBooking,
  now: WallTime,
  hoursBefore: number = REMINDER_HOURS_BEFORE,
): boolean {
  const from = reminderFrom(booking.start_datetime, hoursBefore);
  const hasClient = booking.status === 'BOOKED' && booking.client_id !== null;
  return hasClient && booking.booked_at < from && from <= now && now < booking.start_datetime;
}
