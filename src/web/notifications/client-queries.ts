import { useInfiniteQuery } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { CLIENT_NOTIFICATIONS_PAGE_COUNT } from '#domain/limits.ts';
import type { ClientNotificationType } from '#domain/notifications.ts';
import { request } from '../lib/api.ts';

export type ClientNotification = ResponseBody<'GET /client-notifications'>[number];

export interface ClientFilter {
  isUnreadOnly: boolean;
  type: ClientNotificationType | '';
}

export const CLIENT_NOTIFICATIONS_KEY = ['client-notices'];

/**
 * One's own notices, newest first, by pages of 20; asked again whenever the tab or a filter is chosen
 * (docs/spec/product.md §4.4).
 */
export function useClientNotifications({ isUnreadOnly, type }: ClientFilter) {
  return useInfiniteQuery({
    queryKey: [...CLIENT_NOTIFICATIONS_KEY, isUnreadOnly, type],
    queryFn: ({ pageParam, signal }) =>
      request('GET /client-notifications', {
        query: {
          limit: CLIENT_NOTIFICATIONS_PAGE_COUNT,
          offset: pageParam,
          ...(isUnreadOnly && { unread: '1' as const }),
          ...(type && { type }),
        },
        signal,
      }),
    initialPageParam: 0,
    // a page that is full: the count is a multiple of 20, so there may be more (docs/spec/product.md §9.2)
    getNextPageParam: (last, pages) =>
      last.length === CLIENT_NOTIFICATIONS_PAGE_COUNT
        ? pages.length * CLIENT_NOTIFICATIONS_PAGE_COUNT
        : undefined,
    select: ({ pages }) => pages.flat(),
    staleTime: 0,
  });
}
