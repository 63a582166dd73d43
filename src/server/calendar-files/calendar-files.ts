import ical, { ICalAttendeeStatus, ICalCalendarMethod, ICalEventStatus } from 'ical-generator';
import type { Settings } from '#domain/settings.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Config } from '../platform/config.ts';
import { pagesAddress, sender, worldwideId } from '../platform/config.ts';

export interface CalendarEntry {
  /** PUBLISH: downloaded. REQUEST and CANCEL: mailed to `attendee`, whose calendar then follows the salon's. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly appointment: MailedAppointment & { readonly id: number };
  /** Left out: the salon's name and the service. */
  readonly title?: string;
  /** Where the entry leads, a path of the pages. */
  readonly path: string;
  readonly attendee?: { readonly name?: string; readonly email: string };
}

/** Whose file it is, and the moment at which it is made. */
export interface CalendarSalon {
  readonly config: Config;
  readonly settings: Settings;
  readonly nowMs: number;
}

/** The salon's wall clock as an instant: a phone abroad must ring at the right moment. */
export const instantOf = (wall: WallTime, timeZone: string): Date =>
  new Date(Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(timeZone).epochMilliseconds);

const attendeeOf = (attendee: { name?: string; email: string }) => ({
  ...attendee,
  status: ICalAttendeeStatus.ACCEPTED, // the attendee has booked it: no reply is expected
  rsvp: false,
});

/**
 * An appointment as a calendar file (text/calendar). One UID per appointment, SEQUENCE = its version: a later file replaces an
 * earlier one, also when mails arrive in another order.
 */
export function calendarFile(entry: CalendarEntry, { config, settings, nowMs }: CalendarSalon): string {
  const { method, appointment, path, attendee } = entry;
  const { salon_name, salon_phone, salon_address } = settings;
  const title = entry.title ?? [salon_name, appointment.service_name].filter(Boolean).join(': ');
  const phone = salon_phone ? `Telefon salona: ${salon_phone}` : null;
  const isMailed = method !== 'PUBLISH';
  const calendar = ical({ prodId: { company: 'Lunula', product: 'Lunula', language: 'SR' } });
  calendar.method(ICalCalendarMethod[method]);
  calendar.createEvent({
    id: worldwideId(`appointment-${appointment.id}`, config),
    sequence: appointment.version,
    stamp: new Date(nowMs),
    start: instantOf(appointment.start_datetime, config.timeZone),
    end: instantOf(appointment.end_datetime, config.timeZone),
    summary: title,
    description: phone,
    location: salon_address || null,
    url: `${pagesAddress(config)}${path}`,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: isMailed ? { name: salon_name, email: sender(config, salon_name).address } : null,
    attendees: isMailed && attendee ? [attendeeOf(attendee)] : [],
  });
  return calendar.toString();
}

/** The same as an attachment of a mail. */
export const attachedCalendar = (entry: CalendarEntry, salon: CalendarSalon) => ({
  method: entry.method,
  file: calendarFile(entry, salon),
});

/** The visit that a mail speaks of, as it was when that happened; `version` is the calendar file's SEQUENCE. */
export interface MailedAppointment {
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly service_name: string | null;
  readonly version: number;
}
