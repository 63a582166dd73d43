import type { statisticsEndpoints } from '#contract/statistics.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import {
  bookedPerDay,
  revenueByService,
  revenuePerDay,
  topClients,
  topServices,
  totalsIn,
  utilizationIn,
} from './queries.ts';

export const statisticsRoutes: RoutesOf<typeof statisticsEndpoints> = {
  'GET /analytics/appointments-per-day': ({ db, query }) => bookedPerDay(db, query),
  'GET /analytics/revenue-by-service': ({ db, query }) => revenueByService(db, query),
  'GET /analytics/top-services': ({ db, query }) => topServices(db, query),
  'GET /analytics/top-clients': ({ db, query }) => topClients(db, query),
  'GET /analytics/utilization': ({ db, query }) => utilizationIn(db, query),
  'GET /analytics/revenue-per-day': ({ db, query }) => revenuePerDay(db, query),
  'GET /analytics/totals': ({ db, query }) => totalsIn(db, query),
};
