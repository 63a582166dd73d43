import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { usualServices } from '#domain/booking.ts';
import { PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useServiceFault } from '../lib/appointment/service-fault.ts';
import { appointmentQueries, silently, useServices } from '../lib/queries/queries.ts';
import { currentSession, useSession } from '../lib/session/session.ts';
import type { Preselected } from './times/use-chooser.ts';

export type Service = ResponseBody<'GET /services'>[number];

/** The client's usual services. Fetched only once, so that a preselection does not change by itself. */
const usualServicesQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: ['usual-service'],
    queryFn: ({ client, signal }) => {
      const visits = Promise.all([
        request('GET /appointments/past', { query: { limit: PAST_SHOWN_COUNT }, signal }),
        client.fetchQuery(appointmentQueries.upcoming(currentSession())), // shares the request of the page
      ]).then((own) => usualServices(own.flat()));
      return silently('the usual services', signal, visits, []);
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** Prefetches the data that a client's page needs before it can show times. */
export const fetchOwnStart = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(appointmentQueries.upcoming(currentSession())),
    /usluga|slot/.test(window.location.search) || client.prefetchQuery(usualServicesQuery(true)),
  ]);

/** The chosen services: initially those of the address, or without a slot there the client's usual services. docs/spec/design.md §5.1 */
export function useChosenServices({ services: named, slot }: Preselected) {
  const isClient = useSession()?.role === 'CLIENT';
  const { data, isPending } = useServices();
  const isUsualWanted = isClient && named.length === 0 && !slot;
  const usual = useQuery(usualServicesQuery(isUsualWanted));
  const [own, setOwn] = useState<readonly number[] | null>(null);
  const [known, setKnown] = useState<readonly number[]>([]);
  const wanted = own ?? (isUsualWanted ? (usual.data ?? []) : named);
  const services = data?.filter(({ id }) => wanted.includes(id)) ?? [];
  const listed: readonly number[] = services.map(({ id }) => id);
  if (listed.some((id) => !known.includes(id))) setKnown([...known, ...listed]);
  // ignores ids of services that never existed
  const gone = wanted.filter((id) => !listed.includes(id) && (!data || known.includes(id)));
  const ids = [...listed, ...gone];
  return {
    /** The chosen ids, including services that the price list no longer contains. */
    ids,
    /** The chosen services that the price list contains, in its order. */
    services,
    /** The reason why the chosen services can't be booked. */
    fault: useServiceFault(ids),
    /** Whether the initial choice is loaded: the services in the address, the client's usual services, or none. */
    isKnown: !(isUsualWanted && usual.isPending) && (ids.length === 0 || !isPending),
    choose: setOwn,
  };
}
