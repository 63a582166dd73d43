import { Suspense, useState } from 'react';
import { useSearchParams } from 'wouter';
import { useNavigationKey } from '../lib/routing/browser-router.tsx';
import { Guard } from '../lib/routing/guard.tsx';
import { useLazyPage } from '../lib/routing/lazy-page.ts';
import { Page } from '../ui/page.tsx';
import { CardSkeleton } from '../ui/screen-states.tsx';
import type { Booked } from './attempts.ts';
import { BookingHead } from './booking-head.tsx';
import { bookedView, ChooseTime } from './choose-time.tsx';
import type { OwnerPart } from './owner-part.tsx';
import { ServiceRowSkeleton } from './service-row.tsx';
import { StripSkeleton } from './times/strip-skeleton.tsx';

/** It is booked: its page was fetched while the time was being chosen. */
function AfterBooking({ booked }: { booked: Booked }) {
  const BookedView = useLazyPage(bookedView);
  return (
    <Suspense
      fallback={
        <Page>
          <CardSkeleton />
        </Page>
      }
    >
      <BookedView booked={booked} />
    </Suspense>
  );
}

function Booking({ owner }: BookingPageProps) {
  const [query] = useSearchParams();
  const [booked, setBooked] = useState<Booked | null>(null);
  if (booked) return <AfterBooking booked={booked} />;
  const preselected = {
    service: Number(query.get('usluga')),
    day: query.get('dan'),
    slot: Number(query.get('slot')),
  };
  return <ChooseTime preselected={preselected} onBooked={setBooked} owner={owner} />;
}

export interface BookingPageProps {
  owner?: OwnerPart | undefined;
}

/** /booking: service, day, time, confirm; then what was booked. Coming here again by a link starts anew. */
export default function BookingPage({ owner }: BookingPageProps) {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" skeleton={<BookingSkeleton />}>
      <Booking key={key} owner={owner} />
    </Guard>
  );
}

/** The page to come, for a visitor while it is not known yet whether guests may book. */
function BookingSkeleton() {
  return (
    <Page>
      <BookingHead />
      <ServiceRowSkeleton />
      <StripSkeleton />
    </Page>
  );
}
