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
  const [asked] = useSearchParams();
  const [booked, setBooked] = useState<Booked | null>(null);
  if (booked) return <BookedView booked={booked} />;
  const wish = { day: asked.get('dan'), slot: Number(asked.get('slot')) };
  return <ChooseTime wish={wish} onBooked={setBooked} />;
}

/** /booking: day, time, confirm; then what was booked. Who comes here again by a link begins anew. */
export default function BookingPage() {
  const key = useNavigationKey();
  return (
    <Guard access="guests-if-welcome" bones={<BookingSkeleton />}>
      <Booking key={key} />
    </Guard>
  );
}

function GuestBones() {
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

/** The page to come, for a visitor of whom it is not known yet whether she may book as a guest. */
function BookingSkeleton() {
  return (
    <Page>
      <BookingHead />
      <GuestBones />
      <StripSkeleton />
    </Page>
  );
}
