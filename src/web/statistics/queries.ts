import { keepPreviousData, type QueryFunctionContext, queryOptions, skipToken } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { settingsQueries } from '../lib/queries/admin-queries.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import { periodBefore } from './period.ts';

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
  /** Null while payments are off. */
  charged: Charged | null;
  /** The previous period with its totals; null if it would start before year 1. */
  before: { period: DateRange; totals: Totals; charged: Charged | null } | null;
}

type Fetching = Pick<QueryFunctionContext, 'client' | 'signal'>;

async function chargedIn(query: DateRange, { client, signal }: Fetching): Promise<Charged | null> {
  const { payments } = await client.ensureQueryData(settingsQueries.all());
  return payments === 1 ? request('GET /analytics/charged', { query, signal }) : null;
}

async function totalsBefore(query: DateRange | null, fetching: Fetching): Promise<Statistics['before']> {
  if (query === null) return null;
  const [totals, charged] = await Promise.all([
    request('GET /analytics/totals', { query, signal: fetching.signal }),
    chargedIn(query, fetching),
  ]);
  return { period: query, totals, charged };
}

async function statisticsOf(period: DateRange, fetching: Fetching): Promise<Statistics> {
  const { signal } = fetching;
  const input = { query: { ...period }, signal };
  const top = (limit: number) => ({ query: { ...period, limit: String(limit) }, signal });
  const [days, revenuePerDay, revenue, services, clients, utilization, totals, charged, before] =
    await Promise.all([
      request('GET /analytics/appointments-per-day', input),
      request('GET /analytics/revenue-per-day', input),
      request('GET /analytics/revenue-by-service', input),
      request('GET /analytics/top-services', top(TOP_SERVICES_COUNT)),
      request('GET /analytics/top-clients', top(TOP_CLIENTS_COUNT)),
      request('GET /analytics/utilization', input),
      request('GET /analytics/totals', input),
      chargedIn(period, fetching),
      totalsBefore(periodBefore(period), fetching),
    ]);
  return { period, days, revenuePerDay, revenue, services, clients, utilization, totals, charged, before };
}

export const statisticsQueries = {
  /** All numbers of a period, fetched together so that they match. Null: the period is not known yet. */
  of: (period: DateRange | null) =>
    queryOptions({
      queryKey: ['statistics', period?.from, period?.to],
      queryFn: period === null ? skipToken : (fetching) => statisticsOf(period, fetching),
      placeholderData: keepPreviousData,
    }),
};
