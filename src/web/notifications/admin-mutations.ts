import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { errorText, leaveConsoleLine } from '../lib/errors.ts';
import { useRefreshNotices } from '../lib/queries.ts';
import { toast } from '../ui/toast.ts';
import { NOTICES_KEY, type Notice } from './admin-queries.ts';
import type { NoticeTab } from './admin-tabs.ts';

/** Marks what the lists show as read before the server says so: a refusal is rare, and the refresh takes it back. */
function useMarkShown() {
  const queries = useQueryClient();
  return async (isMeant: (notice: Notice) => boolean) => {
    await queries.cancelQueries({ queryKey: NOTICES_KEY });
    const read = (notice: Notice): Notice =>
      notice.read_at === null && isMeant(notice) ? { ...notice, read_at: notice.created_at } : notice;
    queries.setQueriesData<Notice[]>({ queryKey: NOTICES_KEY }, (notices) => notices?.map(read));
  };
}

/** Its failure is silent (spec.md §8). */
export function useMarkRead() {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: (id: number) => call('POST /notifications/{id}/read', { params: { id } }),
    onMutate: (id) => mark((notice) => notice.id === id),
    onError: (error) => leaveConsoleLine('mark-read', error),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });
}

const isOfTab = (tab: NoticeTab) => (notice: Notice) => tab === 'ALL' || notice.type === tab;

export function useMarkAllRead(tab: NoticeTab) {
  const mark = useMarkShown();
  return useMutation({
    mutationFn: () => call('POST /notifications/read-all', { query: { type: tab } }),
    onMutate: () => mark(isOfTab(tab)),
    onError: (error) => toast('error', errorText(error, 'Greška pri označavanju.')),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });
}

export const useDeleteNotice = (id: number) =>
  useMutation({
    mutationFn: () => call('DELETE /notifications/{id}', { params: { id } }),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });

export const useDeleteAll = (tab: NoticeTab) =>
  useMutation({
    mutationFn: () => call('DELETE /notifications', { query: { type: tab } }),
    onSettled: useRefreshNotices(NOTICES_KEY),
  });
