import { type QueryClient, QueryObserver, type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { isWallTime, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { errorStatus } from '../api.ts';
import { useNow } from '../clock/clock.ts';
import { learnServerClock, serverNow } from '../clock/server-clock.ts';
import { appointmentQueries, queryOf, salonQuery } from '../queries/queries.ts';
import { currentSession, type Session } from '../session/session.ts';
import { keepOwnItem, ownItem } from '../session/session-items.ts';
import { storedValue } from '../session/stored-value.ts';

/** Number of the owner's appointments to store: enough for a day and the next morning. */
const SALON_COUNT = 20;

/** Fetches the owner's upcoming appointments. A separate request, because no page needs exactly this list. */
const salonUpcoming = () =>
  queryOf(['appointments', 'salon', 'last-seen'], 'GET /appointments/upcoming', {
    query: { limit: SALON_COUNT },
  });

const bookingsOf = (client: QueryClient, session: Session) =>
  session.role === 'CLIENT'
    ? new QueryObserver(client, { ...appointmentQueries.upcoming(session), refetchOnWindowFocus: false })
    : new QueryObserver(client, salonUpcoming());

const wallTimeOf = (atMs: number, timeZone: string): WallTime =>
  wallTimeAt(atMs + serverNow() - Date.now(), timeZone);

/** Stores the user's upcoming appointments after every fetch, until `over` is aborted. */
export function syncLastSeen(client: QueryClient, over: AbortSignal): void {
  const session = currentSession();
  if (!session || over.aborted) return;
  const bookings = bookingsOf(client, session);
  const salon = new QueryObserver(client, salonQuery);
  let keptAtMs = 0;
  const keep = (): void => {
    const { data: appointments, dataUpdatedAt } = bookings.getCurrentResult();
    const { data: known, isStale } = salon.getCurrentResult();
    if (!appointments || !known || isStale || dataUpdatedAt === keptAtMs) return;
    keptAtMs = dataUpdatedAt;
    keepLastSeen(session, { at: wallTimeOf(dataUpdatedAt, known.time_zone), salon: known, appointments });
  };
  const stops = [bookings.subscribe(keep), salon.subscribe(keep)];
  keep();
  over.addEventListener('abort', () => {
    for (const stop of stops) stop();
  });
}

const SEEN = [
  'id',
  'start_datetime',
  'end_datetime',
  'service_name',
  'service_price',
  'client_name',
  'client_phone',
  'guest_name',
  'guest_phone',
] as const;
export type SeenAppointment = Pick<VisibleAppointment, (typeof SEEN)[number]>;

type Salon = ResponseBody<'GET /salon'>;

/** The upcoming appointments of the last fetch, stored next to the session token and removed with it. docs/spec/behaviour.md §15.2 */
export interface LastSeen {
  /** Version of the stored format. Data of another version is ignored. */
  readonly shape: 1;
  readonly email: string;
  readonly at: WallTime;
  /** How many ms the server's clock is ahead of the device's. */
  readonly aheadMs: number;
  readonly salon: Salon;
  readonly appointments: readonly SeenAppointment[];
}

const SHAPE = 1;

function isLastSeen(value: unknown): value is LastSeen {
  const { shape, email, at, aheadMs, salon, appointments } = (value ?? {}) as Record<keyof LastSeen, unknown>;
  if (shape !== SHAPE || typeof email !== 'string' || !salon || !Array.isArray(appointments)) return false;
  if (typeof aheadMs !== 'number') return false;
  return typeof at === 'string' && isWallTime(at);
}

/** The stored data of the current user; null if nothing is stored. */
export function lastSeen(): LastSeen | null {
  const session = currentSession();
  const kept = session && storedValue(ownItem('last-seen'), isLastSeen);
  return kept?.email === session?.email ? kept : null;
}

/** Keeps only the fields that are shown. The salon's private note must not be stored. */
const seenOf = (row: SeenAppointment): SeenAppointment =>
  Object.fromEntries(SEEN.map((field) => [field, row[field]])) as unknown as SeenAppointment;

export function keepLastSeen(session: Session, seen: Pick<LastSeen, 'at' | 'salon' | 'appointments'>): void {
  const kept: LastSeen = {
    ...seen,
    appointments: seen.appointments.map(seenOf),
    shape: SHAPE,
    aheadMs: serverNow() - Date.now(),
    email: session.email,
  };
  try {
    keepOwnItem(session, 'last-seen', JSON.stringify(kept));
  } catch {
    keepOwnItem(session, 'last-seen', null); // the storage is full: no data is better than stale data
  }
}

/** Puts the stored data of the salon (name, clock, phone) into the cache, for use until the server responds. */
function hydrateSalon(client: QueryClient): void {
  const { queryKey } = salonQuery;
  const kept = client.getQueryData(queryKey) ? null : lastSeen();
  if (!kept) return;
  learnServerClock(new Date(Date.now() + kept.aheadMs).toUTCString());
  client.setQueryData(queryKey, kept.salon);
  void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** How long a response may take before the stored data is shown. */
const SLOW_MS = 3000;

function useIsLong(is: boolean, ms: number): boolean {
  const [isLong, setIsLong] = useState(false);
  useEffect(() => {
    if (!is) return;
    const timer = setTimeout(() => setIsLong(true), ms);
    return () => {
      clearTimeout(timer);
      setIsLong(false);
    };
  }, [is, ms]);
  return is && isLong;
}

export interface StandIn extends Pick<LastSeen, 'at' | 'appointments'> {
  readonly isSlow: boolean;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

type QueryState = Pick<
  UseQueryResult<unknown, Error>,
  'data' | 'error' | 'failureReason' | 'isFetching' | 'refetch'
>;

/** The stored bookings to show while the server is unreachable or its response is slow; otherwise, or if nothing is stored, null. */
export function useLastSeen({ data, error, failureReason, isFetching, refetch }: QueryState): StandIn | null {
  const queries = useQueryClient();
  useLayoutEffect(() => hydrateSalon(queries), [queries]); // a layout effect, because it runs before the first paint
  const now = useNow();
  const isSlow = useIsLong(data === undefined && isFetching, SLOW_MS);
  const failure = data === undefined ? (error ?? failureReason) : error;
  const [wasLost, setWasLost] = useState(false);
  // `isLost` stays true during a retry; otherwise the stored data would alternate with a skeleton
  const isLost = errorStatus(failure) === 0 || (wasLost && data === undefined && failure === null);
  if (isLost !== wasLost) setWasLost(isLost);
  if (!isLost && !isSlow) return null;
  const kept = lastSeen();
  if (!kept) return null;
  const appointments = kept.appointments.filter(({ end_datetime }) => now === null || end_datetime > now);
  return { at: kept.at, appointments, isSlow: !isLost, isRetrying: isFetching, retry: () => void refetch() };
}
