/**
 * The server's clock, learnt from the `Date` of its responses, so that a wrong phone clock shifts nothing
 * (docs/spec/behaviour.md §2.2).
 */

const HALF_HEADER_STEP_MS = 500; // `Date` counts whole seconds: on average it is half a second behind
const NOISE_MS = 2000; // travel time and rounding; smaller differences are not worth a jump

let aheadMs = 0;
let isLearnt = false;

/** The server's instant, epoch ms; the device's own until the first response came. */
export const serverNow = (): number => Date.now() + aheadMs;

export function learnServerClock(dateHeader: string | null): void {
  const instant = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(instant)) return;
  const measured = instant + HALF_HEADER_STEP_MS - Date.now();
  if (isLearnt && Math.abs(measured - aheadMs) < NOISE_MS) return;
  isLearnt = true;
  aheadMs = Math.abs(measured) < NOISE_MS ? 0 : measured;
}
