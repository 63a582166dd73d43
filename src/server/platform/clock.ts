import { type WallTime, wallTimeAt } from '#domain/wall-clock.ts';

/** The one clock of the server (docs/spec/behaviour.md §2.2). `ms` is an instant, `wall` the same on the salon's wall. */
export interface Clock {
  ms(): number;
  readonly timeZone: string;
}

export interface Now {
  readonly ms: number;
  readonly wall: WallTime;
}

export const systemClock = (timeZone: string): Clock => ({ ms: () => Date.now(), timeZone });

const SECOND_MS = 1000;
let last: { second: number; timeZone: string; wall: WallTime } | undefined;

/** Read by every request: the wall time changes once a second, and working it out costs as much as a query. */
export function readClock(clock: Clock): Now {
  const ms = clock.ms();
  const second = Math.floor(ms / SECOND_MS);
  if (second !== last?.second || clock.timeZone !== last.timeZone)
    last = { second, timeZone: clock.timeZone, wall: wallTimeAt(ms, clock.timeZone) };
  return { ms, wall: last.wall };
}

/** A moment as it leaves the server: the salon's wall clock (docs/spec/behaviour.md §2.3). */
export const momentText = <T extends number | null>(
  ms: T,
  clock: Clock,
): T extends number ? WallTime : WallTime | null =>
  (ms === null ? null : wallTimeAt(ms, clock.timeZone)) as T extends number ? WallTime : WallTime | null;
