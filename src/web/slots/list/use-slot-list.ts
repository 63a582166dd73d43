import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { WallDate } from '#salon/salon-time.ts';
import { call } from '../../api/call.ts';
import { filterOf, type ListFilter } from './filter.ts';

const PAGE_COUNT = 100;

/** The filter, kept in the page's address. */
export function useListFilter(today: WallDate): [ListFilter, (filter: ListFilter) => void] {
  const [address, setAddress] = useSearchParams();
  const change = ({ from, to, status }: ListFilter) => {
    const next = new URLSearchParams(address);
    next.set('from', from);
    next.set('to', to);
    if (status) next.set('status', status);
    else next.delete('status');
    setAddress(next, { replace: true });
  };
  return [filterOf(address, today), change];
}

/** The appointments of the filter by start, a page of 100 at a time. */
export const useSlotList = ({ from, to, status }: ListFilter) =>
  useInfiniteQuery({
    queryKey: ['appointments', 'list', 'paged', { from, to, status }],
    queryFn: ({ pageParam, signal }) =>
      call('GET /appointments/list', {
        query: { from, to, ...(status && { status }), limit: PAGE_COUNT, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE_COUNT ? undefined : pages.length * PAGE_COUNT),
    select: ({ pages }) => pages.flat(),
    enabled: from <= to,
    placeholderData: (before) => before,
  });
