import { useSearchParams } from 'react-router';
import { type Chunk, chunk, useChunk } from '../ui/lazy.ts';

const bookingPage = chunk(() => import('../booking/booking-page.tsx'));
const guestLinkPage = chunk(() => import('../guest-links/guest-link-page.tsx'));

const tokenIn = (search: URLSearchParams) => search.get('termin');

function Booking() {
  const BookingPage = useChunk(bookingPage);
  return <BookingPage />;
}

function GuestLink({ token }: { token: string }) {
  const GuestLinkPage = useChunk(guestLinkPage);
  return <GuestLinkPage token={token} />;
}

function BookingOrGuestLink() {
  const token = tokenIn(useSearchParams()[0]);
  return token === null ? <Booking /> : <GuestLink token={token} />;
}

/** /booking; with `?termin=…` a guest's own booking, also where the salon no longer takes guests. */
export const bookingOrGuestLink: Chunk<object> = {
  fetch: () =>
    tokenIn(new URLSearchParams(window.location.search)) === null
      ? bookingPage.fetch()
      : guestLinkPage.fetch(),
  component: () => BookingOrGuestLink,
};
