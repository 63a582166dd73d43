import { type RawBuilder, sql } from 'kysely';
import type { statisticsEndpoints } from '#contract/statistics.ts';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { STATISTICS_RANGE_MAX_DAYS, TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#domain/limits.ts';
import { wholePara } from '#domain/payments/money.ts';
import { addDays, daysBetween, daysFromTo, startOfDay, type WallDate } from '#domain/wall-clock.ts';
import type { Db } from '../platform/db/schema.ts';
import { isPostgres } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RoutesOf } from '../platform/http/request.ts';

// Each statistic is one query over the names and prices that were copied at booking. docs/spec/behaviour.md §8
// SQLite begins with the appointments of the period, whose bookings and services it finds by their ids.

async function bookedPerDay(db: Db, period: Period) {
  const rows = await bookedIn(db, period)
    .select(({ fn }) => ['day', fn.countAll<number>().as('count')])
    .groupBy('day')
    .execute();
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return daysFromTo(period.from, period.to).map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

/** Revenue by service, highest first. Rounds and sorts in code, because SQLite sums floats and PostgreSQL decimals. */
async function revenueByService(db: Db, period: Period) {
  const rows = await linesIn(db, period)
    .select(({ fn }) => ['line.name', fn.sum<number | null>('line.price').as('revenue')])
    .groupBy('line.name')
    .orderBy('line.name')
    .execute();
  return rows
    .map(({ name, revenue }) => ({ name, revenue: wholePara(revenue ?? 0) }))
    .sort((a, b) => b.revenue - a.revenue);
}

/** Revenue per day of the period, including days with 0. It counts the same bookings as the revenue by service. */
async function revenuePerDay(db: Db, period: Period) {
  const rows = await linesIn(db, period)
    .select(({ fn }) => ['day', fn.sum<number | null>('line.price').as('revenue')])
    .groupBy('day')
    .execute();
  const sums = new Map(rows.map(({ day, revenue }) => [day, wholePara(revenue ?? 0)]));
  return daysFromTo(period.from, period.to).map((date) => ({ date, revenue: sums.get(date) ?? 0 }));
}

async function topServices(
  db: Db,
  { limit = TOP_SERVICES_COUNT, ...period }: Period & { limit?: number | undefined },
) {
  return linesIn(db, period)
    .select(({ fn }) => ['line.name', fn.countAll<number>().as('count')])
    .groupBy('line.name')
    .orderBy('count', 'desc')
    .orderBy('line.name')
    .limit(limit)
    .execute();
}

async function topClients(
  db: Db,
  { limit = TOP_CLIENTS_COUNT, ...period }: Period & { limit?: number | undefined },
) {
  // counts before joining, so that few users are read
  const most = bookedIn(db, period)
    .innerJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .where('client_id', 'is not', null)
    .select(({ fn }) => ['client_id', fn.countAll<number>().as('count')])
    .groupBy('client_id')
    .orderBy('count', 'desc')
    .orderBy('client_id')
    .limit(limit);
  const rows = await db
    .selectFrom(most.as('most'))
    .innerJoin('users', 'users.id', 'most.client_id')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select(['users.id', 'people.name as client', 'users.deleted_at', 'most.count'])
    .orderBy('most.count', 'desc')
    .orderBy('users.id')
    .execute();
  return rows.map(({ id, client, count, deleted_at }) => ({
    id,
    client_id: deleted_at === null ? id : null,
    client,
    count,
  }));
}

/** SQL for the length of an appointment in minutes. On SQLite it subtracts only hours and minutes, which is enough because no appointment crosses midnight. */
const minutes = (db: Db): RawBuilder<number> =>
  isPostgres(db)
    ? sql<number>`extract(epoch from end_datetime - start_datetime) / 60`
    : sql<number>`(substr(end_datetime, 12, 2) - substr(start_datetime, 12, 2)) * 60
        + substr(end_datetime, 15, 2) - substr(start_datetime, 15, 2)`;

/** The booked share in percent with one decimal; 0 if no time was available. */
const percentBooked = (booked: number, available: number): number =>
  booked + available === 0 ? 0 : Math.round((booked / (booked + available)) * 1000) / 10;

/** False for a CANCELLED row whose time was given to another person: it is kept for its money and counts nowhere. */
const isNotGivenAway = sql<boolean>`(status <> 'CANCELLED' or not exists (
  select 1 from bookings where bookings.id = appointments.booking_id and is_given_away = 1))`;

async function utilizationIn(db: Db, period: Period) {
  const rows = await appointmentsIn(db, period)
    .where(isNotGivenAway)
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().as('count'),
      fn.sum<number>(minutes(db)).as('minutes'),
    ])
    .groupBy('status')
    .execute();
  const of = (status: AppointmentStatus) =>
    rows.find((row) => row.status === status) ?? { count: 0, minutes: 0 };
  const booked = of('BOOKED');
  const available = of('AVAILABLE');
  return {
    utilization: percentBooked(booked.minutes, available.minutes),
    booked: booked.count,
    available: available.count,
    blocked: of('BLOCKED').count,
    cancelled: of('CANCELLED').count,
  };
}

/** True for one row of each appointment in a query that joins its services, which are numbered from 1. */
const isCounted = sql<boolean>`coalesce(line.position, 1) = 1`;

/** The count, revenue, no-shows and minutes of BOOKED and of AVAILABLE appointments. One row per service is faster than a subquery per appointment. */
const figuresIn = (db: Db, period: Period) =>
  appointmentsIn(db, period)
    .leftJoin('bookings', 'bookings.id', 'appointments.booking_id')
    .leftJoin('booking_lines as line', 'line.booking_id', 'appointments.booking_id')
    .where('status', 'in', ['BOOKED', 'AVAILABLE'])
    .groupBy('status')
    .select(({ fn }) => [
      'status',
      fn.countAll<number>().filterWhere(isCounted).as('count'),
      fn.sum<number | null>('line.price').as('revenue'),
      fn.countAll<number>().filterWhere(isCounted).filterWhere('attended', '=', 0).as('no_shows'),
      fn.sum<number>(minutes(db)).filterWhere(isCounted).as('minutes'),
    ]);

/** The totals of a period. They equal the sums of the other statistics. */
async function totalsIn(db: Db, period: Period) {
  const rows = await figuresIn(db, period)
    .select(({ fn }) => [
      fn.countAll<number>().filterWhere('line.position', 'is', null).as('without_service'),
      fn.count<number>('client_id').distinct().as('clients'),
    ])
    .execute();
  const booked = rows.find(({ status }) => status === 'BOOKED');
  const available = rows.find(({ status }) => status === 'AVAILABLE');
  return {
    booked: booked?.count ?? 0,
    revenue: wholePara(booked?.revenue ?? 0),
    without_service: booked?.without_service ?? 0,
    no_shows: booked?.no_shows ?? 0,
    clients: booked?.clients ?? 0,
    utilization: percentBooked(booked?.minutes ?? 0, available?.minutes ?? 0),
  };
}

/** The figures of each technician, in the owner's order. A former technician appears only with bookings in the period. */
async function figuresByTechnician(db: Db, period: Period) {
  const rows = await figuresIn(db, period).select('technician_id').groupBy('technician_id').execute();
  const of = (id: TechnicianId, asked: AppointmentStatus) =>
    rows.find(({ technician_id, status }) => technician_id === id && status === asked);
  const everybody = db.selectFrom('technicians').select(['id', 'name', 'is_active']);
  const list = await everybody.orderBy('position').orderBy('id').execute();
  return list
    .filter(({ id, is_active }) => is_active === 1 || of(id, 'BOOKED'))
    .map(({ id, name }) => {
      const booked = of(id, 'BOOKED');
      return {
        technician_id: id,
        name,
        appointments: booked?.count ?? 0,
        minutes: booked?.minutes ?? 0,
        revenue: wholePara(booked?.revenue ?? 0),
        utilization: percentBooked(booked?.minutes ?? 0, of(id, 'AVAILABLE')?.minutes ?? 0),
        no_shows: booked?.no_shows ?? 0,
      };
    });
}

interface Period {
  readonly from: WallDate;
  readonly to: WallDate;
  readonly technician_id?: TechnicianId | undefined;
}

export function assertPeriod({ from, to }: Period): void {
  if (to < from) refuse('range_reversed');
  if (daysBetween(from, to) >= STATISTICS_RANGE_MAX_DAYS) refuse('range_too_long');
}

/** Appointments that start in the period. Compares `start_datetime`: with a condition on `day`, SQLite would read all years. docs/spec/behaviour.md §8 */
export function appointmentsIn(db: Db, { technician_id, ...period }: Period) {
  assertPeriod(period);
  const all = db
    .selectFrom('appointments')
    .where('appointments.start_datetime', '>=', startOfDay(period.from))
    .where('appointments.start_datetime', '<', startOfDay(addDays(period.to, 1)));
  return technician_id === undefined ? all : all.where('appointments.technician_id', '=', technician_id);
}

export const bookedIn = (db: Db, period: Period) =>
  appointmentsIn(db, period).where('appointments.status', '=', 'BOOKED');

/** The services of the bookings in the period, one row each: an appointment counts once for each of its services. */
const linesIn = (db: Db, period: Period) =>
  bookedIn(db, period).innerJoin('booking_lines as line', 'line.booking_id', 'appointments.booking_id');

export const statisticsRoutes: RoutesOf<typeof statisticsEndpoints> = {
  'GET /analytics/appointments-per-day': ({ db, query }) => bookedPerDay(db, query),
  'GET /analytics/revenue-by-service': ({ db, query }) => revenueByService(db, query),
  'GET /analytics/top-services': ({ db, query }) => topServices(db, query),
  'GET /analytics/top-clients': ({ db, query }) => topClients(db, query),
  'GET /analytics/utilization': ({ db, query }) => utilizationIn(db, query),
  'GET /analytics/revenue-per-day': ({ db, query }) => revenuePerDay(db, query),
  'GET /analytics/totals': ({ db, query }) => totalsIn(db, query),
  'GET /analytics/technicians': ({ db, query }) => figuresByTechnician(db, query),
};
