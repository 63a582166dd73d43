import ical from 'ical-generator';
import type { calendarFeedEndpoints } from '#contract/calendar/calendar-feed.ts';
import type { ResponseBody } from '#contract/index.ts';
import { CALENDAR_FEED_DAYS_AHEAD, CALENDAR_FEED_DAYS_BACK } from '#domain/limits.ts';
import { addDays, dateOf, type WallTime, wallTimeOn } from '#domain/wall-clock.ts';
import { guestNote, personOf, phoneOf } from '#domain/wording/appointments.ts';
import { hashToken, makeToken } from '../platform/auth/secrets.ts';
import { momentText } from '../platform/clock.ts';
import { type Config, pagesAddress, worldwideId } from '../platform/config.ts';
import type { Db } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import { TextFile } from '../platform/http/file-response.ts';
import type { RequestContext, RoutesOf } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { calendarText, instantOf } from './calendar-files.ts';

/** The id of the only row: the salon has at most one feed address. */
const FEED_ID = 1;
const PROGRAMS_ASK_AGAIN_SECONDS = 15 * 60;

const feedOf = (db: Db) =>
  db
    .selectFrom('calendar_feeds')
    .select(['token_hash', 'created_at'])
    .where('id', '=', FEED_ID)
    .executeTakeFirst();

/** Returns when the feed address was made, if there is one. docs/spec/behaviour.md §7.8 */
async function calendarFeed({ db, clock }: RequestContext): Promise<ResponseBody<'GET /calendar-feed'>> {
  const feed = await feedOf(db);
  return feed
    ? { active: 1, created_at: momentText(feed.created_at, clock) }
    : { active: 0, created_at: null };
}

/** Makes a new feed address, which replaces the previous one. Only its hash is stored. docs/spec/behaviour.md §7.8 */
async function makeCalendarFeed({
  db,
  now,
  config,
}: RequestContext): Promise<ResponseBody<'POST /calendar-feed'>> {
  const token = makeToken();
  const columns = { token_hash: hashToken(token), created_at: now.ms };
  await inTransaction(db, (trx) =>
    trx
      .insertInto('calendar_feeds')
      .values({ id: FEED_ID, ...columns })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(columns))
      .execute(),
  );
  return { url: `${pagesAddress(config)}/api/calendar-feed/${token}` };
}

/** Revokes the feed address. docs/spec/behaviour.md §7.8 */
async function endCalendarFeed({ db }: RequestContext): Promise<undefined> {
  await inTransaction(db, (trx) => trx.deleteFrom('calendar_feeds').where('id', '=', FEED_ID).execute());
  return undefined;
}

/** The salon's bookings as a calendar file. Throws the 404 of an unknown path for a wrong secret. docs/spec/behaviour.md §7.8 */
async function calendarOfSalon(context: RequestContext, secret: string): Promise<TextFile> {
  const { db, now, config } = context;
  const feed = await feedOf(db);
  if (feed?.token_hash !== hashToken(secret)) refuse('unknown_path');
  const { salon_name } = await currentSettings(db, config);
  const calendar = ical({
    name: escaped(salon_name),
    prodId: { company: 'Lunula', product: 'Lunula', language: 'SR' },
    ttl: PROGRAMS_ASK_AGAIN_SECONDS,
  });
  for (const booking of await bookingsAround(db, now.wall)) calendar.createEvent(eventOf(booking, config));
  return new TextFile('text/calendar', calendarText(calendar));
}

/** Escapes the calendar's name (RFC 5545). The library escapes only the texts of entries. */
const escaped = (text: string): string => text.replace(/[\\;,]/g, '\\$&');

type Booking = Awaited<ReturnType<typeof bookingsAround>>[number];

const bookingsAround = (db: Db, now: WallTime) =>
  db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.client_id')
    .select([
      'appointments.id',
      'start_datetime',
      'end_datetime',
      'service_name',
      'guest_name',
      'guest_phone',
      'appointments.notes',
      'booked_at',
      'appointments.created_at',
      'version',
      'users.name as client_name',
      'users.phone as client_phone',
    ])
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>=', wallTimeOn(addDays(dateOf(now), -CALENDAR_FEED_DAYS_BACK), '00:00:00'))
    .where('start_datetime', '<', wallTimeOn(addDays(dateOf(now), CALENDAR_FEED_DAYS_AHEAD + 1), '00:00:00'))
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .execute();

/** The calendar entry of a booking. It contains no current time, so that the ETag of an unchanged calendar stays the same. */
function eventOf(booking: Booking, config: Config) {
  const about = [booking.service_name, booking.client_name === null ? null : guestNote(booking)];
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
  'GET /calendar-feed': (request) => calendarFeed(request),
  'POST /calendar-feed': (request) => makeCalendarFeed(request),
  'DELETE /calendar-feed': (request) => endCalendarFeed(request),
  'GET /calendar-feed/{secret}': (request) => calendarOfSalon(request, request.params.secret),
};
