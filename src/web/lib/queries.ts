import { QueryClient, type QueryKey, useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { POLL_MS } from '#domain/limits.ts';
import { NO_SERVICE_LABEL } from '#domain/wording/appointments.ts';
import { type CountedWord, counted, serviceInList } from '#domain/wording/numbers.ts';
import { request } from './api.ts';
import { errorStatus, logSilentFailure } from './errors.ts';
import { type Session, useSession } from './session.ts';

const FRESH_MS = 15_000;
const RETRIES = 2;
const RETRY_MS = 500;

/** A refusal is an answer: asking again changes nothing. Only silence and 5xx are tried again. */
function isWorthRetrying(failures: number, error: Error): boolean {
  const status = errorStatus(error) ?? 0;
  return failures < RETRIES && (status === 0 || status >= 500);
}

export const newQueryClient = (): QueryClient =>
  new QueryClient({
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

/** What no change of an appointment, client or absence touches. */
const STEADY: readonly unknown[] = ['salon', 'services'];

/**
 * After a change of the salon's book: whatever lists it - lists, home, calendar, absences, clients, counts - is asked for
 * again where it stands on the screen. One appointment shows in so many places that naming them would forget one.
 */
export function useInvalidateAppointments(): () => void {
  const client = useQueryClient();
  return useCallback(() => {
    void client.invalidateQueries({ predicate: ({ queryKey }) => !STEADY.includes(queryKey[0]) });
  }, [client]);
}

/** Has a list of notices and the badges asked for again. */
export function useRefreshNotifications(list: QueryKey): () => void {
  const queries = useQueryClient();
  return () => {
    for (const queryKey of [list, ['unread-count']]) void queries.invalidateQueries({ queryKey });
  };
}

/** GET /salon: name, phone, social link, address, hours, time zone, whether guests may book. Asked once a visit. */
export const useSalon = () =>
  useQuery({
    queryKey: ['salon'],
    queryFn: ({ signal }) => request('GET /salon', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });

/** The price list. A failure shows as an empty list, silently (docs/spec/product.md §8.4). */
export const useServices = () =>
  useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) =>
      request('GET /services', { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        logSilentFailure('GET /services', error);
        return [];
      }),
  });

const countOf = {
  ADMIN: (signal: AbortSignal) => request('GET /notifications/unread-count', { signal }),
  CLIENT: (signal: AbortSignal) => request('GET /client-notifications/unread-count', { signal }),
} as const;

async function unreadCountOf(role: Session['role'], signal: AbortSignal): Promise<number> {
  try {
    const answer = await countOf[role](signal);
    return 'count' in answer ? answer.count : answer.ALL;
  } catch (error) {
    if (signal.aborted) throw error;
    logSilentFailure('unread-count', error);
    return 0;
  }
}

/**
 * Unread notifications of whoever is logged in, polled every 60 s; 0 for visitors and when asking failed
 * (docs/spec/product.md §8.4).
 */
export function useUnreadCount(): number {
  const role = useSession()?.role;
  const { data } = useQuery({
    queryKey: ['unread-count'],
    queryFn: ({ signal }) => unreadCountOf(role ?? 'CLIENT', signal),
    enabled: role !== undefined,
    refetchInterval: POLL_MS,
    refetchOnWindowFocus: 'always',
  });
  return role === undefined ? 0 : (data ?? 0);
}

const UNREAD: CountedWord = [
  'nepročitana notifikacija',
  'nepročitane notifikacije',
  'nepročitanih notifikacija',
];

/** What a badge says, for who cannot see it: '2 nepročitane notifikacije'. */
export const unreadInWords = (count: number): string | undefined =>
  count > 0 ? counted(count, UNREAD) : undefined;

/** The caller's own booked appointments, soonest first; asked only where somebody is logged in. */
export function useUpcoming() {
  const session = useSession();
  return useQuery({
    queryKey: ['appointments', 'upcoming'],
    queryFn: ({ signal }) => request('GET /appointments/upcoming', { signal }),
    enabled: session !== null,
    refetchOnWindowFocus: 'always',
  });
}

const NO_SERVICE = { value: '', label: NO_SERVICE_LABEL };

/** The price list for a select, 'Bez usluge za sada' first; `find` gives the service behind a chosen value. */
export function useServiceOptions() {
  const services = useServices().data ?? [];
  const listed = services.map((service) => ({ value: String(service.id), label: serviceInList(service) }));
  return {
    options: [NO_SERVICE, ...listed],
    find: (value: string) => services.find(({ id }) => String(id) === value),
  };
}
