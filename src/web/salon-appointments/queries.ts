import { infiniteQueryOptions } from '@tanstack/react-query';
import { PAGE_ACTIVE_COUNT, PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { requestPage } from '../lib/admin-queries.ts';
import { POLLED } from '../lib/queries.ts';

/** The salon's booked appointments that are not over, soonest first: the next few, then page by page. */
export const bookedAhead = () =>
  infiniteQueryOptions({
    queryKey: ['appointments', 'salon', 'ahead'],
    queryFn: ({ pageParam, signal }) =>
      requestPage('GET /appointments/upcoming', {
        query: { limit: pageParam === 0 ? PAGE_ACTIVE_COUNT : PAST_SHOWN_COUNT, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOf,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
    ...POLLED,
  });

/** What is over of the salon's, latest first, page by page. */
export const salonPast = () =>
  infiniteQueryOptions({
    queryKey: ['appointments', 'salon', 'past'],
    queryFn: ({ pageParam, signal }) =>
      requestPage('GET /appointments/past', {
        query: { limit: PAST_SHOWN_COUNT, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: nextOf,
    select: ({ pages }) => pages.flatMap(({ rows }) => rows),
  });

type Answered = { rows: readonly unknown[]; total: number };

/** The offset of what is not shown yet. */
function nextOf({ rows, total }: Answered, pages: readonly Answered[]): number | undefined {
  const shown = pages.reduce((sum, page) => sum + page.rows.length, 0);
  return rows.length > 0 && shown < total ? shown : undefined;
}
