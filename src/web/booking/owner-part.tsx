import type { Booked } from '../lib/attempts.ts';
import type { LazyPage } from '../lib/routing/lazy-page.ts';
import { LazyPart } from '../lib/routing/lazy-part.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import type { BookingSteps } from './use-booking-steps.ts';

export interface OwnerPartProps {
  /** 'begin': for whom; 'end': any other time, the note and the button that books. */
  place: 'begin' | 'end';
  steps: BookingSteps;
  onBooked: (booked: Booked) => void;
}

/** What the page has for the owner only. The routes pass it in, so that visitors do not load it. */
export type OwnerPart = LazyPage<OwnerPartProps>;

/** Reserves the space of the choice of a client. */
export function ForWhomOutline() {
  return (
    <div aria-hidden="true" className="mb-5 h-30.5">
      <Skeleton className="w-20" />
      <Skeleton className="mt-1.5 h-12 rounded-card" />
    </div>
  );
}

export function ForOwner({ part, ...props }: OwnerPartProps & { part: OwnerPart }) {
  const outline = props.place === 'begin' && (
    <Loading>
      <ForWhomOutline />
    </Loading>
  );
  return <LazyPart part={part} props={props} fallback={outline} />;
}
