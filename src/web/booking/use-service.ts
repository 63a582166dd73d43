import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { usualService } from '#domain/booking.ts';
import { PAST_SHOWN_COUNT } from '#domain/limits.ts';
import { request } from '../lib/api.ts';
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
  service: Service | null;
  /** What is chosen at the start is known: the address's, the client's usual one, or none. */
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
  const id = own === undefined ? first : own;
  return {
    service: services.data?.find((one) => one.id === id) ?? null,
    isKnown: !(isUsualWanted && usual.isPending) && (!id || !services.isPending),
    choose: setOwn,
  };
}
