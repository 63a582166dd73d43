import {
  infiniteQueryOptions,
  keepPreviousData,
  type QueryKey,
  queryOptions,
  skipToken,
  useQuery,
} from '@tanstack/react-query';
import type { EndpointName, RequestParams, RequestQuery, ResponseBody } from '#contract/index.ts';
import type { AbsenceDays } from '#domain/appointments/slots.ts';
import type { TechnicianId } from '#domain/ids.ts';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { type Rest, request, respond } from '../api.ts';
import { isTechnician } from '../session/session.ts';
import { itemOnDevice, keepOnDevice } from '../session/storage.ts';
import { type DateRange, POLLED, profileQuery, queryOf, useSalon } from './queries.ts';

/** Queries that only the owner's screens use. Separate from queries.ts, which every visitor loads. */

/** Requests one page of a list. Returns its rows and the total number of rows. docs/spec/behaviour.md §3.6 */
export async function requestPage<N extends EndpointName>(
  name: N,
  ...rest: Rest<N>
): Promise<{ rows: ResponseBody<N>; total: number }> {
  const { body, headers } = await respond(name, ...rest);
  return { rows: body, total: Number(headers.get('x-total-count')) };
}

function joinPages<T>({ pages }: { pages: readonly Page<T>[] }) {
  const rows = pages.flatMap((page) => page.rows);
  return { rows, total: Math.max(rows.length, pages.at(-1)?.total ?? 0) };
}

export const settingsQuery = () =>
  queryOptions({ ...queryOf(['settings'], 'GET /settings'), enabled: !isTechnician() });

/** The people whom no message has certainly told of a change by the salon. */
export const toCallQuery = queryOf(['appointments', 'to-call'], 'GET /appointments/to-call');

/** The switches of a new technician, used until her account has loaded. */
const AT_FIRST = { can_charge: 0, can_take_days_off: 1 } as const;

/** Whether the owner or technician may do what this switch allows. docs/spec/behaviour.md §16.11 */
export function useMay(name: keyof typeof AT_FIRST): boolean {
  const { data } = useQuery({ ...profileQuery, enabled: isTechnician() });
  return !isTechnician() || (data?.[name] ?? AT_FIRST[name]) === 1;
}

/** Whether the user sees payments: the owner has switched them on, and a technician may charge. False until the settings have loaded. */
export function usePaymentsOn(): boolean {
  const { data } = useSalon();
  return useMay('can_charge') && data?.payments === 1;
}

type Page<Row> = { rows: readonly Row[]; total: number };
type Listed<N extends EndpointName> = ResponseBody<N> extends readonly (infer Row)[] ? Row : never;

function nextOf({ rows, total }: Page<unknown>, pages: readonly Page<unknown>[]): number | undefined {
  const shown = pages.reduce((sum, page) => sum + page.rows.length, 0);
  return rows.length > 0 && shown < total ? shown : undefined;
}

/** A query that loads a list page by page, with `limit` rows per page. The first page has `first` rows. */
export const pagesOf = <N extends EndpointName>(
  queryKey: QueryKey,
  name: N,
  limit: number,
  input: { params?: RequestParams<N>; query?: RequestQuery<N> } = {},
  first = limit,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: offset, signal }): Promise<Page<Listed<N>>> => {
      const page = { ...input, query: { ...input.query, limit: offset ? limit : first, offset }, signal };
      return requestPage(name, ...([page] as unknown as Rest<N>)) as Promise<Page<Listed<N>>>;
    },
    initialPageParam: 0,
    getNextPageParam: nextOf,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });

const LIST_PAGE_COUNT = 100;

export const listPagesQuery = (query: RequestQuery<'GET /appointments/list'>) =>
  infiniteQueryOptions({
    ...pagesOf(['appointments', 'list', 'paged', query], 'GET /appointments/list', LIST_PAGE_COUNT, {
      query,
    }),
    select: joinPages,
    enabled: query.from <= query.to,
    placeholderData: keepPreviousData,
  });

export const historyQuery = (id: number) =>
  infiniteQueryOptions({
    ...pagesOf(['appointments', 'history', id], 'GET /appointments/{id}/history', LIST_PAGE_COUNT, {
      params: { id },
    }),
    staleTime: 0,
  });

/** The deleted appointments of a period without free slots, page by page, latest first. */
export const deletedQuery = (range: DateRange) =>
  pagesOf(['appointments', 'deleted', range], 'GET /appointments/deleted', LIST_PAGE_COUNT, {
    query: { ...range, without_free: '1' },
  });

const DUE_PAGE_COUNT = 20;

export const dueQuery = (query: RequestQuery<'GET /clients/due'> = {}) =>
  pagesOf(['appointments', 'due', query], 'GET /clients/due', DUE_PAGE_COUNT, { query });

/** Query for the number of clients who are due for an appointment; shares the request of `dueQuery`. */
export const dueTotalQuery = () =>
  infiniteQueryOptions({ ...dueQuery(), select: (data) => joinPages(data).total });

/** The range of the waitlist page: one day, or all days that can have a waitlist. */
export const waitingDays = (today: WallDate, day?: WallDate): DateRange =>
  day === undefined ? { from: today, to: yearsFrom(today, SLOT_RANGE_YEARS) } : { from: day, to: day };

export const waitingQueries = {
  /** Waitlist entries of a range, sorted by day and time of joining. Disabled while `range` is null. */
  of: (range: DateRange | null) =>
    queryOf(['waiting', range], 'GET /waitlist', range && { query: { ...range } }),
  pages: (range: DateRange) =>
    infiniteQueryOptions({
      ...pagesOf(['waiting', 'pages', range], 'GET /waitlist', LIST_PAGE_COUNT, { query: { ...range } }),
      select: joinPages,
      ...POLLED,
    }),
  /** The number of waitlist entries of a range. Disabled while `range` is null. */
  count: (range: DateRange | null) =>
    queryOptions({
      queryKey: ['waiting', 'count', range],
      queryFn:
        range === null
          ? skipToken
          : async ({ signal }) =>
              (await requestPage('GET /waitlist', { query: { ...range, limit: 1 }, signal })).total,
      ...POLLED,
    }),
};

export const templatesQuery = queryOf(['templates', 'list'], 'GET /templates');

/** Days of absence of a technician, or of the salon if `technician_id` is null. */
export type Absent = AbsenceDays & { readonly technician_id: TechnicianId | null };

/** Storage key, set once the salon's link was shared, copied, downloaded or printed on this device. */
const LINK_SHARED_KEY = 'link-shared';

export const keepLinkShared = (): void => keepOnDevice(LINK_SHARED_KEY, '1');

async function firstStepsOf(today: WallDate, signal: AbortSignal) {
  const to = yearsFrom(today, SLOT_RANGE_YEARS);
  const booked = { from: yearsFrom(today, -SLOT_RANGE_YEARS), to, status: 'BOOKED', limit: 1 } as const;
  const [bookings, settings, ...made] = await Promise.all([
    request('GET /appointments/list', { query: booked, signal }),
    request('GET /settings', { signal }),
    request('GET /services', { signal }),
    request('GET /templates', { signal }),
    request('GET /appointments/list', { query: { from: today, to, limit: 1 }, signal }),
  ]);
  if (bookings.length > 0) return null;
  const hasContact = settings.salon_phone !== '' || settings.salon_address !== '';
  return [hasContact, ...made.map((rows) => rows.length > 0), itemOnDevice(LINK_SHARED_KEY) === '1'];
}

/** The key of `firstStepsQuery` without the day. It matches the queries of all days. */
export const FIRST_STEPS_KEY = ['first-steps'] as const;

/** Which setup steps are done: contact, services, templates, slots, shared link. The result is null once the salon has had a booking. */
export const firstStepsQuery = (today: WallDate | null) =>
  queryOptions({
    queryKey: [...FIRST_STEPS_KEY, today],
    queryFn: today === null ? skipToken : ({ signal }) => firstStepsOf(today, signal),
    staleTime: ({ state }) => (state.data === null ? Number.POSITIVE_INFINITY : 0), // null never gets stale: a salon that has had a booking needs no first steps
  });
