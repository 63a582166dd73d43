import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import type { Times } from '#domain/appointments/slots.ts';
import { pathOfOffer, useOffers } from '../lib/appointment/use-offers.ts';
import type { DateRange } from '../lib/queries/queries.ts';

/** A time with the address that books it. */
export type FirstTime = Times & { readonly to: string };

export interface FirstTimesProps {
  query: UseQueryResult<unknown, Error>;
  /** Undefined while loading; sorted by start. */
  times: readonly FirstTime[] | undefined;
}

interface FirstOffersProps {
  range: DateRange | null;
  /** Renders the times. */
  show: (props: FirstTimesProps) => ReactNode;
}

/** With `split_slots`: the first start times. docs/spec/behaviour.md §26.1 */
export default function FirstOffers({ range, show: Show }: FirstOffersProps) {
  const { query, isLoaded, isSplit, offersOf } = useOffers(range);
  const times = offersOf().map((offer) => ({ ...offer, to: pathOfOffer(offer, isSplit) }));
  return <Show query={query} times={query.data && isLoaded ? times : undefined} />;
}
