import { useEffect, useState } from 'react';
import { dateOf, type WallDate, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { useSalon } from '../queries/queries.ts';
import { firstInstant, onClockSet, serverNow } from './server-clock.ts';

const TICK_MS = 10_000;
const MINUTE_MS = 60_000; // the server renders pages with a time that is rounded down to a whole minute

/** The time zone to use when the salon's data could not be fetched. docs/spec/behaviour.md §1.1 */
const DEFAULT_TIME_ZONE = 'Europe/Belgrade';

/** The current time in the salon's time zone, by the server's clock, updated every 10 s; null before the first response. */
export function useNow(): WallTime | null {
  const { data, isFetched } = useSalon();
  // keeps the default zone during a refetch, because without a zone the page would show its skeleton again
  const timeZone = data?.time_zone ?? (isFetched ? DEFAULT_TIME_ZONE : null);
  const [instant, setInstant] = useState(firstInstant);
  useEffect(() => {
    if (timeZone === null) return;
    const tick = () => setInstant(serverNow());
    const onFront = () => document.visibilityState === 'visible' && tick();
    // keeps the instant of the first render for up to a minute, which avoids a second render
    setInstant((first) => (serverNow() - (first ?? 0) < MINUTE_MS ? first : serverNow()));
    const timer = setInterval(tick, TICK_MS);
    document.addEventListener('visibilitychange', onFront);
    onClockSet.add(tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onFront);
      onClockSet.delete(tick);
    };
  }, [timeZone]);
  return instant === null || timeZone === null ? null : wallTimeAt(instant, timeZone);
}

/** The current day in the salon's time zone; null before the first response. */
export function useToday(): WallDate | null {
  const now = useNow();
  return now && dateOf(now);
}
