import { useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../lib/api.ts';
import { errorText, logSilentFailure } from '../lib/errors.ts';
import { useRefreshNotifications } from '../lib/query-client.ts';
import { toast } from '../ui/toast.ts';
import { ADMIN_NOTIFICATIONS_KEY, type AdminNotification } from './admin-queries.ts';
import type { AdminTab } from './admin-tabs.ts';

/** Marks what the lists show as read before the server says so: a refusal is rare, and the refresh takes it back. */
function useMarkShown() {
  const queries = useQueryClient();
  return async (isMeant: (notice: AdminNotification) => boolean) => {
    await queries.cancelQueries({ queryKey: ADMIN_NOTIFICATIONS_KEY });
    const read = (notice: AdminNotification): AdminNotification =>
      notice.read_at === null && isMeant(notice) ? { ...notice, read_at: notice.created_at } : notice;
    queries.setQueriesData<AdminNotification[]>({ queryKey: ADMIN_NOTIFICATIONS_KEY }, (notices) =>
      notices?.map(read),
    );
  };
}

/** Its failure is silent (docs/spec/product.md §8.4). */
export function useMarkRead() {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: (id: number) => request('POST /notifications/{id}/read', { params: { id } }),
    onMutate: (id) => mark((notice) => notice.id === id),
    onError: (error) => logSilentFailure('mark-read', error),
    onSettled: useRefreshNotifications(ADMIN_NOTIFICATIONS_KEY),
  });
}

const isOfTab = (tab: AdminTab) => (notice: AdminNotification) => tab === 'ALL' || notice.type === tab;

export function useMarkAllRead(tab: AdminTab) {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: () => request('POST /notifications/read-all', { query: { type: tab } }),
    onMutate: () => mark(isOfTab(tab)),
    onError: (error) => toast('error', errorText(error, 'Greška pri označavanju.')),
    onSettled: useRefreshNotifications(ADMIN_NOTIFICATIONS_KEY),
  });
}

export const useDeleteNotification = (id: number) =>
  useMutation({
    mutationFn: () => request('DELETE /notifications/{id}', { params: { id } }),
    onSettled: useRefreshNotifications(ADMIN_NOTIFICATIONS_KEY),
  });

export const useDeleteAll = (tab: AdminTab) =>
  useMutation({
    mutationFn: () => request('DELETE /notifications', { query: { type: tab } }),
    onSettled: useRefreshNotifications(ADMIN_NOTIFICATIONS_KEY),
  });
