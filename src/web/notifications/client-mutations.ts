import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { request } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { useRefreshNotifications } from '../lib/query-client.ts';
import { toast } from '../ui/toast.ts';
import { CLIENT_NOTIFICATIONS_KEY, type ClientNotification } from './client-queries.ts';

type Pages = InfiniteData<ClientNotification[], number>;

/** Marks what the list shows as read before the server says so: a refusal is rare, and the refresh takes it back. */
function useMarkShown() {
  const queries = useQueryClient();
  return async (isMeant: (notice: ClientNotification) => boolean) => {
    await queries.cancelQueries({ queryKey: CLIENT_NOTIFICATIONS_KEY });
    const read = (notice: ClientNotification): ClientNotification =>
      isMeant(notice) ? { ...notice, read_at: notice.read_at ?? notice.created_at } : notice;
    queries.setQueriesData<Pages>(
      { queryKey: CLIENT_NOTIFICATIONS_KEY },
      (data) => data && { ...data, pages: data.pages.map((page) => page.map(read)) },
    );
  };
}

export function useMarkRead() {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: (id: number) => request('POST /client-notifications/{id}/read', { params: { id } }),
    onMutate: (id) => mark((notice) => notice.id === id),
    onError: (error) => toast('error', errorText(error, 'Greška pri označavanju kao pročitano.')),
    onSettled: useRefreshNotifications(CLIENT_NOTIFICATIONS_KEY),
  });
}

export function useMarkAllRead() {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: () => request('POST /client-notifications/read-all'),
    onMutate: () => mark(() => true),
    onError: (error) => toast('error', errorText(error, 'Greška pri označavanju svih kao pročitano.')),
    onSettled: useRefreshNotifications(CLIENT_NOTIFICATIONS_KEY),
  });
}

export const useDeleteNotification = () =>
  useMutation({
    mutationFn: (id: number) => request('DELETE /client-notifications/{id}', { params: { id } }),
    onSettled: useRefreshNotifications(CLIENT_NOTIFICATIONS_KEY),
  });

export const useDeleteAll = () =>
  useMutation({
    mutationFn: () => request('DELETE /client-notifications', { query: { scope: 'all' } }),
    onSettled: useRefreshNotifications(CLIENT_NOTIFICATIONS_KEY),
  });
