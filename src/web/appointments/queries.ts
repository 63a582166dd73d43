import { useMutation, useQuery } from '@tanstack/react-query';
import { request } from '../lib/api.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';

const readAppointment = (id: number, signal?: AbortSignal) =>
  request('GET /appointments/{id}', { params: { id }, ...(signal && { signal }) });

/** One appointment, always asked anew: it is about to be changed. */
export const useAppointment = (id: number) =>
  useQuery({
    queryKey: ['appointments', 'one', id],
    queryFn: ({ signal }) => readAppointment(id, signal),
    staleTime: 0,
  });

/** The lock: AVAILABLE to BLOCKED and back. */
export function useLock(id: number) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (status: 'AVAILABLE' | 'BLOCKED') =>
      request('POST /appointments/{id}/status', { params: { id }, body: { status } }),
    onSettled: changed,
  });
}

/** `isUndoable`: the answer carries the token that takes it back for 10 s. */
export function useDelete(id: number, isUndoable: boolean) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: () =>
      request('DELETE /appointments/{id}', { params: { id }, ...(isUndoable && { query: { undo: '1' } }) }),
    onSuccess: changed,
  });
}

/** The row as it is now on the server, for who was overtaken. */
export const currentAppointment = (id: number) => readAppointment(id);
