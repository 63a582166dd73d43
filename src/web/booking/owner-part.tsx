import { Suspense } from 'react';
import type { WallDate } from '#domain/wall-clock.ts';
import { type LazyPage, useLazyPage } from '../lib/routing/lazy-page.ts';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import type { Guest } from './use-guest.ts';

export interface OwnerPartProps {
  /** Before everything else it says for whom, after the times it leads to any other time. */
  place: 'begin' | 'end';
  guest: Guest;
  serviceId: number | null;
  onService: (id: number | null) => void;
  day: WallDate;
}

/** What the page has for the admin alone. It is handed in: visitors load nothing of it. */
export type OwnerPart = LazyPage<OwnerPartProps>;

/** In the place of the choice for whom, as high as that. */
export function ForWhomOutline() {
  return (
    <div aria-hidden="true" className="mb-5 h-37.5">
      <Skeleton className="w-20" />
      <Skeleton className="mt-3 h-12 rounded-card" />
    </div>
  );
}

export function ForOwner({ part, ...props }: OwnerPartProps & { part: OwnerPart }) {
  const Part = useLazyPage(part);
  return (
    <Suspense
      fallback={
        props.place === 'begin' && (
          <Loading>
            <ForWhomOutline />
          </Loading>
        )
      }
    >
      <Part {...props} />
    </Suspense>
  );
}
