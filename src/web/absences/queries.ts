import { useMutation, useQuery } from '@tanstack/react-query';
import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { request } from '../lib/api.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';

/** An absence with the bookings that stand inside it. */
export type OwnAbsence = ResponseBody<'GET /annual/mine'>[number];

export const useAbsences = () =>
  useQuery({
    queryKey: ['absences', 'mine'],
    queryFn: ({ signal }) => request('GET /annual/mine', { signal }),
  });

export function useAddAbsence() {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /annual'>) => request('POST /annual', { body }),
    onSuccess: changed,
  });
}

export function useDeleteAbsence(id: number) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: () => request('DELETE /annual/{id}', { params: { id } }),
    onSuccess: changed,
  });
}
