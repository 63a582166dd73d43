import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import type { CallBody } from '#contract/index.ts';
import type { WallDate } from '#salon/salon-time.ts';
import { call } from '../../api/call.ts';
import { useSession } from '../../api/session/session.ts';

const KEY = ['waiting-days'];

/** The days that a client waits for. */
export function useWaitingDays() {
  const isClient = useSession()?.role === 'CLIENT';
  return useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => call('GET /client-notifications/free-slot', { signal }),
    enabled: isClient,
    select: (rows) => rows.map(({ date }): WallDate => date),
  });
}

/** Joins the waiting list of a day. */
export function useJoin() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (body: CallBody<'POST /client-notifications/free-slot'>) =>
      call('POST /client-notifications/free-slot', { body }),
    onSuccess: () => queries.invalidateQueries({ queryKey: KEY }),
    // most likely a slot has come free meanwhile: the page shows it
    onError: () => queries.invalidateQueries({ queryKey: ['free-slots'] }),
  });
}

/** Leaves the waiting list of a day; one that was left meanwhile is as good. */
export function useLeave() {
  const queries = useQueryClient();
  return useMutation({
    mutationFn: (date: WallDate) => call('DELETE /client-notifications/free-slot', { query: { date } }),
    onSettled: () => queries.invalidateQueries({ queryKey: KEY }),
  });
}
