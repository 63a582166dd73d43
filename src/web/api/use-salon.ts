import { useQuery } from '@tanstack/react-query';
import { call } from './call.ts';

/** GET /salon: name, phone, social link, address, hours, time zone, whether guests may book. Asked once a visit. */
export const useSalon = () =>
  useQuery({
    queryKey: ['salon'],
    queryFn: ({ signal }) => call('GET /salon', { signal }),
    staleTime: Number.POSITIVE_INFINITY,
  });
