import { infiniteQueryOptions, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import type { ADMIN_NOTIFICATION_TABS } from '#contract/notifications.ts';
import type { Sentence } from '#domain/language/translate.ts';
import { CLIENT_NOTIFICATIONS_PAGE_COUNT } from '#domain/limits.ts';
import type { ClientNotificationType } from '#domain/notifications.ts';
import { counted } from '#domain/wording/numbers.ts';
import { request } from '../api.ts';
import { type Session, useSession } from '../session/session.ts';
import { nextOffset, POLLED, silently } from './queries.ts';

export const CLIENT_NOTIFICATIONS_KEY = ['client-notices'] as const;
export const ADMIN_NOTIFICATIONS_KEY = ['admin-notices'] as const;
export const UNREAD_COUNT_KEY = ['unread-count'] as const;

export interface ClientNotificationFilter {
  isUnreadOnly: boolean;
  type: ClientNotificationType | '';
}

export type AdminNotificationTab = (typeof ADMIN_NOTIFICATION_TABS)[number];
export type UnreadByTab = Readonly<Record<AdminNotificationTab, number>>;
export const NO_UNREAD: UnreadByTab = { ALL: 0, NEW_BOOKING: 0, CANCELLED: 0, NEW_CLIENT: 0 };

async function unreadCountOf(role: Session['role'], signal: AbortSignal): Promise<number> {
  if (role === 'CLIENT') return (await request('GET /client-notifications/unread-count', { signal })).count;
  const response = await request('GET /notifications/unread-count', { signal });
  return 'count' in response ? response.count : response.ALL;
}

async function unreadByTab(signal: AbortSignal): Promise<UnreadByTab> {
  const response = await request('GET /notifications/unread-count', { query: { groupBy: 'type' }, signal });
  return 'ALL' in response ? response : { ...NO_UNREAD, ALL: response.count };
}

export const notificationQueries = {
  /** The number of unread notifications for the user's badge; 0 when the request fails (docs/spec/product.md §8.4). */
  unreadCount: (role: Session['role'] | undefined) =>
    queryOptions({
      queryKey: UNREAD_COUNT_KEY,
      queryFn:
        role === undefined
          ? skipToken
          : ({ signal }) => silently('unread-count', signal, unreadCountOf(role, signal), 0),
      ...POLLED,
    }),
  /** The numbers of unread notifications for the badges of the owner's tabs; 0 when the request fails (docs/spec/product.md §8.4). */
  unreadByTab: () =>
    queryOptions({
      queryKey: [...UNREAD_COUNT_KEY, 'by-tab'],
      queryFn: ({ signal }) => silently('unread-count', signal, unreadByTab(signal), NO_UNREAD),
      staleTime: 0,
      ...POLLED,
    }),
  client: ({ isUnreadOnly, type }: ClientNotificationFilter) =>
    infiniteQueryOptions({
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
      getNextPageParam: nextOffset(CLIENT_NOTIFICATIONS_PAGE_COUNT),
      select: ({ pages }) => pages.flat(),
      staleTime: 0, // the list is refetched whenever the tab or a filter is chosen (docs/spec/product.md §4.4)
    }),
};

export function useUnreadCount(): number {
  const role = useSession()?.role;
  const { data } = useQuery(notificationQueries.unreadCount(role));
  return role === undefined ? 0 : (data ?? 0);
}

const UNREAD =
  'nepročitana notifikacija|nepročitane notifikacije|nepročitanih notifikacija' satisfies Sentence;

/** A badge's description for screen readers: '2 nepročitane notifikacije'. */
export const unreadInWords = (count: number): string | undefined =>
  count > 0 ? counted(count, UNREAD) : undefined;
