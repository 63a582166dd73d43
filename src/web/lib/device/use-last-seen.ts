import { type UseQueryResult, useQueryClient } from '@tanstack/react-query';
import { useEffect, useLayoutEffect, useState } from 'react';
import { useNow } from '../clock.ts';
import { errorStatus } from '../errors.ts';
import { beginWithSalon, type LastSeen, lastSeen } from './last-seen.ts';

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
