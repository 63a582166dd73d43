import { type QueryClient, QueryObserver, queryOptions } from '@tanstack/react-query';
import { type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { appointmentQueries, salonQueries } from '../queries.ts';
import { serverNow } from '../server-clock.ts';
import { currentSession, type Session } from '../session.ts';
import { keepLastSeen } from './last-seen.ts';

/** The owner has the day's on her phone where there is no network, and the morning after. */
const SALON_COUNT = 20;

/** Fetched where the page itself does not, and with every change. */
const salonsNext = () =>
  queryOptions({
    queryKey: ['appointments', 'salon', 'last-seen'],
    queryFn: ({ signal }) => request('GET /appointments/upcoming', { query: { limit: SALON_COUNT }, signal }),
  });

const bookingsOf = (client: QueryClient, session: Session) =>
  session.role === 'CLIENT'
    ? new QueryObserver(client, { ...appointmentQueries.upcoming(session), refetchOnWindowFocus: false })
    : new QueryObserver(client, salonsNext());

/** By the salon's clock. */
const momentOf = (atMs: number, timeZone: string): WallTime =>
  wallTimeAt(atMs + serverNow() - Date.now(), timeZone);

/** Keeps what this person has ahead, as often as it is fetched, until the session is over. */
export function beginLastSeen(client: QueryClient, over: AbortSignal): void {
  const session = currentSession();
  if (!session || over.aborted) return;
  const bookings = bookingsOf(client, session);
  const salon = new QueryObserver(client, salonQueries.salon());
  let keptAtMs = 0;
  const keep = (): void => {
    const { data: appointments, dataUpdatedAt } = bookings.getCurrentResult();
    const { data: known, isStale } = salon.getCurrentResult();
    if (!appointments || !known || isStale || dataUpdatedAt === keptAtMs) return;
    keptAtMs = dataUpdatedAt;
    keepLastSeen(session, { at: momentOf(dataUpdatedAt, known.time_zone), salon: known, appointments });
  };
  const stops = [bookings.subscribe(keep), salon.subscribe(keep)];
  keep();
  over.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
}
