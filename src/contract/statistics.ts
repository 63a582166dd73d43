import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { period, queryNumber, userId, wallDate } from './schemas.ts';

const badPeriod = ['range_reversed', 'range_too_long'] as const;

export const dayCount = z.object({ date: wallDate, count: z.int() });
export const dayRevenue = z.object({ date: wallDate, revenue: z.number() });
export const serviceRevenue = z.object({ name: z.string(), revenue: z.number() });
export const serviceCount = z.object({ name: z.string(), count: z.int() });
/** `id` stays; `client_id` is null once the account is deleted and there is no client to open. */
export const topClient = z.object({
  id: userId,
  client_id: userId.nullable(),
  client: z.string(),
  count: z.int(),
});
export const utilization = z.object({
  utilization: z.number(),
  booked: z.int(),
  available: z.int(),
  blocked: z.int(),
  cancelled: z.int(),
});
/** `without_service`: how many of `booked` no revenue counts; `clients`: how many different ones with an account booked. */
export const totals = z.object({
  booked: z.int(),
  revenue: z.number(),
  without_service: z.int(),
  no_shows: z.int(),
  clients: z.int(),
  utilization: z.number(),
});
export type DayCount = z.infer<typeof dayCount>;
export type DayRevenue = z.infer<typeof dayRevenue>;
export type ServiceRevenue = z.infer<typeof serviceRevenue>;
export type ServiceCount = z.infer<typeof serviceCount>;
export type TopClient = z.infer<typeof topClient>;
export type Utilization = z.infer<typeof utilization>;
export type Totals = z.infer<typeof totals>;

export const statisticsEndpoints = [
  endpoint({
    method: 'GET',
    path: '/analytics/appointments-per-day',
    access: 'admin',
    summary: 'BOOKED per day, days with none as 0, both ends included (docs/spec/behaviour.md §8).',
    query: period,
    status: 200,
    response: z.array(dayCount),
    errors: badPeriod,
  }),
  endpoint({
    method: 'GET',
    path: '/analytics/revenue-by-service',
    access: 'admin',
    summary:
      'Sum of the copied price of BOOKED rows by copied service name, in dinars (docs/spec/behaviour.md §8).',
    query: period,
    status: 200,
    response: z.array(serviceRevenue),
    errors: badPeriod,
  }),
  endpoint({
    method: 'GET',
    path: '/analytics/top-services',
    access: 'admin',
    summary:
      'BOOKED per service, most used first, `limit` of them, 6 by default (docs/spec/behaviour.md §8).',
    query: period.extend({ limit: queryNumber(1, 100).optional() }),
    status: 200,
    response: z.array(serviceCount),
    errors: badPeriod,
  }),
  endpoint({
    method: 'GET',
    path: '/analytics/top-clients',
    access: 'admin',
    summary:
      'BOOKED per registered client, most first, `limit` of them, 8 by default (docs/spec/behaviour.md §8).',
    query: period.extend({ limit: queryNumber(1, 100).optional() }),
    status: 200,
    response: z.array(topClient),
    errors: badPeriod,
  }),
  endpoint({
    method: 'GET',
    path: '/analytics/utilization',
    access: 'admin',
    summary:
      'Counts per status, and booked minutes in percent of booked and available ones (docs/spec/behaviour.md §8).',
    query: period,
    status: 200,
    response: utilization,
    errors: badPeriod,
  }),
  endpoint({
    method: 'GET',
    path: '/analytics/revenue-per-day',
    access: 'admin',
    summary:
      'Sum of the copied price of BOOKED rows with a service per day, days with none as 0 (docs/spec/behaviour.md §8).',
    query: period,
    status: 200,
    response: z.array(dayRevenue),
    errors: badPeriod,
  }),
  endpoint({
    method: 'GET',
    path: '/analytics/totals',
    access: 'admin',
    summary:
      'One period in six figures, to be set beside another one: bookings, revenue, bookings without a service, no-shows, clients, utilization (docs/spec/behaviour.md §8).',
    query: period,
    status: 200,
    response: totals,
    errors: badPeriod,
  }),
] as const;
