import type { dueEndpoints, rhythmEndpoints } from '#contract/booking/rhythm.ts';
import type { EmptyHour, Retention, retentionEndpoints } from '#contract/statistics.ts';
import { minutesOfServices } from '#domain/appointments/lines.ts';
import { minutesOf } from '#domain/appointments/service-fit.ts';
import { isAbsentOn } from '#domain/appointments/slots.ts';
import { emptyHoursOf, retentionOf } from '#domain/clients/retention.ts';
import { nearestOffer, nearestRoom, returnWeeks, sameTimeLater } from '#domain/clients/rhythm.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { MAX_RETURN_WEEKS } from '#domain/limits.ts';
import { addDays, dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { readClock } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { Platform, RequestContext, RoutesOf } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { absencesOf, freeSlotsOn, type OfferedTime } from '../slots/slots.ts';
import { appointmentsIn, assertPeriod } from '../statistics/statistics.ts';
import { dueRoutes } from './due.ts';
import { peopleWithVisits } from './people.ts';

type Context = RequestContext<SessionUser>;

/** Proposes a time for the next appointment: in `weeks`, or when the client usually returns. docs/spec/behaviour.md §20.1 */
async function nextTime(context: Context, id: AppointmentId, asked: number | undefined) {
  const { db, now, user } = context;
  const row = await db
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row || (user.role === 'CLIENT' && row.client_id !== user.id)) refuse('not_found');
  const wish = await wishAfter(db, row, now.wall, asked);
  const free = await freeTime(context, row, wish);
  const made = free || user.role === 'CLIENT' ? null : await roomFor(context, row, wish);
  return { time: free ?? made, weeks: wish.weeks };
}

/** The free time that the reminder of a client's own booking offers. docs/spec/behaviour.md §20.1 */
export async function sameTimeAgain(
  { db, clock, config }: Pick<Platform, 'db' | 'clock' | 'config'>,
  booking: AppointmentRow,
): Promise<OfferedTime | null> {
  if (booking.guest_name !== null) return null;
  const now = readClock(clock);
  const wish = await wishAfter(db, booking, now.wall);
  const free = await freeTime({ db, now, config }, booking, wish);
  return free && { ...free, weeks: wish.weeks };
}

interface Wish {
  readonly weeks: number;
  readonly wanted: WallTime;
  readonly minutes: number | null;
}

/** The wanted time and length of the person's next appointment: in `asked` weeks, or when the person usually returns. */
async function wishAfter(db: Db, row: AppointmentRow, now: WallTime, asked?: number): Promise<Wish> {
  const lines = await repeatedLines(db, row.id);
  const days = asked === undefined ? await daysOfPerson(db, row, now) : [];
  const weeks = asked ?? Math.min(returnWeeks(lines, days), MAX_RETURN_WEEKS);
  return {
    weeks,
    wanted: sameTimeLater(row.start_datetime, weeks, now),
    minutes: minutesOfServices(lines),
  };
}

async function freeTime(
  { db, now, config }: Pick<Context, 'db' | 'now' | 'config'>,
  { technician_id }: AppointmentRow,
  { wanted, minutes }: Wish,
) {
  const { join_slots } = await currentSettings(db, config);
  const free = await freeSlotsOn(db, [dateOf(wanted)], now.wall);
  const ofTechnician = free.filter((slot) => slot.technician_id === technician_id);
  const offer = nearestOffer(wanted, ofTechnician, { minutes, joins: join_slots === 1 });
  if (!offer) return null;
  const { start_datetime, end_datetime, slots } = offer;
  return { start_datetime, end_datetime, slot_id: slots[0].id };
}

async function roomFor({ db, now }: Context, row: AppointmentRow, { wanted, minutes }: Wish) {
  const day = dateOf(wanted);
  if (isSunday(day) || isAbsentOn(day, await absencesOf(db, row.technician_id, day))) return null;
  const rows = await db
    .selectFrom('appointments')
    .select(['start_datetime', 'end_datetime', 'status'])
    .where('day', '=', day)
    .where('technician_id', '=', row.technician_id)
    .execute();
  const times = nearestRoom(wanted, minutes ?? minutesOf(row), rows, now.wall);
  return times ? { ...times, slot_id: null } : null;
}

const repeatedLines = (db: Db, id: AppointmentId) =>
  db
    .selectFrom('appointment_services as line')
    .leftJoin('services', 'services.id', 'line.service_id')
    .select(['line.duration_minutes', 'services.return_weeks'])
    .where('line.appointment_id', '=', id)
    .orderBy('line.position')
    .execute();

/** The days of the past bookings of this appointment's person, without no-shows. */
async function daysOfPerson(db: Db, { client_id, guest_phone_digits }: AppointmentRow, now: WallTime) {
  if (client_id === null && guest_phone_digits === null) return [];
  const past = db
    .selectFrom('appointments')
    .select('day')
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '<=', now)
    .where(({ eb, or }) => or([eb('attended', 'is', null), eb('attended', '=', 1)]));
  const own =
    client_id === null
      ? past.where('guest_phone_digits', '=', guest_phone_digits).where('client_id', 'is', null)
      : past.where('client_id', '=', client_id).where('guest_name', 'is', null);
  return (await own.execute()).map(({ day }) => day);
}

type Period = { readonly from: WallDate; readonly to: WallDate };

async function retentionIn({ db, now }: RequestContext, period: Period): Promise<Retention> {
  assertPeriod(period);
  return retentionOf(await peopleWithVisits(db, now.wall), period, dateOf(now.wall));
}

const EMPTY_HOURS_DAYS = 56;

/** The hours that were offered but not booked in the 8 weeks before today. */
async function emptyHours({ db, now }: RequestContext): Promise<EmptyHour[]> {
  const today = dateOf(now.wall);
  const period = { from: addDays(today, -EMPTY_HOURS_DAYS), to: addDays(today, -1) };
  const columns = ['start_datetime', 'end_datetime', 'status'] as const;
  return emptyHoursOf(await appointmentsIn(db, period).select(columns).execute());
}

export const rhythmRoutes: RoutesOf<
  typeof rhythmEndpoints | typeof dueEndpoints | typeof retentionEndpoints
> = {
  ...dueRoutes,
  'GET /analytics/retention': (request) => retentionIn(request, request.query),
  'GET /analytics/empty-hours': emptyHours,
  'GET /appointments/{id}/next': (request) => nextTime(request, request.params.id, request.query.weeks),
};
