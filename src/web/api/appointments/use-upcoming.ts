import { useQuery } from '@tanstack/react-query';
import { call } from '../call.ts';
import { useSession } from '../session/session.ts';

/** The caller's own booked appointments, soonest first; asked only where somebody is logged in. */
export function useUpcoming() {
  const session = useSession();
  return useQuery({
    queryKey: ['appointments', 'upcoming'],
    queryFn: ({ signal }) => call('GET /appointments/upcoming', { signal }),
    enabled: session !== null,
    refetchOnWindowFocus: 'always',
  });
}
