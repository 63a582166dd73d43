import { useState } from 'react';
import { useLocation, useSearchParams } from 'react-router';
import { Guard } from '../frame/guard.tsx';
import { BookedView } from './booked/booked-view.tsx';
import { BookingBones } from './booking-bones.tsx';
import { ChooseTime } from './choose-time.tsx';
import type { Booked } from './confirm/attempts.ts';

function Booking() {
  const [asked] = useSearchParams();
  const [booked, setBooked] = useState<Booked | null>(null);
  if (booked) return <BookedView booked={booked} />;
  const wish = { day: asked.get('dan'), slot: Number(asked.get('slot')) };
  return <ChooseTime wish={wish} onBooked={setBooked} />;
}

/** /booking: day, time, confirm; then what was booked. Who comes here again by a link begins anew. */
export default function BookingPage() {
  const { key } = useLocation();
  return (
    <Guard access="guests-if-welcome" bones={<BookingBones />}>
      <Booking key={key} />
    </Guard>
  );
}
