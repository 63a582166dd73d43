import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { RequestBody } from '#contract/index.ts';
import type { Service } from '#contract/services.ts';
import { request } from '../lib/api.ts';

const KEY = ['services'];

function useServicesChanged(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey: KEY });
}

export function useAddService() {
  const changed = useServicesChanged();
  return useMutation({
    mutationFn: (body: RequestBody<'POST /services'>) => request('POST /services', { body }),
    onSuccess: changed,
  });
}

export function useEditService(id: number) {
  const changed = useServicesChanged();
  return useMutation({
    mutationFn: (body: RequestBody<'PUT /services/{id}'>) =>
      request('PUT /services/{id}', { params: { id }, body }),
    onSuccess: changed,
  });
}

export function useDeleteService(id: number) {
  const changed = useServicesChanged();
  return useMutation({
    mutationFn: () => request('DELETE /services/{id}', { params: { id } }),
    onSuccess: changed,
  });
}

/** Seen at once; sent one after the other, so that the last order is the one that stays. */
export function useOrderServices(onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const changed = useServicesChanged();
  return useMutation({
    scope: { id: 'services-order' },
    mutationFn: (services: readonly Service[]) =>
      request('PUT /services/order', { body: { ids: services.map(({ id }) => id) } }),
    onMutate: async (services) => {
      await queries.cancelQueries({ queryKey: KEY });
      queries.setQueryData(KEY, services);
    },
    onError: (error) => {
      onRefused(error);
      changed();
    },
  });
}
