import { useEffect, useState } from 'react';
import { dateOf, type WallDate, type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { useSalon } from '../queries/queries.ts';
import { firstInstant, onClockSet, serverNow } from './server-clock.ts';

const TICK_MS = 10_000;
const MINUTE_MS = 60_000; // what the server has rendered begins with a whole one

/** The time zone where the salon's own could not be fetched; docs/spec/behaviour.md §1.1. */
const DEFAULT_TIME_ZONE = 'Europe/Belgrade';

/** The salon's wall clock by the server's time, ticking; null until the server responded once. */
export function useNow(everyMs = TICK_MS): WallTime | null {
  const { data, isFetched } = useSalon();
  // once it failed it stays so while it is asked for again: a page that went on without it must not go back
  const timeZone = data?.time_zone ?? (isFetched ? DEFAULT_TIME_ZONE : null);
  const [instant, setInstant] = useState(firstInstant);
  useEffect(() => {
    if (timeZone === null) return;
    const tick = () => setInstant(serverNow());
    const onFront = () => document.visibilityState === 'visible' && tick();
    // nothing begins within a minute: what was rendered in it still holds, and need not be rendered again
    setInstant((first) => (serverNow() - (first ?? 0) < MINUTE_MS ? first : serverNow()));
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', onFront);
    onClockSet.add(tick);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onFront);
      onClockSet.delete(tick);
    };
  }, [everyMs, timeZone]);
  return instant === null || timeZone === null ? null : wallTimeAt(instant, timeZone);
}

/** The salon's day; null until the server answered once. */
export function useToday(): WallDate | null {
  const now = useNow();
  return now && dateOf(now);
}
