import type { AppointmentStatus } from './appointments/appointments.ts';
import type { Times } from './appointments/slots.ts';
import type { ServiceId, UserId } from './ids.ts';
import { REMINDER_HOURS_BEFORE } from './limits.ts';
import { addMinutes, dateOf, minutesBetween, type WallDate, type WallTime } from './wall-clock.ts';
import * as say from './wording/notifications.ts';

/** The twelve things that a client is notified of. docs/spec/product.md §3.8 */
export const CLIENT_NOTIFICATION_TYPES = [
  'APPT_TIME_CHANGED',
  'APPT_DURATION_CHANGED_EXTENDED',
  'APPT_DURATION_CHANGED_SHORTENED',
  'APPT_SERVICE_CHANGED',
  'APPT_CLIENT_CHANGED_ADDED',
  'APPT_CLIENT_CHANGED_REMOVED',
  'APPT_CLIENT_SWAPPED',
  'APPT_CLIENT_MOVE',
  'APPT_CANCELLED_BY_ADMIN',
  'APPT_SET_AVAILABLE_BY_ADMIN',
  'APPT_REMINDER_2H',
  'FREE_SLOT_AVAILABLE',
] as const;

export type ClientNotificationType = (typeof CLIENT_NOTIFICATION_TYPES)[number];

/** What each is called on the client's screen. docs/spec/texts.md §3 */
export const CLIENT_NOTIFICATION_LABELS: Record<ClientNotificationType, string> = {
  APPT_TIME_CHANGED: 'Promenjeno vreme termina',
  APPT_DURATION_CHANGED_EXTENDED: 'Termin je produžen',
  APPT_DURATION_CHANGED_SHORTENED: 'Termin je skraćen',
  APPT_SERVICE_CHANGED: 'Promenjena usluga',
  APPT_CLIENT_CHANGED_ADDED: 'Dodeljen vam je termin',
  APPT_CLIENT_CHANGED_REMOVED: 'Uklonjeni ste sa termina',
  APPT_CLIENT_SWAPPED: 'Termin je dodeljen drugom klijentu',
  APPT_CLIENT_MOVE: 'Termin je premešten',
  APPT_CANCELLED_BY_ADMIN: 'Salon je otkazao termin',
  APPT_SET_AVAILABLE_BY_ADMIN: 'Salon je oslobodio termin',
  APPT_REMINDER_2H: 'Podsetnik: termin za 2 sata',
  FREE_SLOT_AVAILABLE: 'Oslobodio se termin',
};

/** What this one is called: of a cancellation that the client asked for it is not said that the salon cancelled. */
export const clientNotificationTitle = (type: ClientNotificationType, message: string): string =>
  type === 'APPT_CANCELLED_BY_ADMIN' && say.saysOnRequest(message)
    ? 'Termin je otkazan'
    : CLIENT_NOTIFICATION_LABELS[type];

// Who is notified of what when the salon changes an appointment: the table of docs/spec/behaviour.md §5.8. Clients are not
// notified of what they do themselves.

export type NotifiableAppointment = Times & {
  status: AppointmentStatus;
  client_id: UserId | null;
  service_id: ServiceId | null;
  service_name: string | null;
  cancel_reason: string | null;
  /** Of a CANCELLED one: who asked for it; left out: the salon. */
  cancelled_by?: 'ADMIN' | 'CLIENT' | null;
};

export type ClientNotification = { client_id: UserId; type: ClientNotificationType; message: string };

const clientOf = ({ status, client_id }: NotifiableAppointment): UserId | null =>
  status === 'BOOKED' ? client_id : null;

const minutesOf = ({ start_datetime, end_datetime }: Times): number =>
  minutesBetween(start_datetime, end_datetime);

const isAllPast = (before: Times, after: Times, now: WallTime): boolean =>
  before.end_datetime <= now && after.end_datetime <= now;

/** Also when a service that was deleted, and left only its name, is taken off. */
const isOtherService = (before: NotifiableAppointment, after: NotifiableAppointment): boolean =>
  before.service_id !== after.service_id || (before.service_name !== null && after.service_name === null);

/** The client keeps the appointment: one notification per kind of change. */
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

/** The client has lost the appointment: what they read depends on what became of it. */
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

/**
 * The notifications of an edit, a move, a resize, a cancellation or a change of status by the admin; none of the past.
 * docs/spec/behaviour.md §5.8
 */
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

/** The notification to the client of one of two swapped appointments; called once for each. docs/spec/behaviour.md §5.12 */
export function notificationsOfSwap(
  before: NotifiableAppointment,
  after: NotifiableAppointment,
  now: WallTime,
): ClientNotification[] {
  const client_id = clientOf(before);
  if (client_id === null || isAllPast(before, after, now)) return [];
  return [
    { client_id, type: 'APPT_CLIENT_MOVE', message: say.swappedPlacesMessage(before, after, dateOf(now)) },
  ];
}

/** The notification to the client of a deleted appointment: only of one that was still ahead. docs/spec/behaviour.md §5.13 */
export function notificationsOfDelete(before: NotifiableAppointment, now: WallTime): ClientNotification[] {
  const client_id = clientOf(before);
  if (client_id === null || before.start_datetime <= now) return [];
  const message = say.cancelledBySalonMessage(before, null, dateOf(now));
  return [{ client_id, type: 'APPT_CANCELLED_BY_ADMIN', message }];
}

// When a client is reminded of an appointment (docs/spec/behaviour.md §5.16, APPT_REMINDER_2H). The database knows who has been
// reminded already.

export type RemindedBooking = {
  status: AppointmentStatus;
  client_id: UserId | null;
  start_datetime: WallTime;
  /** When it was booked, on the salon's clock. */
  booked_at: WallTime;
};

/** The first moment at which a reminder of this start is due. docs/spec/behaviour.md §5.16 */
export const reminderFrom = (start: WallTime, hoursBefore: number = REMINDER_HOURS_BEFORE): WallTime =>
  addMinutes(start, -60 * hoursBefore);

/**
 * Is it time to remind: BOOKED with a client, still ahead, so many hours or less away, and booked earlier than that?
 * docs/spec/behaviour.md §5.16
 */
export function isReminderDue(
  booking: RemindedBooking,
  now: WallTime,
  hoursBefore: number = REMINDER_HOURS_BEFORE,
): boolean {
  const from = reminderFrom(booking.start_datetime, hoursBefore);
  const hasClient = booking.status === 'BOOKED' && booking.client_id !== null;
  return hasClient && booking.booked_at < from && from <= now && now < booking.start_datetime;
}
