import { queryOptions } from '@tanstack/react-query';
import type { RequestQuery } from '#contract/index.ts';
import { POLLED, queryOf } from '../lib/queries/queries.ts';

/** The round of a day, or of the next day with bookings. The key begins as that of appointments, so that their changes refetch it. */
export const roundQuery = (query: RequestQuery<'GET /appointments/round'> | null) =>
  queryOptions({
    ...queryOf(['appointments', 'round', query], 'GET /appointments/round', query && { query }),
    ...POLLED,
  });

export const delayQuery = () =>
  queryOptions({ ...queryOf(['appointments', 'delay'], 'GET /delay', {}), ...POLLED });

export const delayPreviewQuery = (query: RequestQuery<'GET /delay/preview'> | null) =>
  queryOf(['appointments', 'delay', query], 'GET /delay/preview', query && { query });
