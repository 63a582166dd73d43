import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Service } from '#contract/services.ts';
import { request } from '../lib/api.ts';
import { serviceQueries } from '../lib/queries.ts';

const { queryKey } = serviceQueries.list();

/** Fetches the price list again: after a change of it, and only then. */
export function useInvalidateServices(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey });
}

export function useDeleteService(id: number) {
  return useMutation({
    mutationFn: () => request('DELETE /services/{id}', { params: { id } }),
    onSuccess: useInvalidateServices(),
  });
}

/** Seen at once; sent one after the other, so that the last order is the one that stays. */
export function useOrderServices(onRefused: (error: Error) => void) {
  const queries = useQueryClient();
  const invalidate = useInvalidateServices();
  return useMutation({
    scope: { id: 'services-order' },
    mutationFn: (services: readonly Service[]) =>
      request('PUT /services/order', { body: { ids: services.map(({ id }) => id) } }),
    onMutate: async (services) => {
      await queries.cancelQueries({ queryKey });
      queries.setQueryData(queryKey, [...services]);
    },
    onError: (error) => {
      onRefused(error);
      invalidate();
    },
  });
}
