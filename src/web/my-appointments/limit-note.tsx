import { useSalon } from '../lib/queries/queries.ts';
import { useSession } from '../lib/session/session.ts';
import { limitText } from './visits.ts';

/** How many more appointments a client may have (docs/spec/product.md §9.1); the admin has no limit. */
export function LimitNote({ activeBookings }: { activeBookings: number }) {
  const isClient = useSession()?.role === 'CLIENT';
  const most = useSalon().data?.max_active_bookings;
  if (!isClient || most === undefined) return null;
  return <p className="mt-3 text-small text-soft after-skeleton">{limitText(activeBookings, most)}</p>;
}
