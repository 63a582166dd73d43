import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { usualServices } from '#domain/booking.ts';
import { PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useServiceFault } from '../lib/appointment/service-fault.ts';
import { appointmentQueries, silently, useServices } from '../lib/queries/queries.ts';
import { currentSession, useSession } from '../lib/session/session.ts';

export type Service = ResponseBody<'GET /services'>[number];

/** The services that the client always takes, asked once: what is chosen by itself must not change by itself. */
const usualServicesQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: ['usual-service'],
    queryFn: ({ client, signal }) => {
      const visits = Promise.all([
        request('GET /appointments/past', { query: { limit: PAST_SHOWN_COUNT }, signal }),
        client.fetchQuery(appointmentQueries.upcoming(currentSession())), // the page asks for them too
      ]).then((own) => usualServices(own.flat()));
      return silently('the usual services', signal, visits, []);
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a client's page waits for before it shows times, asked for ahead of it. */
export const fetchOwnStart = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(appointmentQueries.upcoming(currentSession())),
    /usluga|slot/.test(window.location.search) || client.prefetchQuery(usualServicesQuery(true)),
  ]);

export interface ChosenServices {
  /** Also those that are not in the price list. */
  ids: readonly number[];
  /** Those in the price list, in its order. */
  services: readonly Service[];
  /** Why the chosen services can't be booked. */
  fault: string | null;
  /** Whether the initial choice is loaded: the services in the address, the client's usual services, or none. */
  isKnown: boolean;
  choose: (ids: readonly number[]) => void;
}

/** The chosen services: of the address, else a client's usual ones without a slot there, until chosen. docs/spec/design.md §5.1 */
export function useChosenServices({ services: named, slot }: Preselection): ChosenServices {
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
  // an address may name a service that the price list has never had
  const gone = wanted.filter((id) => !listed.includes(id) && (!data || known.includes(id)));
  const ids = [...listed, ...gone];
  return {
    ids,
    fault: useServiceFault(ids),
    services,
    isKnown: !(isUsualWanted && usual.isPending) && (ids.length === 0 || !isPending),
    choose: setOwn,
  };
}

/** What the address chooses. */
export interface Preselection {
  services: readonly number[];
  /** 0 = none. */
  slot: number;
}
