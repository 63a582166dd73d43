import {
  infiniteQueryOptions,
  type QueryKey,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import type { EndpointName } from '#contract/index.ts';
import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { HOME_ABSENCES_DAYS, PAST_SHOWN_COUNT, POLL_MS } from '#domain/limits.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { frame, SALON_NAME } from '../../ui/frame.ts';
import { logSilentFailure, type RequestInput, type Rest, request } from '../api.ts';
import { type Session, useSession } from '../session/session.ts';

/** The queries of all users. See also notification-queries.ts and admin-queries.ts (owner only). */

/** Query options that refetch every 60 s and on window focus (docs/spec/product.md §9.2). */
export const POLLED = { refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const;

export interface DateRange {
  from: WallDate;
  to: WallDate;
}

/** Returns the response; on failure logs the error and returns `empty` (docs/spec/product.md §8.4). */
export async function silently<T>(
  what: string,
  signal: AbortSignal,
  promise: Promise<T>,
  empty: T,
): Promise<T> {
  try {
    return await promise;
  } catch (error) {
    if (signal.aborted) throw error;
    logSilentFailure(what, error);
    return empty;
  }
}

type QueryInput<N extends EndpointName> =
  Record<never, never> extends RequestInput<N>
    ? [input?: RequestInput<N> | null]
    : [input: RequestInput<N> | null];

/** Query for the response of an endpoint. Disabled while `input` is null (not known yet). */
export const queryOf = <N extends EndpointName>(queryKey: QueryKey, name: N, ...[input]: QueryInput<N>) =>
  queryOptions({
    queryKey,
    queryFn:
      input === null
        ? skipToken
        : ({ signal }) => request(name, ...([{ ...input, signal }] as unknown as Rest<N>)),
  });

export const nextOffset = (pageCount: number) => (last: readonly unknown[], pages: readonly unknown[]) =>
  last.length === pageCount ? pages.length * pageCount : undefined;

/** The salon's name, phone, social link, address, hours, time zone, and whether guests may book. Fetched once per session. */
export const salonQuery = queryOptions({
  ...queryOf(['salon'], 'GET /salon'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The services of the price list; empty when the request fails (docs/spec/product.md §8.4). */
export const servicesQuery = queryOptions({
  ...queryOf(['services'], 'GET /services'),
  meta: { silent: 'GET /services' },
});

/** The query key without the range: matches the queries of all ranges. */
export const FREE_SLOTS_KEY = ['free-slots'] as const;

export const appointmentQueries = {
  upcoming: (session: Session | null) =>
    queryOptions({
      ...queryOf(['appointments', 'upcoming'], 'GET /appointments/upcoming'),
      enabled: session !== null,
      refetchOnWindowFocus: 'always',
    }),
  past: () =>
    infiniteQueryOptions({
      queryKey: ['appointments', 'past'],
      queryFn: ({ pageParam, signal }) =>
        request('GET /appointments/past', { query: { limit: PAST_SHOWN_COUNT, offset: pageParam }, signal }),
      initialPageParam: 0,
      getNextPageParam: nextOffset(PAST_SHOWN_COUNT),
      select: ({ pages }) => pages.flat(),
    }),
  next: () => queryOptions({ ...queryOf(['appointments', 'next'], 'GET /appointments/next'), ...POLLED }),
  /** One appointment, never from the cache, because it is about to be edited. */
  one: (id: number) =>
    queryOptions({
      ...queryOf(['appointments', 'one', id], 'GET /appointments/{id}', { params: { id } }),
      staleTime: 0,
    }),
  list: (query: (DateRange & { status?: AppointmentStatus }) | null) =>
    queryOf(['appointments', 'list', query], 'GET /appointments/list', query && { query }),
  bookedOn: (date: WallDate | null) =>
    queryOptions({
      ...appointmentQueries.list(date === null ? null : { from: date, to: date, status: 'BOOKED' }),
      ...POLLED,
    }),
  calendar: (range: DateRange) =>
    queryOf([...CALENDAR_KEY, range], 'GET /analytics/calendar', { query: { ...range } }),
};

/** The calendar's query key without the range, and a function that reads the range from a key. */
export const CALENDAR_KEY = ['calendar'] as const;
export const calendarRangeOf = (key: QueryKey): DateRange => key[1] as DateRange;

export const absenceQueries = {
  own: () => queryOf(['absences', 'mine'], 'GET /annual/mine'),
  upcoming: (days = HOME_ABSENCES_DAYS) =>
    queryOf(['absences', 'upcoming', days], 'GET /annual/upcoming', { query: { days } }),
};

export const profileQuery = queryOf(['profile'], 'GET /auth/me');

export const guestLinkQuery = (token: string) =>
  queryOptions({
    ...queryOf(['guest-link', token], 'POST /guest-link/view', { body: { token } }),
    refetchOnWindowFocus: 'always',
  });

/** The key of a link that a message contains; it is made once, and no change needs another one. */
export const BOOKING_LINK_KEY = 'booking-link';

export const useSalon = () => useQuery(salonQuery);

const APP_NAME = 'Lunula';

/** The salon's name in the HTML of the server; undefined in the shell of the service worker. */
function writtenName(): string | undefined {
  if (import.meta.env.SSR) return frame.isOn ? SALON_NAME : undefined;
  return document.querySelector<HTMLMetaElement>('[name$=title]')?.content;
}

/** The salon's name; the app's name if it is unknown because the salon failed to load, undefined while it loads. */
export function useSalonName(): string | undefined {
  const { data, isError } = useSalon();
  return data?.name ?? writtenName() ?? (isError ? APP_NAME : undefined);
}

export const useServices = () => useQuery(servicesQuery);

export const useUpcoming = () => useQuery(appointmentQueries.upcoming(useSession()));
