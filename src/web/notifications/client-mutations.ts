import { type InfiniteData, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { errorText } from '../lib/errors.ts';
import { useRefreshNotices } from '../lib/queries.ts';
import { toast } from '../ui/toast.ts';
import { NOTICES_KEY, type Notice } from './client-queries.ts';

type Pages = InfiniteData<Notice[], number>;

/** Marks what the list shows as read before the server says so: a refusal is rare, and the refresh takes it back. */
function useMarkShown() {
  const queries = useQueryClient();
  return async (isMeant: (notice: Notice) => boolean) => {
    await queries.cancelQueries({ queryKey: NOTICES_KEY });
    const read = (notice: Notice): Notice =>
      isMeant(notice) ? { ...notice, read_at: notice.read_at ?? notice.created_at } : notice;
    queries.setQueriesData<Pages>(
      { queryKey: NOTICES_KEY },
      (data) => data && { ...data, pages: data.pages.map((page) => page.map(read)) },
    );
  };
}

export function useMarkRead() {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: (id: number) => call('POST /client-notifications/{id}/read', { params: { id } }),
    onMutate: (id) => mark((notice) => notice.id === id),
    onError: (error) => toast('error', errorText(error, 'Greška pri označavanju kao pročitano.')),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });
}

export function useMarkAllRead() {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: () => call('POST /client-notifications/read-all'),
    onMutate: () => mark(() => true),
    onError: (error) => toast('error', errorText(error, 'Greška pri označavanju svih kao pročitano.')),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });
}

export const useDeleteNotice = () =>
  useMutation({
    mutationFn: (id: number) => call('DELETE /client-notifications/{id}', { params: { id } }),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });

export const useDeleteAll = () =>
  useMutation({
    mutationFn: () => call('DELETE /client-notifications', { query: { scope: 'all' } }),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });
