import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { Service } from '#contract/services.ts';
import { request } from '../lib/api.ts';
import { serviceQueries } from '../lib/queries/queries.ts';

const { queryKey } = serviceQueries.list();

/** Refetches the price list; called after a change of it. */
export function useInvalidateServices(): () => void {
  const queries = useQueryClient();
  return () => void queries.invalidateQueries({ queryKey });
}

/** Updates the list optimistically. Requests are queued (`scope`), so the last order wins. */
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
