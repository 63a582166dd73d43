import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const period = s.period.extend({ technician_id: s.technicianInQuery });

const ofPeriod = { query: period, errors: ['range_reversed', 'range_too_long'] } as const;

const bookings = z.int().describe('Number of bookings.');
const revenue = z.number().describe('Dinars: copied prices of bookings with a service.');
const percent = z.number().describe('Booked minutes in percent of booked and available ones, one decimal.');
const dayCount = z.object({ date: s.wallDate, count: bookings }).meta({ id: 'DayCount' });
const dayRevenue = z.object({ date: s.wallDate, revenue }).meta({ id: 'DayRevenue' });
const serviceRevenue = z.object({ name: z.string(), revenue }).meta({ id: 'ServiceRevenue' });
const serviceCount = z.object({ name: z.string(), count: bookings }).meta({ id: 'ServiceCount' });
const topClient = s.component('TopClient', 'A client and the number of their bookings.', {
  id: s.userId.describe('Stays when the account is deleted.'),
  client_id: s.userId.nullable().describe('null: the account is deleted.'),
  client: z.string().describe('The name.'),
  count: bookings,
});
const utilization = s.component('Utilization', 'Appointments of a period by status.', {
  utilization: percent,
  booked: z.int(),
  available: z.int(),
  blocked: z.int(),
  cancelled: z.int(),
});
const totals = s.component('Totals', 'Six figures of a period (docs/spec/behaviour.md §8).', {
  booked: z.int(),
  revenue,
  without_service: z.int().describe('Bookings without a service; not part of the revenue.'),
  no_shows: z.int(),
  clients: z.int().describe('Different clients with an account.'),
  utilization: percent,
});
const technicianFigures = s.component(
  'TechnicianFigures',
  'The work of a technician in a period (docs/spec/behaviour.md §16.7).',
  {
    technician_id: s.technicianId,
    name: z.string(),
    appointments: bookings,
    minutes: z.int().describe('Booked minutes.'),
    revenue,
    utilization: percent,
    no_shows: z.int(),
  },
);

export const statisticsEndpoints = [
  endpoint('getBookingsPerDay', 'GET /analytics/appointments-per-day', 'manageSalon', {
    summary: 'Bookings per day, also days without any (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    response: z.array(dayCount),
  }),
  endpoint('getRevenueByService', 'GET /analytics/revenue-by-service', 'manageSalon', {
    summary: 'Revenue by service name (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    response: z.array(serviceRevenue),
  }),
  endpoint('getTopServices', 'GET /analytics/top-services', 'manageSalon', {
    summary: 'The services with the most bookings; `limit` defaults to 6 (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    query: period.extend({ limit: s.queryNumber(1, 100).optional() }),
    response: z.array(serviceCount),
  }),
  endpoint('getTopClients', 'GET /analytics/top-clients', 'manageSalon', {
    summary:
      'The registered clients with the most bookings; `limit` defaults to 8 (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    query: period.extend({ limit: s.queryNumber(1, 100).optional() }),
    response: z.array(topClient),
  }),
  endpoint('getUtilization', 'GET /analytics/utilization', 'manageSalon', {
    summary: 'Appointments by status and the utilization (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    response: utilization,
  }),
  endpoint('getRevenuePerDay', 'GET /analytics/revenue-per-day', 'manageSalon', {
    summary: 'Revenue per day, also days without any (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    response: z.array(dayRevenue),
  }),
  endpoint('getTotals', 'GET /analytics/totals', 'manageSalon', {
    summary:
      'Six figures of a period: bookings, revenue, bookings without a service, no-shows, clients, utilization (docs/spec/behaviour.md §8).',
    ...ofPeriod,
    response: totals,
  }),
  endpoint('getTechnicianFigures', 'GET /analytics/technicians', 'manageSalon', {
    summary:
      'Bookings, revenue, utilization and no-shows of each technician, in their order (docs/spec/behaviour.md §16.7).',
    ...ofPeriod,
    query: s.period,
    response: z.array(technicianFigures),
  }),
] as const;

const cohort = z.object({ clients: z.int(), returned: z.int().describe('Came again within 60 days.') });
export const retention = s.component('Retention', 'Who comes back (docs/spec/behaviour.md §20.7).', {
  known: cohort,
  new: cohort.describe('Their first appointment is in the period.'),
  median_days: z
    .number()
    .nullable()
    .describe('Between the appointments of one client; null: there are none.'),
  lost: z.int().describe('As of today, whatever the period.'),
});
export const hourMinutes = s.component('HourMinutes', 'An hour of a weekday over the last 8 weeks.', {
  weekday: z.int().min(1).max(7).describe('1: Monday.'),
  hour: z.int().min(0).max(23),
  offered_minutes: z.int().describe('Booked or free.'),
  unbooked_minutes: z.int(),
});
export type Retention = z.infer<typeof retention>;
export type EmptyHour = z.infer<typeof hourMinutes>;

export const retentionEndpoints = [
  endpoint('getRetention', 'GET /analytics/retention', 'manageSalon', {
    summary:
      'Clients who came again within 60 days, known and new ones, and lost ones (docs/spec/behaviour.md §20.7).',
    ...ofPeriod,
    query: s.period,
    response: retention,
  }),
  endpoint('getEmptyHours', 'GET /analytics/empty-hours', 'manageSalon', {
    summary: 'Offered and unbooked minutes by weekday and hour, 8 weeks back (docs/spec/behaviour.md §20.7).',
    response: z.array(hourMinutes),
  }),
] as const;
