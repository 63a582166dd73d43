import { useState } from 'react';
import { useSearchParams } from 'wouter';
import { Guard } from '../lib/guard.tsx';
import { useNavigationKey } from '../lib/location.tsx';
import { Page } from '../ui/page.tsx';
import { Loading, Skeleton } from '../ui/screen-states.tsx';
import type { Booked } from './attempts.ts';
import { BookedView } from './booked-view.tsx';
import { BookingHead } from './booking-head.tsx';
import { ChooseTime } from './choose-time.tsx';
import { StripSkeleton } from './strip-skeleton.tsx';

function Booking() {
  const [query] = useSearchParams();
  const [booked, setBooked] = useState<Booked | null>(null);
  if (booked) return <BookedView booked={booked} />;
  const preselected = { day: query.get('dan'), slot: Number(query.get('slot')) };
  return <ChooseTime preselected={preselected} onBooked={setBooked} />;
}

/** /booking: day, time, confirm; then what was booked. Coming here again by a link starts anew. */
export default function BookingPage() {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" skeleton={<BookingSkeleton />}>
      <Booking key={key} />
    </Guard>
  );
}

function GuestFieldsSkeleton() {
  return (
    <Loading className="-mt-3 mb-4">
      <div className="flex h-13 items-center justify-between">
        <Skeleton className="w-52" />
        <Skeleton className="h-7 w-12" />
      </div>
      <div className="mt-1 grid grid-cols-2 gap-2">
        {['name', 'phone'].map((field) => (
          <div key={field}>
            <Skeleton className="my-0.75 w-16" />
            <span className="mt-1.5 block h-12 animate-breathe rounded-card bg-line" />
          </div>
        ))}
      </div>
    </Loading>
  );
}

/** The page to come, for a visitor while it is not known yet whether guests may book. */
function BookingSkeleton() {
  return (
    <Page>
      <BookingHead />
      <GuestFieldsSkeleton />
      <StripSkeleton />
    </Page>
  );
}
