import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';
import { leaveConsoleLine } from './refusal/quiet-failure.ts';

/** The price list. A failure shows as an empty list, silently (spec.md §8). */
export const useServices = () =>
  useQuery({
    queryKey: ['services'],
    queryFn: ({ signal }) =>
      call('GET /services', { signal }).catch((error: unknown) => {
        if (signal.aborted) throw error;
        leaveConsoleLine('GET /services', error);
        return [];
      }),
  });
