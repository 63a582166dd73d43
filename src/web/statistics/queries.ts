import { keepPreviousData, type QueryFunctionContext, queryOptions, skipToken } from '@tanstack/react-query';
import { TOP_CLIENTS_COUNT, TOP_SERVICES_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { settingsQuery } from '../lib/queries/admin-queries.ts';
import { type DateRange, queryOf } from '../lib/queries/queries.ts';
import { isSamePeriod, periodBefore } from './period.ts';

/** The technician whose statistics are shown; without an id the statistics of all technicians. */
export type Whose = { technician_id?: string };

type Fetching = Pick<QueryFunctionContext, 'client' | 'signal'>;

/** The totals and the charged amounts of a period. The charged amounts are null while payments are off. */
async function sumsOf(period: DateRange, whose: Whose, { client, signal }: Fetching) {
  const input = { query: { ...period, ...whose }, signal };
  const [totals, charged] = await Promise.all([
    request('GET /analytics/totals', input),
    client
      .ensureQueryData(settingsQuery())
      .then(({ payments }) => (payments === 1 ? request('GET /analytics/charged', input) : null)),
  ]);
  return { period, totals, charged };
}

async function statisticsOf(period: DateRange, whose: Whose, fetching: Fetching) {
  const { signal } = fetching;
  const query = { ...period, ...whose };
  const input = { query, signal };
  const top = (limit: number) => ({ query: { ...query, limit: String(limit) }, signal });
  const earlier = periodBefore(period);
  const [days, revenuePerDay, revenue, services, clients, utilization, sums, before, figures] =
    await Promise.all([
      request('GET /analytics/appointments-per-day', input),
      request('GET /analytics/revenue-per-day', input),
      request('GET /analytics/revenue-by-service', input),
      request('GET /analytics/top-services', top(TOP_SERVICES_COUNT)),
      request('GET /analytics/top-clients', top(TOP_CLIENTS_COUNT)),
      request('GET /analytics/utilization', input),
      sumsOf(period, whose, fetching),
      earlier && sumsOf(earlier, whose, fetching), // null if the earlier period would start before year 1
      request('GET /analytics/technicians', { query: { ...period }, signal }),
    ]);
  // contains all technicians, even if the page shows only one of them; empty in a salon with one technician
  const technicians = figures.length > 1 ? figures : [];
  return { ...sums, days, revenuePerDay, revenue, services, clients, utilization, before, technicians };
}
export type Statistics = Awaited<ReturnType<typeof statisticsOf>>;

export const statisticsQueries = {
  /** All numbers of a period, fetched together so that they match. Disabled while `period` is null. */
  of: (period: DateRange | null, whose: Whose) =>
    queryOptions({
      queryKey: ['statistics', period?.from, period?.to, whose],
      queryFn: period === null ? skipToken : (fetching) => statisticsOf(period, whose, fetching),
      placeholderData: keepPreviousData,
    }),
  /** The retention in `period`. Counts the returning clients of `completed`, which is an earlier period if clients of `period` may still return. */
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
  emptyHours: () => queryOf(['statistics', 'empty-hours'], 'GET /analytics/empty-hours'),
};
