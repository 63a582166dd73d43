/**
 * The server's clock, learnt from the `Date` of its responses, so that a wrong phone clock shifts nothing
 * (docs/spec/behaviour.md §2.2).
 */

const HALF_HEADER_STEP_MS = 500; // `Date` counts whole seconds: on average it is half a second behind
const NOISE_MS = 2000; // travel time and rounding; smaller differences are not worth a jump

const PAGE_NOISE_MS = 120_000; // a page tells the minute it was made in, and has travelled since

let aheadMs = 0;
let isLearnt = false;
let firstRenderMs: number | null = null;

/** Called when the clock was put right. */
export const onClockSet = new Set<() => void>();

/** The server's instant, epoch ms; the device's own until the first response came. */
export const serverNow = (): number => Date.now() + aheadMs;

export function learnServerClock(dateHeader: string | null): void {
  const instant = dateHeader === null ? Number.NaN : Date.parse(dateHeader);
  if (Number.isNaN(instant)) return;
  const measured = instant + HALF_HEADER_STEP_MS - Date.now();
  if (isLearnt && Math.abs(measured - aheadMs) < NOISE_MS) return;
  isLearnt = true;
  aheadMs = Math.abs(measured) < NOISE_MS ? 0 : measured;
  for (const listener of onClockSet) listener();
}

/** The instant that the first render shows where the server has rendered the page; else the present one, null until it is known. */
export const firstInstant = (): number | null => firstRenderMs ?? (isLearnt ? serverNow() : null);

/** The page tells the server's minute: what is rendered first shows it, and a phone clock that is far off is put right. */
export function beginFirstRender(minuteMs: number): void {
  firstRenderMs = minuteMs;
  const measured = minuteMs - Date.now();
  if (!isLearnt) aheadMs = Math.abs(measured) < PAGE_NOISE_MS ? 0 : measured;
}

/** What is rendered from now on shows the present. */
export function endFirstRender(): void {
  firstRenderMs = null;
}
