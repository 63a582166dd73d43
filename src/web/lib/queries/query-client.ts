import { QueryCache, QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '../../ui/toasts/toast.ts';
import { errorStatus, errorText, logSilentFailure } from '../api.ts';
import { currentOutage } from '../outage.ts';
import { BOOKING_LINK_KEY, salonQuery, servicesQuery } from './queries.ts';

const FRESH_MS = 15_000;
const RETRIES = 2;
const RETRY_MS = 500;

/** Whether to retry a failed request. A request that got a 4xx would fail again; during an outage no request is retried. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = errorStatus(error) ?? 0;
  return failures < RETRIES && !currentOutage() && (status === 0 || status >= 500);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** The text of an error toast for a failed fetch, used if the server sent no error text. */
      errorToast?: string;
      /** The name under which a failed fetch is logged; screens show no error (docs/spec/product.md §8.4). */
      silent?: string;
    };
  }
}

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.silent) logSilentFailure(meta.silent, error);
        if (meta?.errorToast) toast('error', errorText(error, meta.errorToast));
      },
    }),
    defaultOptions: {
      // with 'always', a request without a network fails at once instead of waiting for the network
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        retryDelay: (failures) => RETRY_MS * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** First parts of the keys of queries whose data no change of an appointment, client, template or absence affects. */
const STEADY: readonly unknown[] = [salonQuery.queryKey[0], servicesQuery.queryKey[0], BOOKING_LINK_KEY];

/** Returns a function that refetches everything except salon and price list. Appointments appear in too many queries to list them. */
export function useInvalidateAppointments(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => !STEADY.includes(queryKey[0]) });
  }, [client]);
}

/** Returns a function that refetches the queries whose keys start with one of the given keys. */
export function useInvalidate(...keys: QueryKey[]): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of keys) void queries.invalidateQueries({ queryKey });
  };
}
