import { useMutation, useQuery } from '@tanstack/react-query';
import type { CallBody } from '#contract/index.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import { call } from '../lib/api.ts';
import { useChanged } from '../lib/queries.ts';

export const useTemplates = () =>
  useQuery({
    queryKey: ['templates', 'list'],
    queryFn: ({ signal }) => call('GET /templates', { signal }),
  });

export function useAddTemplate() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: CallBody<'POST /templates'>) => call('POST /templates', { body }),
    onSuccess: changed,
  });
}

export function useEditTemplate(id: number) {
  const changed = useChanged();
  return useMutation({
    mutationFn: (body: CallBody<'PUT /templates/{id}'>) =>
      call('PUT /templates/{id}', { params: { id }, body }),
    onSuccess: changed,
  });
}

export function useDeleteTemplate(id: number) {
  const changed = useChanged();
  return useMutation({
    mutationFn: () => call('DELETE /templates/{id}', { params: { id } }),
    onSuccess: changed,
  });
}

export interface Plan {
  from: WallDate;
  weeks: number;
}

/** What generating would make and skip, and why. */
export const usePreview = (plan: Plan, isWhole: boolean) =>
  useQuery({
    queryKey: ['templates', 'preview', plan],
    queryFn: ({ signal }) => call('POST /templates/preview-range', { body: plan, signal }),
    enabled: isWhole,
    placeholderData: (before) => before,
  });

export function useGenerate() {
  const changed = useChanged();
  return useMutation({
    mutationFn: (plan: Plan) => call('POST /templates/generate-range', { body: plan }),
    onSettled: changed,
  });
}
