import ical, {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import type { calendarFeedEndpoints } from '#contract/calendar/calendar.ts';
import type { ParsedQuery, ResponseBody } from '#contract/index.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { CALENDAR_FEED_DAYS_AHEAD, CALENDAR_FEED_DAYS_BACK } from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { addDays, dateOf, startOfDay, type WallTime } from '#domain/wall-clock.ts';
import { guestNote, ofTechnician, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { instantMs, momentText, type Now } from '../platform/clock.ts';
import { type Config, pagesAddress, sender, worldwideId } from '../platform/config.ts';
import type { Db } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { TextFile } from '../platform/http/file-response.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { assertDoes, technicianName } from '../technicians/technicians.ts';

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
const instantOf = (wall: WallTime, timeZone: string): Date => new Date(instantMs(wall, timeZone));

/** The text of a calendar with the last line break, which the library leaves out. RFC 5545, section 3.1 */
const calendarText = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/** All files of one appointment share a UID. SEQUENCE is the appointment's version, so that calendars keep the newest file. */
export function calendarFile(entry: CalendarEntry, { config, settings, now }: CalendarSalon) {
  const { method, appointment, path, attendee } = entry;
  const { salon_name, salon_phone, salon_address } = settings;
  const title = entry.title ?? [salon_name, appointment.service_name].filter(Boolean).join(': ');
  const technician = appointment.technician_name && ofTechnician(appointment.technician_name);
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
    // asks for no reply to the invitation, because the attendee knows of the booking
    attendees:
      isMailed && attendee ? [{ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  });
  return { method, file: calendarText(calendar) };
}

/** The appointment that a mail is about, as it was after the change. `version` is the SEQUENCE of the calendar file. */
export interface MailedAppointment {
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly service_name: string | null;
  readonly version: number;
  /** The name of the technician, set only while the salon has several technicians. */
  readonly technician_name?: string | null;
}

/** The id of the only row: the salon has at most one feed address. */
const FEED_ID = 1;
const PROGRAMS_ASK_AGAIN_SECONDS = 15 * 60;

type Whose = ParsedQuery<'GET /calendar-feed'>;

/** Returns whether a feed address exists, and the time of its creation. docs/spec/behaviour.md §7.8 */
async function calendarFeed(
  { db, clock }: RequestContext,
  { technician_id }: Whose,
): Promise<ResponseBody<'GET /calendar-feed'>> {
  const found =
    technician_id === undefined
      ? db.selectFrom('calendar_feeds').select('created_at')
      : db.selectFrom('technician_feeds').select('created_at').where('technician_id', '=', technician_id);
  const feed = await found.executeTakeFirst();
  return feed
    ? { active: 1, created_at: momentText(feed.created_at, clock) }
    : { active: 0, created_at: null };
}

/** Makes a new feed address, which replaces the previous one. Only its hash is stored. docs/spec/behaviour.md §7.8 */
async function makeCalendarFeed({ db, now, config }: RequestContext, { technician_id }: Whose) {
  const token = makeToken();
  const columns = { token_hash: hashToken(token), created_at: now.ms };
  await inTransaction(db, async (trx) => {
    if (technician_id !== undefined) await assertDoes(trx, technician_id, []);
    const added =
      technician_id === undefined
        ? trx
            .insertInto('calendar_feeds')
            .values({ id: FEED_ID, ...columns })
            .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
        : trx
            .insertInto('technician_feeds')
            .values({ technician_id, ...columns })
            .onConflict((conflict) => conflict.column('technician_id').doUpdateSet(columns));
    await added.execute();
  });
  return { url: `${pagesAddress(config)}/api/calendar-feed/${token}` };
}

async function endCalendarFeed({ db }: RequestContext, { technician_id }: Whose): Promise<void> {
  const ended =
    technician_id === undefined
      ? db.deleteFrom('calendar_feeds')
      : db.deleteFrom('technician_feeds').where('technician_id', '=', technician_id);
  await ended.execute();
}

/** The technician whose feed has this secret; null for the salon's feed. A wrong secret gets the same 404 as an unknown path. */
async function ownerOf(db: Db, secret: string): Promise<TechnicianId | null> {
  const hash = hashToken(secret);
  const salons = await db
    .selectFrom('calendar_feeds')
    .select('id')
    .where('token_hash', '=', hash)
    .executeTakeFirst();
  if (salons) return null;
  const hers = db.selectFrom('technician_feeds').select('technician_id').where('token_hash', '=', hash);
  return (await hers.executeTakeFirst())?.technician_id ?? refuse('unknown_path');
}

/** The bookings of the salon or of a technician as a calendar file. docs/spec/behaviour.md §7.8 */
async function feedFile(context: RequestContext, secret: string): Promise<TextFile> {
  const { db, now, config } = context;
  const technician = await ownerOf(db, secret);
  const { salon_name, technicians_see_phones } = await currentSettings(db, config);
  const hasPhones = technicians_see_phones === 1 || technician === null || technician === OWNERS_TECHNICIAN;
  const calendar = ical({
    name: escaped(salon_name),
    prodId: { company: 'Lunula', product: 'Lunula', language: 'SR' },
    ttl: PROGRAMS_ASK_AGAIN_SECONDS,
  });
  const bookings = bookingsAround(db, now.wall).where(({ and }) =>
    and(technician === null ? {} : { technician_id: technician }),
  );
  for (const booking of await bookings.execute())
    calendar.createEvent(
      eventOf(
        {
          ...booking,
          ...(technician !== null && { technician_name: null }),
          ...(!hasPhones && { guest_phone: null, client_phone: null }),
        },
        config,
      ),
    );
  return new TextFile('text/calendar', calendarText(calendar));
}

/** Escapes the calendar's name (RFC 5545). The library escapes only the texts of entries. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&');

type Booking = Awaited<ReturnType<ReturnType<typeof bookingsAround>['execute']>>[number];

const bookingsAround = (db: Db, now: WallTime) =>
  db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.client_id')
    .select([
      'appointments.id',
      'start_datetime',
      'end_datetime',
      'service_name',
      'appointments.notes',
      'guest_name',
      'guest_phone',
      'booked_at',
      'appointments.created_at',
      'version',
    ])
    .select(['users.name as client_name', 'users.phone as client_phone'])
    .select(technicianName().as('technician_name'))
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', startOfDay(addDays(dateOf(now), -CALENDAR_FEED_DAYS_BACK)))
    .where('start_datetime', '<', startOfDay(addDays(dateOf(now), CALENDAR_FEED_DAYS_AHEAD + 1)))
    .orderBy('start_datetime')
    .orderBy('appointments.id');

/** The calendar entry of a booking. It contains no current time, so that the ETag of an unchanged calendar stays the same. */
function eventOf(booking: Booking, config: Config) {
  const note = booking.client_name === null ? null : guestNote(booking);
  const about = [booking.service_name, note, booking.technician_name];
  return {
    id: worldwideId(`salon-${booking.id}`, config),
    sequence: booking.version,
    stamp: new Date(booking.booked_at ?? booking.created_at),
    start: instantOf(booking.start_datetime, config.timeZone),
    end: instantOf(booking.end_datetime, config.timeZone),
    summary: [personOf(booking), ...about].filter(Boolean).join(', '),
    description: [phoneOf(booking), booking.notes].filter(Boolean).join('\n') || null,
    url: `${pagesAddress(config)}/admin/calendar`,
  };
}

export const calendarFeedRoutes: RoutesOf<typeof calendarFeedEndpoints> = {
  'GET /calendar-feed': (request) => calendarFeed(request, request.query),
  'POST /calendar-feed': (request) => makeCalendarFeed(request, request.query),
  'DELETE /calendar-feed': (request) => endCalendarFeed(request, request.query),
  'GET /calendar-feed/{secret}': (request) => feedFile(request, request.params.secret),
};
