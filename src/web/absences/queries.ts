import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallAnswer, CallBody } from '#contract/index.ts';
import { call } from '../lib/api.ts';
import { useChanged } from '../lib/queries.ts';

/** An absence with the bookings that stand inside it. */
export type OwnAbsence = CallAnswer<'GET /annual/mine'>[number];

export const useAbsences = () =>
  useQuery({
    queryKey: ['absences', 'mine'],
    queryFn: ({ signal }) => call('GET /annual/mine', { signal }),
  });

export function useAddAbsence() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: CallBody<'POST /annual'>) => call('POST /annual', { body }),
    onSuccess: changed,
  });
}

export function useDeleteAbsence(id: number) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call('DELETE /annual/{id}', { params: { id } }),
    onSuccess: changed,
  });
}
