import { type WallTime, wallTimeAt } from '#domain/wall-clock.ts';

/** The server's only source of time. docs/spec/behaviour.md §2.2 */
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

/** Reads the clock. Caches the wall time for a second: every request needs it, and computing it takes as long as a query. */
export function readClock(clock: Clock): Now {
  const ms = clock.ms();
  const second = Math.floor(ms / SECOND_MS);
  if (second !== last?.second || clock.timeZone !== last.timeZone)
    last = { second, timeZone: clock.timeZone, wall: wallTimeAt(ms, clock.timeZone) };
  return { ms, wall: last.wall };
}

/** Formats an instant for a response, in the salon's local time. docs/spec/behaviour.md §2.3 */
export const momentText = <T extends number | null>(ms: T, clock: Clock) =>
  (ms === null ? null : wallTimeAt(ms, clock.timeZone)) as T extends number ? WallTime : WallTime | null;

export const instantMs = (wall: WallTime, timeZone: string): number =>
  Temporal.PlainDateTime.from(wall.replace(' ', 'T')).toZonedDateTime(timeZone).epochMilliseconds;
