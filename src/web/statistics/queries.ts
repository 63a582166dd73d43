import { keepPreviousData, type QueryFunctionContext, queryOptions, skipToken } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { settingsQueries } from '../lib/queries/admin-queries.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import { isSamePeriod, periodBefore } from './period.ts';

export type Totals = ResponseBody<'GET /analytics/totals'>;
export type Charged = ResponseBody<'GET /analytics/charged'>;

export interface Statistics {
  period: DateRange;
  days: ResponseBody<'GET /analytics/appointments-per-day'>;
  revenuePerDay: ResponseBody<'GET /analytics/revenue-per-day'>;
  revenue: ResponseBody<'GET /analytics/revenue-by-service'>;
  services: ResponseBody<'GET /analytics/top-services'>;
  clients: ResponseBody<'GET /analytics/top-clients'>;
  utilization: ResponseBody<'GET /analytics/utilization'>;
  totals: Totals;
  charged: Charged | null;
  /** The previous period with its totals; null if it would start before year 1. */
  before: { period: DateRange; totals: Totals; charged: Charged | null } | null;
  /** Figures of all technicians, even if the page shows only one; empty in a salon with only one technician. */
  technicians: ResponseBody<'GET /analytics/technicians'>;
}

/** The technician whose statistics are shown; without an id the statistics of all technicians. */
export type Whose = { technician_id?: string };

type Fetching = Pick<QueryFunctionContext, 'client' | 'signal'>;

/** Fetches the charged amounts; null while payments are off. */
async function chargedIn(query: DateRange & Whose, { client, signal }: Fetching): Promise<Charged | null> {
  const { payments } = await client.ensureQueryData(settingsQueries.all());
  return payments === 1 ? request('GET /analytics/charged', { query, signal }) : null;
}

async function totalsBefore(
  period: DateRange | null,
  whose: Whose,
  fetching: Fetching,
): Promise<Statistics['before']> {
  if (period === null) return null;
  const [totals, charged] = await Promise.all([
    request('GET /analytics/totals', { query: { ...period, ...whose }, signal: fetching.signal }),
    chargedIn({ ...period, ...whose }, fetching),
  ]);
  return { period, totals, charged };
}

async function statisticsOf(period: DateRange, whose: Whose, fetching: Fetching): Promise<Statistics> {
  const { signal } = fetching;
  const query = { ...period, ...whose };
  const input = { query, signal };
  const top = (limit: number) => ({ query: { ...query, limit: String(limit) }, signal });
  const [days, revenuePerDay, revenue, services, clients, utilization, totals, charged, before, figures] =
    await Promise.all([
      request('GET /analytics/appointments-per-day', input),
      request('GET /analytics/revenue-per-day', input),
      request('GET /analytics/revenue-by-service', input),
      request('GET /analytics/top-services', top(TOP_SERVICES_COUNT)),
      request('GET /analytics/top-clients', top(TOP_CLIENTS_COUNT)),
      request('GET /analytics/utilization', input),
      request('GET /analytics/totals', input),
      chargedIn(query, fetching),
      totalsBefore(periodBefore(period), whose, fetching),
      request('GET /analytics/technicians', { query: { ...period }, signal }),
    ]);
  const technicians = figures.length > 1 ? figures : [];
  const numbers = { days, revenuePerDay, revenue, services, clients, utilization, totals, charged, before };
  return { period, ...numbers, technicians };
}

export const statisticsQueries = {
  /** All numbers of a period, fetched together so that they match. Waits while `period` is null. */
  of: (period: DateRange | null, whose: Whose) =>
    queryOptions({
      queryKey: ['statistics', period?.from, period?.to, whose],
      queryFn: period === null ? skipToken : (fetching) => statisticsOf(period, whose, fetching),
      placeholderData: keepPreviousData,
    }),
  /** The share of returning clients. The cohorts cover `completed`, which may be earlier than `period`. */
  retention: (period: DateRange, completed: DateRange) =>
    queryOptions({
      queryKey: ['statistics', 'retention', period, completed],
      queryFn: async ({ signal }) => {
        const of = ({ from, to }: DateRange) =>
          request('GET /analytics/retention', { query: { from, to }, signal });
        const asked = of(period);
        const cohorts = isSamePeriod(period, completed) ? asked : of(completed);
        const [figures, { known, new: fresh }] = await Promise.all([asked, cohorts]);
        return { ...figures, known, new: fresh };
      },
      placeholderData: keepPreviousData,
    }),
  emptyHours: () =>
    queryOptions({
      queryKey: ['statistics', 'empty-hours'],
      queryFn: ({ signal }) => request('GET /analytics/empty-hours', { signal }),
    }),
};
