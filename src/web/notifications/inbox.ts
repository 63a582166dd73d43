import { type InfiniteData, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import type { ResponseBody } from '#contract/index.ts';
import { errorStatus, errorText, logSilentFailure, request } from '../lib/api.ts';
import {
  ADMIN_NOTIFICATIONS_KEY,
  type AdminNotificationTab,
  CLIENT_NOTIFICATIONS_KEY,
} from '../lib/queries/notification-queries.ts';
import { useRefreshNotifications } from '../lib/queries/query-client.ts';
import { toast } from '../ui/toast.ts';

export type AdminNotification = ResponseBody<'GET /notifications'>[number];
export type ClientNotification = ResponseBody<'GET /client-notifications'>[number];
export type AnyNotification = AdminNotification | ClientNotification;

export interface Inbox {
  listKey: QueryKey;
  markRead: (ids: readonly number[]) => Promise<unknown>;
  onMarkReadError: (error: Error) => void;
  markAllRead: () => Promise<unknown>;
  markAllReadFallback: string;
  /** Whether `markAllRead` and `deleteAll` include the notification. */
  holds: (notification: AnyNotification) => boolean;
  deleteThese: (ids: readonly number[]) => Promise<unknown>;
  deleteAll: () => Promise<unknown>;
}

const toastError = (fallback: string) => (error: Error) => toast('error', errorText(error, fallback));

const NOT_FOUND = 404;

/** Deletes notifications one by one. Ignores those that another screen or an earlier try has already deleted. */
async function deleteEach(ids: readonly number[], send: (id: number) => Promise<unknown>): Promise<void> {
  for (const id of ids) {
    try {
      await send(id);
    } catch (error) {
      if (errorStatus(error) !== NOT_FOUND) throw error;
    }
  }
}

/** The notifications of a client. `markAllRead` and `deleteAll` ignore the filter. */
export const clientInbox: Inbox = {
  listKey: CLIENT_NOTIFICATIONS_KEY,
  markRead: (ids) =>
    Promise.all(ids.map((id) => request('POST /client-notifications/{id}/read', { params: { id } }))),
  onMarkReadError: toastError('Greška pri označavanju kao pročitano.'),
  markAllRead: () => request('POST /client-notifications/read-all'),
  markAllReadFallback: 'Greška pri označavanju svih kao pročitano.',
  holds: () => true,
  deleteThese: (ids) =>
    deleteEach(ids, (id) => request('DELETE /client-notifications/{id}', { params: { id } })),
  deleteAll: () => request('DELETE /client-notifications', { query: { scope: 'all' } }),
};

/** The salon's notifications of a tab. A failed attempt to mark them as read is silent (docs/spec/product.md §8.4). */
export const adminInbox = (tab: AdminNotificationTab): Inbox => ({
  listKey: ADMIN_NOTIFICATIONS_KEY,
  markRead: (ids) =>
    Promise.all(ids.map((id) => request('POST /notifications/{id}/read', { params: { id } }))),
  onMarkReadError: (error) => logSilentFailure('mark-read', error),
  markAllRead: () => request('POST /notifications/read-all', { query: { type: tab } }),
  markAllReadFallback: 'Greška pri označavanju.',
  holds: ({ type }) => tab === 'ALL' || type === tab,
  deleteThese: (ids) => deleteEach(ids, (id) => request('DELETE /notifications/{id}', { params: { id } })),
  deleteAll: () => request('DELETE /notifications', { query: { type: tab } }),
});

type Pages = InfiniteData<readonly AnyNotification[], number>;

/** Returns a function that optimistically marks notifications as read in the cached lists. After a failure a refetch reverts the marks. */
function useMarkInLists({ listKey }: Inbox) {
  const queries = useQueryClient();
  return async (isMarked: (notification: AnyNotification) => boolean) => {
    await queries.cancelQueries({ queryKey: listKey });
    const mark = (one: AnyNotification): AnyNotification =>
      one.read_at === null && isMarked(one) ? { ...one, read_at: one.created_at } : one;
    queries.setQueriesData<Pages>(
      { queryKey: listKey },
      (data) => data && { ...data, pages: data.pages.map((page) => page.map(mark)) },
    );
  };
}

export function useMarkRead(inbox: Inbox) {
  const markInLists = useMarkInLists(inbox);
  return useMutation({
    mutationFn: inbox.markRead,
    onMutate: (ids) => markInLists(({ id }) => ids.includes(id)),
    onError: inbox.onMarkReadError,
    onSettled: useRefreshNotifications(inbox.listKey),
  });
}

export function useMarkAllRead(inbox: Inbox) {
  const markInLists = useMarkInLists(inbox);
  return useMutation({
    mutationFn: inbox.markAllRead,
    onMutate: () => markInLists(inbox.holds),
    onError: toastError(inbox.markAllReadFallback),
    onSettled: useRefreshNotifications(inbox.listKey),
  });
}
