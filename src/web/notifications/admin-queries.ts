import { useQuery } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { POLL_MS } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { logSilentFailure } from '../lib/errors.ts';
import type { AdminTab } from './admin-tabs.ts';

export type AdminNotification = ResponseBody<'GET /notifications'>[number];

export const ADMIN_NOTIFICATIONS_KEY = ['admin-notices'];

/** Fresh every 60 s and whenever the page comes to the front (docs/spec/product.md §9.2). */
const POLLED = { staleTime: 0, refetchInterval: POLL_MS, refetchOnWindowFocus: 'always' } as const;

/** The notices of a tab, newest first. */
export const useAdminNotifications = (tab: AdminTab) =>
  useQuery({
    queryKey: [...ADMIN_NOTIFICATIONS_KEY, tab],
    queryFn: ({ signal }) => request('GET /notifications', { query: { type: tab }, signal }),
    ...POLLED,
  });

type UnreadByTab = Readonly<Record<AdminTab, number>>;
const NONE: UnreadByTab = { ALL: 0, NEW_BOOKING: 0, CANCELLED: 0, NEW_CLIENT: 0 };

async function unreadByTab(signal: AbortSignal): Promise<UnreadByTab> {
  try {
    const answer = await request('GET /notifications/unread-count', { query: { groupBy: 'type' }, signal });
    return 'ALL' in answer ? answer : { ...NONE, ALL: answer.count };
  } catch (error) {
    if (signal.aborted) throw error;
    logSilentFailure('unread-count', error);
    return NONE;
  }
}

/** The badges of the tabs; 0 when asking failed (docs/spec/product.md §8.4). */
export function useUnreadByTab(): UnreadByTab {
  const { data } = useQuery({
    queryKey: ['unread-count', 'by-tab'],
    queryFn: ({ signal }) => unreadByTab(signal),
    ...POLLED,
  });
  return data ?? NONE;
}
