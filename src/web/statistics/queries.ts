import { keepPreviousData, queryOptions, skipToken } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import { periodBefore } from './period.ts';

export type Totals = ResponseBody<'GET /analytics/totals'>;

export interface Statistics {
  period: DateRange;
  days: ResponseBody<'GET /analytics/appointments-per-day'>;
  revenuePerDay: ResponseBody<'GET /analytics/revenue-per-day'>;
  revenue: ResponseBody<'GET /analytics/revenue-by-service'>;
  services: ResponseBody<'GET /analytics/top-services'>;
  clients: ResponseBody<'GET /analytics/top-clients'>;
  utilization: ResponseBody<'GET /analytics/utilization'>;
  totals: Totals;
  /** The previous period with its totals; null if it would start before year 1. */
  before: { period: DateRange; totals: Totals } | null;
}

async function totalsBefore(period: DateRange, signal: AbortSignal): Promise<Statistics['before']> {
  const before = periodBefore(period);
  if (before === null) return null;
  return { period: before, totals: await request('GET /analytics/totals', { query: { ...before }, signal }) };
}

async function statisticsOf(period: DateRange, signal: AbortSignal): Promise<Statistics> {
  const input = { query: { ...period }, signal };
  const top = (limit: number) => ({ query: { ...period, limit: String(limit) }, signal });
  const [days, revenuePerDay, revenue, services, clients, utilization, totals, before] = await Promise.all([
    request('GET /analytics/appointments-per-day', input),
    request('GET /analytics/revenue-per-day', input),
    request('GET /analytics/revenue-by-service', input),
    request('GET /analytics/top-services', top(TOP_SERVICES_COUNT)),
    request('GET /analytics/top-clients', top(TOP_CLIENTS_COUNT)),
    request('GET /analytics/utilization', input),
    request('GET /analytics/totals', input),
    totalsBefore(period, signal),
  ]);
  return { period, days, revenuePerDay, revenue, services, clients, utilization, totals, before };
}

export const statisticsQueries = {
  /** All numbers of a period, fetched together so that they match. Null: the period is not known yet. */
  of: (period: DateRange | null) =>
    queryOptions({
      queryKey: ['statistics', period?.from, period?.to],
      queryFn: period === null ? skipToken : ({ signal }) => statisticsOf(period, signal),
      placeholderData: keepPreviousData,
    }),
};
