import { useMutation, useQuery } from '@tanstack/react-query';
import { call } from '../lib/api.ts';
import { useChanged } from '../lib/queries.ts';

const readAppointment = (id: number, signal?: AbortSignal) =>
  call('GET /appointments/{id}', { params: { id }, ...(signal && { signal }) });

/** One appointment, always asked anew: it is about to be changed. */
export const useAppointment = (id: number) =>
  useQuery({
    queryKey: ['appointments', 'one', id],
    queryFn: ({ signal }) => readAppointment(id, signal),
    staleTime: 0,
  });

/** The lock: AVAILABLE to BLOCKED and back. */
export function useLock(id: number) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (status: 'AVAILABLE' | 'BLOCKED') =>
      call('POST /appointments/{id}/status', { params: { id }, body: { status } }),
    onSettled: changed,
  });
}

/** `isUndoable`: the answer carries the token that takes it back for 10 s. */
export function useDelete(id: number, isUndoable: boolean) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () =>
      call('DELETE /appointments/{id}', { params: { id }, ...(isUndoable && { query: { undo: '1' } }) }),
    onSuccess: changed,
  });
}

/** The row as it is now on the server, for who was overtaken. */
export const appointmentNow = (id: number) => readAppointment(id);
