import { useInfiniteQuery } from '@tanstack/react-query';
import { useSearchParams } from 'wouter';
import { APPOINTMENT_STATUSES, type AppointmentStatus } from '#domain/appointments.ts';
import { ADMIN_LIST_DAYS_AHEAD, ADMIN_LIST_DAYS_BACK } from '#domain/limits.ts';
import { addDays, isWallDate, type WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';

/** Which appointments the list shows; status '' = all. */
export interface ListFilter {
  from: WallDate;
  to: WallDate;
  status: AppointmentStatus | '';
}

/**
 * The filter in the page's address; what is not said there is 7 days back to 30 ahead, every status. docs/spec/product.md §9.2
 */
export function filterOf(address: URLSearchParams, today: WallDate): ListFilter {
  const day = (name: string, usual: WallDate): WallDate => {
    const asked = address.get(name);
    return asked !== null && isWallDate(asked) ? asked : usual;
  };
  return {
    from: day('from', addDays(today, -ADMIN_LIST_DAYS_BACK)),
    to: day('to', addDays(today, ADMIN_LIST_DAYS_AHEAD)),
    status: APPOINTMENT_STATUSES.find((status) => status === address.get('status')) ?? '',
  };
}

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
      request('GET /appointments/list', {
        query: { from, to, ...(status && { status }), limit: PAGE_COUNT, offset: pageParam },
        signal,
      }),
    initialPageParam: 0,
    getNextPageParam: (last, pages) => (last.length < PAGE_COUNT ? undefined : pages.length * PAGE_COUNT),
    select: ({ pages }) => pages.flat(),
    enabled: from <= to,
    placeholderData: (before) => before,
  });
