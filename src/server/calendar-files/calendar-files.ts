import ical, {
  ICalAttendeeStatus,
  type ICalCalendar,
  ICalCalendarMethod,
  ICalEventStatus,
} from 'ical-generator';
import { sql } from 'kysely';
import type { calendarFeedEndpoints } from '#contract/calendar/calendar.ts';
import type { ParsedQuery, ResponseBody } from '#contract/index.ts';
import type { Actor } from '#domain/accounts/roles.ts';
import type { RequestState } from '#domain/appointments/requests.ts';
import { type BookingId, toId } from '#domain/ids.ts';
import { SALONS_LANGUAGE, type Script } from '#domain/language/languages.ts';
import { type NamedService, servicesText } from '#domain/language/service-name.ts';
import { t, tongue } from '#domain/language/translate.ts';
import { CALENDAR_FEED_DAYS_AHEAD, CALENDAR_FEED_DAYS_BACK } from '#domain/limits.ts';
import type { Settings } from '#domain/settings.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { addDays, dateOf, startOfDay, type WallTime } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { instantMs, momentText, type Now } from '../platform/clock.ts';
import { type Config, pagesAddress, sender, worldwideId } from '../platform/config.ts';
import { serviceName } from '../platform/db/appointments.ts';
import type { Db } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { TextFile } from '../platform/http/file-response.ts';
import { scriptOfStaff } from '../platform/http/reader-language.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { inLanguage } from '../platform/language.ts';
import { seesPhones, shownIf, type Viewer } from '../roles/roles.ts';
import { currentSettings } from '../settings/settings.ts';
import { assertDoes, technicianName } from '../technicians/technicians.ts';

export interface CalendarEntry {
  /** PUBLISH is for downloads. REQUEST and CANCEL are mailed to `attendee` and update the attendee's calendar. */
  readonly method: 'PUBLISH' | 'REQUEST' | 'CANCEL';
  readonly appointment: MailedAppointment;
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

const productId = (language: string) => ({
  company: 'Lunula',
  product: 'Lunula',
  language: language.toUpperCase(),
});

/** Converts a local time to an instant, so that calendars in other time zones show the correct time. */
const instantOf = (wall: WallTime, timeZone: string): Date => new Date(instantMs(wall, timeZone));

const statusOf = ({ request_state }: Pick<MailedAppointment, 'request_state'>): ICalEventStatus =>
  request_state === 'WAITING' ? ICalEventStatus.TENTATIVE : ICalEventStatus.CONFIRMED;

/** The text of a calendar with the last line break, which the library leaves out. RFC 5545, section 3.1 */
const calendarText = (calendar: ICalCalendar): string => `${calendar.toString()}\r\n`;

/** The part of the UID before the domain. All files of a booking share the UID. */
export const uidOf = ({ uid, booking_id }: Pick<MailedAppointment, 'uid' | 'booking_id'>): string =>
  uid ?? `booking-${booking_id}`;

/** The file of a booking's calendar entry. Each change of the booking raises SEQUENCE, so that calendars keep the newest file. */
export function calendarFile(entry: CalendarEntry, { config, settings, now }: CalendarSalon) {
  const { method, appointment, path, attendee } = entry;
  const { salon_name, salon_phone, salon_address } = settings;
  const title = entry.title ?? [salon_name, servicesText(appointment)].filter(Boolean).join(': ');
  const { technician_name: name } = appointment;
  const technician = name && t('Kod koga: {name}', { name });
  const phone = salon_phone && t('Telefon salona: {phone}', { phone: salon_phone });
  const isMailed = method !== 'PUBLISH';
  const calendar = ical({ prodId: productId(tongue()?.language.slice(0, 2) ?? 'sr') });
  calendar.method(ICalCalendarMethod[method]);
  calendar.createEvent({
    id: worldwideId(uidOf(appointment), config),
    sequence: appointment.sequence,
    stamp: new Date(now.ms),
    start: instantOf(appointment.start_datetime, config.timeZone),
    end: instantOf(appointment.end_datetime, config.timeZone),
    summary: title,
    description: [technician, phone].filter(Boolean).join('\n') || null,
    location: salon_address || null,
    url: `${pagesAddress(config)}${path}`,
    status: method === 'CANCEL' ? ICalEventStatus.CANCELLED : statusOf(appointment),
    organizer: isMailed ? { name: salon_name, email: sender(config, salon_name).address } : null,
    // asks for no reply to the invitation, because the attendee knows of the booking
    attendees:
      isMailed && attendee ? [{ ...attendee, status: ICalAttendeeStatus.ACCEPTED, rsvp: false }] : [],
  });
  return { method, file: calendarText(calendar) };
}

/** The appointment that a mail is about, as it was after the change, with what identifies its booking in calendars. */
export interface MailedAppointment {
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly service_name: string | null;
  readonly services?: readonly NamedService[] | undefined;
  /** null: a slot. */
  readonly booking_id: BookingId | null;
  /** null: the UID derives from `booking_id`. */
  readonly uid: string | null;
  readonly sequence: number;
  /** WAITING: the salon has not accepted the booking yet. */
  readonly request_state?: RequestState | null;
  /** The name of the technician, set only while the salon has several technicians. */
  readonly technician_name?: string | null;
}

const PROGRAMS_ASK_AGAIN_SECONDS = 15 * 60;

type Whose = ParsedQuery<'GET /calendar-feed'>;

/** Returns whether a feed address exists, and the time of its creation. docs/spec/behaviour.md §7.8 */
async function calendarFeed(
  { db, clock }: RequestContext,
  { technician_id }: Whose,
): Promise<ResponseBody<'GET /calendar-feed'>> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .select('created_at')
    .where('technician_id', 'is not distinct from', technician_id ?? null)
    .executeTakeFirst();
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
    await trx
      .insertInto('calendar_feeds')
      .values({ technician_id, ...columns })
      .onConflict((conflict) => conflict.expression(sql`coalesce(technician_id, 0)`).doUpdateSet(columns))
      .execute();
  });
  return { url: `${pagesAddress(config)}/api/calendar-feed/${token}` };
}

async function endCalendarFeed({ db }: RequestContext, { technician_id }: Whose): Promise<void> {
  await db
    .deleteFrom('calendar_feeds')
    .where('technician_id', 'is not distinct from', technician_id ?? null)
    .execute();
}

/** Whose feed has this secret: a technician as whom it is read, or null for the salon's. A wrong secret gets the same 404 as an unknown path. */
async function ownerOf(db: Db, secret: string): Promise<Actor | null> {
  const feed = await db
    .selectFrom('calendar_feeds')
    .leftJoin('technicians', 'technicians.id', 'calendar_feeds.technician_id')
    .select(['calendar_feeds.technician_id', 'user_id', 'sees_phones'])
    .where('token_hash', '=', hashToken(secret))
    .executeTakeFirst();
  if (!feed) refuse('unknown_path');
  const { technician_id, user_id, sees_phones } = feed;
  if (technician_id === null) return null;
  const role = technician_id === OWNERS_TECHNICIAN ? 'ADMIN' : 'TECHNICIAN';
  return { id: user_id ?? toId(0), role, technician_id, sees_phones };
}

/** The script of who reads a feed: a technician with an account, else the owner. docs/spec/behaviour.md §33.1 */
async function scriptOfFeed(db: Db, user: Actor | null): Promise<Script | undefined> {
  const readers = db.selectFrom('users').select(['role', 'language']);
  const reader = user?.id ? readers.where('id', '=', user.id) : readers.where('role', '=', sql.lit('ADMIN'));
  return scriptOfStaff(await reader.executeTakeFirstOrThrow());
}

async function feedFile(context: RequestContext, secret: string): Promise<TextFile> {
  const user = await ownerOf(context.db, secret);
  const script = await scriptOfFeed(context.db, user);
  return inLanguage(script ?? SALONS_LANGUAGE, () => feedOf(context, user));
}

/** The bookings of the salon or of a technician as a calendar file. docs/spec/behaviour.md §7.8 */
async function feedOf({ db, now, config }: RequestContext, user: Actor | null): Promise<TextFile> {
  const technician = user?.technician_id ?? null;
  const { salon_name } = await currentSettings(db, config);
  const calendar = ical({
    name: escaped(salon_name),
    prodId: productId('sr'),
    ttl: PROGRAMS_ASK_AGAIN_SECONDS,
  });
  const bookings = bookingsAround(db, { user, now }).where(({ and }) =>
    and(technician === null ? {} : { technician_id: technician }),
  );
  for (const booking of await bookings.execute())
    calendar.createEvent(
      eventOf({ ...booking, ...(technician !== null && { technician_name: null }) }, config),
    );
  return new TextFile('text/calendar', calendarText(calendar));
}

/** Escapes the calendar's name (RFC 5545). The library escapes only the texts of entries. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&');

type Booking = Awaited<ReturnType<ReturnType<typeof bookingsAround>['execute']>>[number];

const bookingsAround = (db: Db, viewer: Viewer) =>
  db
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .leftJoin('people as client', 'client.user_id', 'bookings.client_id')
    .select([
      'appointments.id',
      'start_datetime',
      'end_datetime',
      'bookings.note',
      'guest_name',
      'booked_at',
      'request_state',
      'appointments.created_at',
      'version',
    ])
    .select([
      'client.name as client_name',
      shownIf(seesPhones(viewer, 'client.id'), 'client.phone').as('client_phone'),
      shownIf(seesPhones(viewer), 'guest_phone').as('guest_phone'),
    ])
    .select((eb) =>
      eb
        .selectFrom('history')
        .select(({ fn }) => fn.max('at').as('at'))
        .where('subject', '=', 'appointment')
        .whereRef('subject_id', '=', 'appointments.id')
        .as('changed_at'),
    )
    .select([serviceName(db).as('service_name'), technicianName().as('technician_name')])
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', startOfDay(addDays(dateOf(viewer.now.wall), -CALENDAR_FEED_DAYS_BACK)))
    .where('start_datetime', '<', startOfDay(addDays(dateOf(viewer.now.wall), CALENDAR_FEED_DAYS_AHEAD + 1)))
    .orderBy('start_datetime')
    .orderBy('appointments.id');

/** The calendar entry of a booking. It contains no current time, so that the ETag of an unchanged calendar stays the same. */
function eventOf(booking: Booking, config: Config) {
  const note = booking.client_name === null ? null : guestNote(booking);
  const about = [booking.service_name, note, booking.technician_name];
  const changed = new Date(Math.max(Number(booking.changed_at), booking.booked_at ?? booking.created_at)); // RFC 5545: the revision
  return {
    id: worldwideId(`salon-${booking.id}`, config),
    sequence: booking.version,
    stamp: changed,
    lastModified: changed,
    start: instantOf(booking.start_datetime, config.timeZone),
    end: instantOf(booking.end_datetime, config.timeZone),
    summary: [personOf(booking), ...about].filter(Boolean).join(', '),
    description: [phoneOf(booking), booking.note].filter(Boolean).join('\n') || null,
    url: `${pagesAddress(config)}/admin/calendar`,
    ...(booking.request_state === 'WAITING' && { status: ICalEventStatus.TENTATIVE }),
  };
}

export const calendarFeedRoutes: RoutesOf<typeof calendarFeedEndpoints> = {
  'GET /calendar-feed': (request) => calendarFeed(request, request.query),
  'POST /calendar-feed': (request) => makeCalendarFeed(request, request.query),
  'DELETE /calendar-feed': (request) => endCalendarFeed(request, request.query),
  'GET /calendar-feed/{secret}': (request) => feedFile(request, request.params.secret),
};
