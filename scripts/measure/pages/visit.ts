// Measures one visit to a page: paint times, and the number and size of the loaded files.
import type { Browser, CDPSession, Page } from '@playwright/test';
import { openPhone } from './phone.ts';
import type { Role, Side } from './sides.ts';

export interface Visited {
  readonly fcpMs: number;
  readonly lcpMs: number;
  readonly shift: number;
  /** The time until the booking page shows the first slot; NaN on other pages. */
  readonly shownMs: number;
  /** The time from the start of the navigation until a tap on the first slot has an effect. The slot is tapped as soon as it is shown. */
  readonly usableMs: number;
  /** The number of scripts that the page requests before its largest paint. It prefetches the others afterwards. */
  readonly firstScripts: number;
  readonly scripts: number;
  readonly files: number;
  /** The transferred bytes by resource type, as DevTools names it: Document, Script, Stylesheet, Font … */
  readonly bytes: Readonly<Record<string, number>>;
}

interface Seen {
  lcpMs: number;
  shift: number;
  shownMs: number | null;
  pressedMs: number | null;
}

const QUIET_MS = 1000;
const LONGEST_MS = 20_000;
const POLL_MS = 100;
const ANSWER_MS = 10_000;

/**
 * Runs in the page before the page's own scripts. Checks for a change in every animation frame, and records the time of
 * the next frame, in which the change is visible.
 */
function watch(): void {
  const seen: Seen = { lcpMs: 0, shift: 0, shownMs: null, pressedMs: null };
  Object.assign(globalThis, { seen });
  const observe = (type: string, note: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcpMs = startTime;
  });
  observe('layout-shift', (entry) => {
    const { hadRecentInput, value } = entry as PerformanceEntry & { hadRecentInput: boolean; value: number };
    if (!hadRecentInput) seen.shift += value;
  });
  let isShown = false;
  let isPressed = false;
  const look = (time: number): void => {
    if (isShown) seen.shownMs ??= time;
    if (isPressed) seen.pressedMs ??= time;
    const times = [...document.querySelectorAll('main button[aria-pressed]')].filter((button) =>
      /^\d\d:\d\d/.test(button.textContent),
    );
    isShown ||= times.length > 0;
    isPressed ||= times.some((button) => button.getAttribute('aria-pressed') === 'true');
    if (seen.pressedMs === null) requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

function countFiles(devtools: CDPSession) {
  const kinds = new Map<string, string>();
  const bytes: Record<string, number> = {};
  let scripts = 0;
  let files = 0;
  let lastMs = performance.now();
  devtools.on('Network.responseReceived', ({ requestId, type }) => {
    kinds.set(requestId, type);
    lastMs = performance.now();
  });
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const kind = kinds.get(requestId);
    if (kind === undefined) return;
    files++;
    if (kind === 'Script') scripts++;
    bytes[kind] = (bytes[kind] ?? 0) + encodedDataLength;
    lastMs = performance.now();
  });
  return { quietMs: () => performance.now() - lastMs, counted: () => ({ scripts, files, bytes }) };
}

async function tapFirstTime(page: Page, devtools: CDPSession): Promise<void> {
  const place = await page.evaluate(() => {
    const time = [...document.querySelectorAll('main button[aria-pressed]')].find((button) =>
      /^\d\d:\d\d/.test(button.textContent),
    );
    time?.scrollIntoView({ block: 'center', behavior: 'instant' });
    const box = time?.getBoundingClientRect();
    return box ? { x: box.x + box.width / 2, y: box.y + box.height / 2 } : null;
  });
  if (!place) throw new Error('The first slot disappeared before the tap');
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [place] });
  await devtools.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
}

export const isBooking = (path: string): boolean => path.startsWith('/booking');

/** Waits until the page has painted its main content and is idle. */
async function waitForContent(page: Page, hasTimes: boolean): Promise<void> {
  const isThere = (needsTimes: boolean) => {
    const { seen } = globalThis as unknown as { seen: Seen };
    return seen.lcpMs > 0 && (!needsTimes || seen.shownMs !== null);
  };
  await page.waitForFunction(isThere, hasTimes, { timeout: LONGEST_MS });
  await page.evaluate(() => new Promise((resolve) => requestIdleCallback(() => resolve(null))));
}

/** Visits a page with an empty browser cache. If `isTapped`, taps the first slot as soon as the page shows it. */
export async function visit(
  browser: Browser,
  { url, stored }: Side,
  path: string,
  { role, isTapped }: { role: Role; isTapped: boolean },
): Promise<Visited> {
  const { page, devtools, close } = await openPhone(browser, url, stored[role]);
  try {
    await page.addInitScript(watch);
    const { quietMs, counted } = countFiles(devtools);
    await page.goto(`${url}${path}`, { waitUntil: 'commit' });
    const seenThat = (key: 'shownMs' | 'pressedMs') =>
      page.waitForFunction((name) => (globalThis as unknown as { seen: Seen }).seen[name] !== null, key, {
        timeout: ANSWER_MS,
        polling: 'raf',
      });
    if (isTapped) {
      await seenThat('shownMs');
      await tapFirstTime(page, devtools);
      await seenThat('pressedMs').catch(() => undefined); // ignores a timeout: if the tap has no effect, the table shows a dash
    }
    await page.waitForLoadState('load');
    // waits for the largest paint only without a tap, because after a tap browsers report no largest paint
    if (!isTapped) await waitForContent(page, isBooking(path));
    const until = performance.now() + LONGEST_MS;
    while (quietMs() < QUIET_MS && performance.now() < until) await page.waitForTimeout(POLL_MS);
    const { seen, fcpMs, scriptStarts } = await page.evaluate(() => ({
      seen: (globalThis as unknown as { seen: Seen }).seen,
      fcpMs: performance.getEntriesByName('first-contentful-paint')[0]?.startTime ?? Number.NaN,
      scriptStarts: performance
        .getEntriesByType('resource')
        .flatMap(({ name, startTime }) => (/\.js$/.test(name) ? [startTime] : [])),
    }));
    const firstScripts = scriptStarts.filter((startMs) => startMs <= seen.lcpMs).length;
    const [shownMs, usableMs] = [seen.shownMs ?? Number.NaN, seen.pressedMs ?? Number.NaN];
    return { fcpMs, lcpMs: seen.lcpMs, shift: seen.shift, shownMs, usableMs, firstScripts, ...counted() };
  } finally {
    await close();
  }
}
