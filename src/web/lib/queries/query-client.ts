import { QueryCache, QueryClient, type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { toast } from '../../ui/toast.ts';
import { errorStatus, errorText } from '../errors.ts';
import { UNREAD_COUNT_KEY } from './notification-queries.ts';
import { salonQueries, serviceQueries } from './queries.ts';

const FRESH_MS = 15_000;
const RETRIES = 2;
const RETRY_MS = 500;

/** A refusal stays one: only a request without a response and a 5xx are tried again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = errorStatus(error) ?? 0;
  return failures < RETRIES && (status === 0 || status >= 500);
}

declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: {
      /** A failed fetch is a toast: the server's sentence or this one. */
      errorToast?: string;
    };
  }
}

export const newQueryClient = (): QueryClient =>
  new QueryClient({
    queryCache: new QueryCache({
      onError: (error, { meta }) => {
        if (meta?.errorToast) toast('error', errorText(error, meta.errorToast));
      },
    }),
    defaultOptions: {
      // 'always': without a network a screen says so at once instead of waiting for one
      queries: {
        networkMode: 'always',
        staleTime: FRESH_MS,
        retry: isWorthRetrying,
        retryDelay: (failures) => RETRY_MS * 2 ** failures,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  });

/** What no change of an appointment, client, template or absence touches. */
const STEADY: readonly unknown[] = [salonQueries.salon().queryKey[0], serviceQueries.list().queryKey[0]];

/**
 * After any change but one of the price list: everything that may show it - lists, home, calendar, absences, clients, counts -
 * is fetched again where it is on the screen. One appointment shows in so many places that naming them would forget one.
 */
export function useInvalidateAppointments(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => !STEADY.includes(queryKey[0]) });
  }, [client]);
}

/** Fetches a list of notifications and the badges again. */
export function useRefreshNotifications(list: QueryKey): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [list, UNREAD_COUNT_KEY]) void queries.invalidateQueries({ queryKey });
  };
}
