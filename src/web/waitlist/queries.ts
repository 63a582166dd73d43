import { infiniteQueryOptions, queryOptions, skipToken } from '@tanstack/react-query';
import { SLOT_RANGE_YEARS } from '#domain/limits.ts';
import { type WallDate, yearsFrom } from '#domain/wall-clock.ts';
import { requestPage } from '../lib/queries/admin-queries.ts';
import { type DateRange, nextOffset, POLLED } from '../lib/queries/queries.ts';

const WAITING = 'waiting';
const PAGE_COUNT = 100;

/** The days that the page is about: one, or all that anybody can wait for. */
export const waitingDays = (today: WallDate, day?: WallDate): DateRange =>
  day === undefined ? { from: today, to: yearsFrom(today, SLOT_RANGE_YEARS) } : { from: day, to: day };

/** Who waits for some days, by day and time of joining, page by page. */
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

/** How many wait for some days; null: not known yet which. */
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
