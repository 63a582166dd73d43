import { useInfiniteQuery } from '@tanstack/react-query';
import type { CallAnswer } from '#contract/index.ts';
import { CLIENT_NOTICES_PAGE_COUNT } from '#domain/limits.ts';
import type { ClientNoticeType } from '#domain/notifications.ts';
import { call } from '../lib/api.ts';

export type Notice = CallAnswer<'GET /client-notifications'>[number];

export interface NoticeFilter {
  isUnreadOnly: boolean;
  type: ClientNoticeType | '';
}

export const NOTICES_KEY = ['client-notices'];

/** One's own notices, newest first, by pages of 20; asked again whenever the tab or a filter is chosen (spec.md §4). */
export function useNotices({ isUnreadOnly, type }: NoticeFilter) {
  return useInfiniteQuery({
    queryKey: [...NOTICES_KEY, isUnreadOnly, type],
    queryFn: ({ pageParam, signal }) =>
      call('GET /client-notifications', {
        query: {
          limit: CLIENT_NOTICES_PAGE_COUNT,
          offset: pageParam,
          ...(isUnreadOnly && { unread: '1' as const }),
          ...(type && { type }),
        },
        signal,
      }),
    initialPageParam: 0,
    // a page that is full: the count is a multiple of 20, so there may be more (spec.md §9)
    getNextPageParam: (last, pages) =>
      last.length === CLIENT_NOTICES_PAGE_COUNT ? pages.length * CLIENT_NOTICES_PAGE_COUNT : undefined,
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });
}
