import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import type { Period } from './period.ts';

export interface Statistics {
  period: Period;
  days: ResponseBody<'GET /analytics/appointments-per-day'>;
  revenue: ResponseBody<'GET /analytics/revenue-by-service'>;
  services: ResponseBody<'GET /analytics/top-services'>;
  clients: ResponseBody<'GET /analytics/top-clients'>;
  utilization: ResponseBody<'GET /analytics/utilization'>;
}

async function statisticsOf(period: Period, signal: AbortSignal): Promise<Statistics> {
  const ask = { query: { ...period }, signal };
  const top = (limit: number) => ({ query: { ...period, limit: String(limit) }, signal });
  const [days, revenue, services, clients, utilization] = await Promise.all([
    request('GET /analytics/appointments-per-day', ask),
    request('GET /analytics/revenue-by-service', ask),
    request('GET /analytics/top-services', top(TOP_SERVICES_COUNT)),
    request('GET /analytics/top-clients', top(TOP_CLIENTS_COUNT)),
    request('GET /analytics/utilization', ask),
  ]);
  return { period, days, revenue, services, clients, utilization };
}

/** All numbers of a period, asked together: what stands side by side is of one moment. */
export const useStatistics = (period: Period | null) =>
  useQuery({
    queryKey: ['statistics', period?.from, period?.to],
    queryFn: period === null ? skipToken : ({ signal }) => statisticsOf(period, signal),
    placeholderData: keepPreviousData,
  });
