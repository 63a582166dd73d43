import { useInfiniteQuery } from '@tanstack/react-query';
import { PAST_SHOWN_COUNT } from '#salon/limits.ts';
import { call } from '../../api/call.ts';

/** One's own history, latest first, page by page. */
export const usePast = () =>
  useInfiniteQuery({
    queryKey: ['appointments', 'past'],
    queryFn: ({ pageParam, signal }) =>
      call('GET /appointments/past', { query: { limit: PAST_SHOWN_COUNT, offset: pageParam }, signal }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) =>
      last.length === PAST_SHOWN_COUNT ? pages.length * PAST_SHOWN_COUNT : undefined,
    select: ({ pages }) => pages.flat(),
  });
