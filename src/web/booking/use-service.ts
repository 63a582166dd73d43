import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { usualService } from '#domain/booking.ts';
import { PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
import { useServiceFault } from '../lib/appointment/service-fault.ts';
import { appointmentQueries, silently, useServices } from '../lib/queries/queries.ts';
import { currentSession, useSession } from '../lib/session/session.ts';

export type Service = ResponseBody<'GET /services'>[number];

/** The service that the client always takes, asked once: what is chosen by itself must not change by itself. */
const usualServiceQuery = (isWanted: boolean) =>
  queryOptions({
    queryKey: ['usual-service'],
    queryFn: ({ client, signal }) => {
      const visits = Promise.all([
        request('GET /appointments/past', { query: { limit: PAST_SHOWN_COUNT }, signal }),
        client.fetchQuery(appointmentQueries.upcoming(currentSession())), // the page asks for them too
      ]).then((own) => usualService(own.flat()));
      return silently('the usual service', signal, visits, null);
    },
    enabled: isWanted,
    staleTime: Number.POSITIVE_INFINITY,
  });

/** What a client's page waits for before it shows times, asked for ahead of it. */
export const fetchOwnStart = (client: QueryClient): Promise<unknown> =>
  Promise.all([
    client.prefetchQuery(appointmentQueries.upcoming(currentSession())),
    /usluga|slot/.test(window.location.search) || client.prefetchQuery(usualServiceQuery(true)),
  ]);

export interface ChosenService {
  /** null: none. */
  id: number | null;
  /** null: none, or one that is not in the price list. */
  service: Service | null;
  /** Why the chosen service can't be booked. */
  fault: string | null;
  /** Whether the initial choice is loaded: the service in the address, the client's usual service, or none. */
  isKnown: boolean;
  choose: (id: number | null) => void;
}

/**
 * The chosen service, for the page and the confirmation alike: the one of `/booking?usluga=ID`, else a client's usual one where
 * the address names no slot either, until the user chooses another. docs/spec/design.md §5.1
 */
export function useChosenService({ service, slot }: { service: number; slot: number }): ChosenService {
  const isClient = useSession()?.role === 'CLIENT';
  const services = useServices();
  const isUsualWanted = isClient && !service && !slot;
  const usual = useQuery(usualServiceQuery(isUsualWanted));
  const [own, setOwn] = useState<number | null | undefined>(undefined);
  const first = service || (isUsualWanted ? usual.data : null);
  const [listedId, setListedId] = useState<number | null>(null);
  const wantedId = (own === undefined ? first : own) || null;
  const listed = services.data?.find((one) => one.id === wantedId) ?? null;
  if (listed && listed.id !== listedId) setListedId(listed.id);
  // an address may name a service that the price list has never had
  const id = services.data && !listed && wantedId !== listedId ? null : wantedId;
  return {
    id,
    fault: useServiceFault(id),
    service: listed,
    isKnown: !(isUsualWanted && usual.isPending) && (!id || !services.isPending),
    choose: setOwn,
  };
}
