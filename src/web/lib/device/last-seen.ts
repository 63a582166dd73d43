import {
  type QueryClient,
  QueryObserver,
  queryOptions,
  type UseQueryResult,
  useQueryClient,
} from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import type { VisibleAppointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { isWallTime, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { useNow } from '../clock/clock.ts';
import { learnServerClock, serverNow } from '../clock/server-clock.ts';
import { errorStatus } from '../errors.ts';
import { appointmentQueries, salonQueries } from '../queries/queries.ts';
import { currentSession, type Session } from '../session/session.ts';
import { keepOwnItem, ownItem } from '../session/session-items.ts';

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

/** A booking ahead as it is shown where there is no network. */
export type SeenAppointment = Pick<
  VisibleAppointment,
  | 'id'
  | 'start_datetime'
  | 'end_datetime'
  | 'service_name'
  | 'service_price'
  | 'client_name'
  | 'client_phone'
  | 'guest_name'
  | 'guest_phone'
>;

type Salon = ResponseBody<'GET /salon'>;

/**
 * What a person saw last of their own: a client's bookings ahead, for the owner the salon's. Kept by the page, beside the token and
 * for as long. docs/spec/behaviour.md §15.2
 */
export interface LastSeen {
  /** Rises when it is kept in another shape: what an older release has kept is left alone. */
  readonly shape: 1;
  readonly email: string;
  readonly at: WallTime;
  /** Of the server's clock before the device's. */
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

/** Of whoever is logged in; null where nothing is kept. */
export function lastSeen(): LastSeen | null {
  const session = currentSession();
  const text = session && ownItem('last-seen');
  if (!text) return null;
  try {
    const kept: unknown = JSON.parse(text);
    return isLastSeen(kept) && kept.email === session.email ? kept : null;
  } catch {
    return null; // somebody else's text under this name
  }
}

/** Without a field that is not shown: above all not the salon's private note. */
const seenOf = (row: SeenAppointment): SeenAppointment => ({
  id: row.id,
  start_datetime: row.start_datetime,
  end_datetime: row.end_datetime,
  service_name: row.service_name,
  service_price: row.service_price,
  client_name: row.client_name,
  client_phone: row.client_phone,
  guest_name: row.guest_name,
  guest_phone: row.guest_phone,
});

/** Replaces what was kept before. */
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
    keepOwnItem(session, 'last-seen', null); // a full storage: rather nothing than what has changed since
  }
}

/** The salon as it was seen last, until the server has answered: its name, its clock, its phone, also without a network. */
export function beginWithSalon(client: QueryClient): void {
  const { queryKey } = salonQueries.salon();
  const kept = client.getQueryData(queryKey) ? null : lastSeen();
  if (!kept) return;
  learnServerClock(new Date(Date.now() + kept.aheadMs).toUTCString());
  client.setQueryData(queryKey, kept.salon);
  void client.invalidateQueries({ queryKey, refetchType: 'none' });
}

/** So long an answer may take before what was seen last stands in. */
const SLOW_MS = 3000;

/** Is it true, and has been for so long? */
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

/** What stands in for an answer that does not come. */
export interface StandIn extends Pick<LastSeen, 'at' | 'appointments'> {
  /** No answer yet, but no failure either. */
  readonly isSlow: boolean;
  readonly isRetrying: boolean;
  readonly retry: () => void;
}

type Asked = Pick<
  UseQueryResult<unknown, Error>,
  'data' | 'error' | 'failureReason' | 'isFetching' | 'refetch'
>;

/**
 * What the person saw last, in place of a query of their bookings that gets no answer; null while it gets one, and where nothing was
 * kept. What the server refuses is no stand-in's matter.
 */
export function useLastSeen({ data, error, failureReason, isFetching, refetch }: Asked): StandIn | null {
  const queries = useQueryClient();
  useLayoutEffect(() => beginWithSalon(queries), [queries]); // before the page is seen without the salon's name
  const now = useNow();
  const isSlow = useIsLong(data === undefined && isFetching, SLOW_MS);
  const failure = data === undefined ? (error ?? failureReason) : error;
  const [wasLost, setWasLost] = useState(false);
  // stays while it is tried again: the stand-in must not give way to a skeleton and come back
  const isLost = errorStatus(failure) === 0 || (wasLost && data === undefined && failure === null);
  if (isLost !== wasLost) setWasLost(isLost);
  if (!isLost && !isSlow) return null;
  const kept = lastSeen();
  if (!kept) return null;
  const appointments = kept.appointments.filter(({ end_datetime }) => now === null || end_datetime > now);
  return { at: kept.at, appointments, isSlow: !isLost, isRetrying: isFetching, retry: () => void refetch() };
}
