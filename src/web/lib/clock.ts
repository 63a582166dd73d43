import { useEffect, useState } from 'react';
import { type WallTime, wallTimeAt } from '#domain/wall-clock.ts';
import { useSalon } from './queries.ts';

/** The server's clock, learnt from the `Date` of its answers, so that a wrong phone clock shifts nothing (behaviour.md §2). */

const HALF_HEADER_STEP_MS = 500; // `Date` counts whole seconds: on average it is half a second behind
const NOISE_MS = 2000; // travel time and rounding; smaller differences are not worth a jump

let aheadMs = 0;
let isLearnt = false;

/** The server's instant, epoch ms; the device's own until the first answer came. */
export const serverNow = (): number => Date.now() + aheadMs;

export function learnServerClock(dateHeader: string | null): void {
  const instant = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(instant)) return;
  const measured = instant + HALF_HEADER_STEP_MS - Date.now();
  if (isLearnt && Math.abs(measured - aheadMs) < NOISE_MS) return;
  isLearnt = true;
  aheadMs = Math.abs(measured) < NOISE_MS ? 0 : measured;
}

const TICK_MS = 10_000;
/** Where the salon is when it could not be asked; behaviour.md §1. */
const DEFAULT_TIME_ZONE = 'Europe/Belgrade';

/** The salon's wall clock by the server's time, ticking; null until the server answered once (and on the server). */
export function useNow(everyMs = TICK_MS): WallTime | null {
  const { data, isError } = useSalon();
  const timeZone = data?.time_zone ?? (isError ? DEFAULT_TIME_ZONE : null);
  const [instant, setInstant] = useState<number | null>(null);
  useEffect(() => {
    if (timeZone === null) return;
    const tick = () => setInstant(serverNow());
    const onFront = () => document.visibilityState === 'visible' && tick();
    tick();
    const timer = setInterval(tick, everyMs);
    document.addEventListener('visibilitychange', onFront);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', onFront);
    };
  }, [everyMs, timeZone]);
  return instant === null || timeZone === null ? null : wallTimeAt(instant, timeZone);
}
