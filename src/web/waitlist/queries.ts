import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { requestPage } from '../lib/queries/admin-queries.ts';
import { type DateRange, nextOffset, POLLED } from '../lib/queries/queries.ts';

const WAITING = 'waiting';
const PAGE_COUNT = 100;

/** The page's days: one, or all days with a possible waitlist. */
export const waitingDays = (today: WallDate, day?: WallDate): DateRange =>
  day === undefined ? { from: today, to: yearsFrom(today, SLOT_RANGE_YEARS) } : { from: day, to: day };

/** Waitlist entries of a range, by day and time of joining, in pages. */
export const waitingPages = (range: DateRange) =>
  infiniteQueryOptions({
    queryKey: [WAITING, 'pages', range],
    queryFn: ({ pageParam, signal }) =>
      requestPage('GET /waitlist', { query: { ...range, limit: PAGE_COUNT, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: ({ rows }, pages) => nextOffset(PAGE_COUNT)(rows, pages),
    select: ({ pages }) => {
      const rows = pages.flatMap((page) => page.rows);
      return { rows, total: Math.max(rows.length, pages.at(-1)?.total ?? 0) };
    },
    ...POLLED,
  });

/** The number of waitlist entries of a range; null: not known yet. */
export const waitingCount = (range: DateRange | null) =>
  queryOptions({
    queryKey: [WAITING, 'count', range],
    queryFn:
      range === null
        ? skipToken
        : async ({ signal }) =>
            (await requestPage('GET /waitlist', { query: { ...range, limit: 1 }, signal })).total,
    ...POLLED,
  });
