import { skipToken, useMutation, useQuery } from '@tanstack/react-query';
import type { RequestBody } from '#contract/index.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';

export const useTemplates = () =>
  useQuery({
    queryKey: ['templates', 'list'],
    queryFn: ({ signal }) => request('GET /templates', { signal }),
  });

export function useAddTemplate() {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /templates'>) => request('POST /templates', { body }),
    onSuccess: changed,
  });
}

export function useEditTemplate(id: number) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (body: RequestBody<'PUT /templates/{id}'>) =>
      request('PUT /templates/{id}', { params: { id }, body }),
    onSuccess: changed,
  });
}

export function useDeleteTemplate(id: number) {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: () => request('DELETE /templates/{id}', { params: { id } }),
    onSuccess: changed,
  });
}

export interface Plan {
  from: WallDate;
  weeks: number;
}

/** What generating would make and skip, and why. */
export const usePreview = (plan: Plan | null) =>
  useQuery({
    queryKey: ['templates', 'preview', plan],
    queryFn:
      plan === null
        ? skipToken
        : ({ signal }) => request('POST /templates/preview-range', { body: plan, signal }),
    placeholderData: (before) => before,
  });

export function useGenerate() {
  const changed = useInvalidateAppointments();
  return useMutation({
    mutationFn: (plan: Plan) => request('POST /templates/generate-range', { body: plan }),
    onSettled: changed,
  });
}
