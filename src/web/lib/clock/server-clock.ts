/** Tracks the server's clock by the `Date` header: a phone's clock may be wrong (docs/spec/behaviour.md §2.2). */

const HALF_HEADER_STEP_MS = 500; // the `Date` header contains whole seconds, so its time is on average half a second behind
const NOISE_MS = 2000; // ignores smaller differences between the clocks: latency and rounding cause them

const PAGE_NOISE_MS = 120_000; // a rendered page contains its time only in whole minutes, and transferring the page takes time too

let aheadMs = 0;
let isLearnt = false;
let firstRenderMs: number | null = null;

export const onClockSet = new Set<() => void>();

/** The current time by the server's clock, in epoch ms; by the device's clock before the first response. */
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

/** The time for the first render, in epoch ms. On a server-rendered page: the minute in which the server rendered it. Otherwise: the current server time, or null while it is unknown. */
export const firstInstant = (): number | null => firstRenderMs ?? (isLearnt ? serverNow() : null);

/** Makes the first render use the minute in which the server rendered the page. If the device's clock differs much from it, `serverNow` corrects the difference. */
export function beginFirstRender(minuteMs: number): void {
  firstRenderMs = minuteMs;
  const measured = minuteMs - Date.now();
  if (!isLearnt) aheadMs = Math.abs(measured) < PAGE_NOISE_MS ? 0 : measured;
}

export function endFirstRender(): void {
  firstRenderMs = null;
}
