import { useQuery } from '@tanstack/react-query';
import { useSession } from '../session/session.ts';
import { queryOf, useSalon } from './queries.ts';

/** The open packages and vouchers of the client; not fetched for others, and while payments are off. */
export function useOwnHoldings(isNeeded = true) {
  const isClient = useSession()?.role === 'CLIENT';
  const hasPayments = useSalon().data?.payments === 1;
  return useQuery({
    ...queryOf(['appointments', 'own-holdings'], 'GET /auth/me/holdings'),
    enabled: isNeeded && isClient && hasPayments,
  });
}
