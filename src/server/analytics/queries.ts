/**
 * One query each, over the name and price that were copied at booking: what the price list says today changes no past figure.
 * behaviour.md §8
 */
import type { DayCount, ServiceCount, ServiceRevenue, TopClient, Utilization } from '#contract/analytics.ts';
import type { AppointmentStatus } from '#salon/appointments/appointment-status.ts';
import { TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#salon/limits.ts';
import { daysFromTo } from '#salon/salon-time.ts';
import { sumOfMinutes } from '../platform/db/minutes.ts';
import type { Db } from '../platform/db/schema.ts';
import { appointmentsIn, bookedIn, type Period } from './period.ts';

/** BOOKED of every day of the period, 0 where there are none. */
export async function bookedPerDay(db: Db, period: Period): Promise<DayCount[]> {
  const rows = await bookedIn(db, period)
    .select(({ fn }) => ['day', fn.countAll<number>().as('count')])
    .groupBy('day')
    .execute();
  const counts = new Map(rows.map(({ day, count }) => [day, count]));
  return daysFromTo(period.from, period.to).map((date) => ({ date, count: counts.get(date) ?? 0 }));
}

const inParas = (din: number): number => Math.round(din * 100) / 100;

/** Highest first. Rounded and put in order here: SQLite adds in floating point, PostgreSQL in decimals. */
export async function revenueByService(db: Db, period: Period): Promise<ServiceRevenue[]> {
  const rows = await bookedIn(db, period)
    .where('service_name', 'is not', null)
    .select(({ fn }) => ['service_name', fn.sum<number | null>('service_price').as('revenue')])
    .groupBy('service_name')
    .orderBy('service_name')
    .execute();
  return rows
    .map(({ service_name, revenue }) => ({ name: service_name ?? '', revenue: inParas(revenue ?? 0) }))
    .sort((a, b) => b.revenue - a.revenue);
}

/** Most used first. */
export async function topServices(
  db: Db,
  { limit = TOP_SERVICES_COUNT, ...period }: Period & { limit?: number | undefined },
): Promise<ServiceCount[]> {
  const rows = await bookedIn(db, period)
    .where('service_name', 'is not', null)
    .select(({ fn }) => ['service_name', fn.countAll<number>().as('count')])
    .groupBy('service_name')
    .orderBy('count', 'desc')
    .orderBy('service_name')
    .limit(limit)
    .execute();
  return rows.map(({ service_name, count }) => ({ name: service_name ?? '', count }));
}

/** Most bookings first; among equals the oldest client, so that a new name moves nobody. */
export async function topClients(
  db: Db,
  { limit = TOP_CLIENTS_COUNT, ...period }: Period & { limit?: number | undefined },
): Promise<TopClient[]> {
  const rows = await bookedIn(db, period)
    .innerJoin('users', 'users.id', 'appointments.client_id')
    .select(({ fn }) => [
      'users.id',
      'users.name as client',
      'users.deleted_at',
      fn.countAll<number>().as('count'),
    ])
    .groupBy(['users.id', 'users.name', 'users.deleted_at'])
    .orderBy('count', 'desc')
    .orderBy('users.id')
    .limit(limit)
    .execute();
  return rows.map(({ id, client, count, deleted_at }) => ({
    id,
    client_id: deleted_at === null ? id : null,
    client,
    count,
  }));
}

/** By time: how much of what could be booked was booked, in percent with one decimal. */
export async function utilizationIn(db: Db, period: Period): Promise<Utilization> {
  const rows = await appointmentsIn(db, period)
    .select(({ fn }) => ['status', fn.countAll<number>().as('count'), sumOfMinutes(db).as('minutes')])
    .groupBy('status')
    .execute();
  const of = (status: AppointmentStatus) =>
    rows.find((row) => row.status === status) ?? { count: 0, minutes: 0 };
  const booked = of('BOOKED');
  const available = of('AVAILABLE');
  const minutes = booked.minutes + available.minutes;
  return {
    utilization: minutes === 0 ? 0 : Math.round((booked.minutes / minutes) * 1000) / 10,
    booked: booked.count,
    available: available.count,
    blocked: of('BLOCKED').count,
    cancelled: of('CANCELLED').count,
  };
}
