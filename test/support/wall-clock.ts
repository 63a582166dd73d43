import { addMinutes, minutesBetween, type WallTime, wallTimeAt } from '../../src/domain/wall-clock.ts';
import type { Clock } from '../../src/server/platform/clock.ts';

/** A clock that stands still until the test changes its time. */
export interface TestClock extends Clock {
  /** Sets the salon's local time. */
  set(wall: WallTime): void;
  advance(minutes: number): void;
  advanceMs(ms: number): void;
  wall(): WallTime;
}

/** The time zone of the salons in tests. */
export const TIME_ZONE = 'Europe/Belgrade';

const MINUTE_MS = 60_000;

/** Returns the instant of a local time. A time that a clock change skips is moved to after the change. */
function instantOf(wall: WallTime, timeZone: string): number {
  const asUtc = Date.parse(`${wall.replace(' ', 'T')}Z`);
  const first = asUtc + minutesBetween(wallTimeAt(asUtc, timeZone), wall) * MINUTE_MS;
  return first + minutesBetween(wallTimeAt(first, timeZone), wall) * MINUTE_MS;
}

export function clockAt(wall: WallTime, timeZone = TIME_ZONE): TestClock {
  let ms = instantOf(wall, timeZone);
  const read = () => wallTimeAt(ms, timeZone);
  return {
    timeZone,
    ms: () => ms,
    wall: read,
    set(to) {
      ms = instantOf(to, timeZone);
    },
    advance(minutes) {
      ms = instantOf(addMinutes(read(), minutes), timeZone);
    },
    advanceMs(by) {
      ms += by;
    },
  };
}
