import ical, {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { Settings } from '#domain/settings.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { instantMs, type Now } from '../platform/clock.ts';
import { type Config, pagesAddress, sender, worldwideId } from '../platform/config.ts';

export interface CalendarEntry {
  /** PUBLISH is for downloads. REQUEST and CANCEL are mailed to `attendee` and update the attendee's calendar. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly appointment: MailedAppointment & { readonly id: number };
  /** The title of the entry; default: the salon's name and the service. */
  readonly title?: string;
  readonly path: string;
  readonly attendee?: { readonly name?: string; readonly email: string };
}

interface CalendarSalon {
  readonly config: Config;
  readonly settings: Settings;
  readonly now: Pick<Now, 'ms'>;
}

/** Converts a local time to an instant, so that calendars in other time zones show the correct time. */
export const instantOf = (wall: WallTime, timeZone: string): Date => new Date(instantMs(wall, timeZone));

/** The text of a calendar with the last line break, which the library leaves out. RFC 5545, section 3.1 */
export const calendarText = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/** All files of one appointment share a UID. SEQUENCE is the appointment's version, so that calendars keep the newest file. */
export function calendarFile(entry: CalendarEntry, { config, settings, now }: CalendarSalon) {
  const { method, appointment, path, attendee } = entry;
  const { salon_name, salon_phone, salon_address } = settings;
  const title = entry.title ?? [salon_name, appointment.service_name].filter(Boolean).join(': ');
  const technician = appointment.technician_name && `Radnica: ${appointment.technician_name}`;
  const phone = salon_phone && `Telefon salona: ${salon_phone}`;
  const isMailed = method !== 'PUBLISH';
  const calendar = ical({ prodId: { company: 'Lunula', product: 'Lunula', language: 'SR' } });
  calendar.method(ICalCalendarMethod[method]);
  calendar.createEvent({
    id: worldwideId(`appointment-${appointment.id}`, config),
    sequence: appointment.version,
    stamp: new Date(now.ms),
    start: instantOf(appointment.start_datetime, config.timeZone),
    end: instantOf(appointment.end_datetime, config.timeZone),
    summary: title,
    description: [technician, phone].filter(Boolean).join('\n') || null,
    location: salon_address || null,
    url: `${pagesAddress(config)}${path}`,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
    organizer: isMailed ? { name: salon_name, email: sender(config, salon_name).address } : null,
    // no reply is needed, because the attendee made the booking
    attendees:
      isMailed && attendee ? [{ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  });
  return { method, file: calendarText(calendar) };
}

/** The appointment of a mail, as it was after the change. `version` is the SEQUENCE of the calendar file. */
export interface MailedAppointment {
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly service_name: string | null;
  readonly version: number;
  /** The name of the technician, set only while the salon has several technicians. */
  readonly technician_name?: string | null;
}
