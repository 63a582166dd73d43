/**
 * Measures the calendar on a CPU that is slowed down by a factor of four: the frames during a drag, and how long a
 * change of the view takes.
 */
import { type Browser, chromium, type Page } from '@playwright/test';
import { addDays, type WallDate } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import { chromiumFlags, ensureChromium } from '../machine/chromium.ts';
import { median } from './figures.ts';

const SLOWER = 4;
const EVENTS = 60;
const EVENING = 20.5 * 60; // 20:30, in minutes since midnight; the last slot of the demo data ends earlier
const SHORT = 15;
const DRAG_MS = 3000;
const STEP_PX = 3;
const TURN_STEPS = 60;
const ROUNDS = 6;
const BETWEEN_MS = 1000; // the pause after a change of the view: prefetches after the change must not slow down the next change
const VIEWS = [
  { name: 'Mesec', days: 42 },
  { name: 'Nedelja', days: 7 },
  { name: 'Dan', days: 1 },
] as const;

interface Salon {
  readonly url: string;
  readonly admin: { email: string; password: string };
}

export interface CalendarFigures {
  readonly events: number;
  readonly framesPerSecond: number;
  readonly slowestFrameMs: number;
  /** For each view, the shortest and the median time that a change to this view takes. */
  readonly views: readonly { name: string; quickestMs: number; medianMs: number }[];
}

async function fillWeek({ url, admin }: Salon, monday: WallDate): Promise<string> {
  const at: typeof fetch = (path, init) => fetch(`${url}${String(path)}`, init);
  const { token } = await request('POST /auth/login', { body: admin }, at);
  const headers = { authorization: `Bearer ${token}` };
  const query = { from: monday, to: addDays(monday, 6) };
  const there = await request('GET /appointments/list', { headers, query }, at);
  for (let n = there.length; n < EVENTS; n++) {
    const index = n - there.length;
    const day = addDays(monday, index % 6);
    const minutes = EVENING + SHORT * Math.floor(index / 6);
    const clock = `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, '0')}:00`;
    const body = { start_datetime: `${day} ${clock}`, duration_minutes: SHORT };
    await request('POST /appointments/slot', { headers, body }, at);
  }
  return token;
}

async function openWeek(browser: Browser, salon: Salon, monday: WallDate, token: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
  await page.addInitScript((known) => {
    const presses: number[] = [];
    Object.assign(globalThis, { presses });
    new PerformanceObserver((seen) => {
      for (const { name, duration } of seen.getEntries()) if (name === 'click') presses.push(duration);
    }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
    localStorage.setItem('token', known);
    localStorage.setItem('role', 'ADMIN');
  }, token);
  await page.goto(`${salon.url}/admin/calendar?view=week&date=${monday}`);
  await page.locator('[aria-busy="false"] section[data-date] [data-appointment-id]').first().waitFor();
  await page.waitForTimeout(2500); // waits until prefetches are done
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return page;
}

async function dragFrames(page: Page): Promise<{ framesPerSecond: number; slowestFrameMs: number }> {
  const box = await page.locator('section[data-date] [data-appointment-id]').first().boundingBox();
  if (!box) throw new Error('No block to drag');
  const from = { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20);
  await page.evaluate(() => {
    const frames: number[] = [];
    Object.assign(globalThis, { frames });
    const note = (time: number) => {
      frames.push(time);
      requestAnimationFrame(note);
    };
    requestAnimationFrame(note);
  });
  const until = performance.now() + DRAG_MS;
  for (let step = 0; performance.now() < until; step++) {
    const along = STEP_PX * Math.abs((step % (2 * TURN_STEPS)) - TURN_STEPS);
    await page.mouse.move(from.x + 20 + 3 * along, from.y + 20 + along);
  }
  const frames = await page.evaluate(() => (globalThis as unknown as { frames: number[] }).frames);
  await page.keyboard.press('Escape');
  await page.mouse.up();
  const gaps = frames.slice(1).map((time, n) => time - (frames[n] ?? time));
  const whole = (frames.at(-1) ?? 0) - (frames[0] ?? 0);
  return { framesPerSecond: (1000 * gaps.length) / whole, slowestFrameMs: Math.max(...gaps) };
}

/**
 * Returns the time from the click to the frame that shows the new view. The browser's Event Timing measures it in
 * steps of 8 ms.
 */
async function changeMs(page: Page, { name, days }: (typeof VIEWS)[number]): Promise<number> {
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('section[data-date]').length === count,
    days,
  );
  await page.waitForTimeout(BETWEEN_MS);
  const presses = await page.evaluate(() =>
    (globalThis as unknown as { presses: number[] }).presses.splice(0),
  );
  return Math.max(...presses);
}

export async function measureCalendar(salon: Salon, monday: WallDate): Promise<CalendarFigures> {
  const token = await fillWeek(salon, monday);
  const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
  try {
    const page = await openWeek(browser, salon, monday, token);
    const events = await page.locator('section[data-date] [data-appointment-id]').count();
    const drag = await dragFrames(page);
    const taken = VIEWS.map(() => [] as number[]);
    for (let round = 0; round < ROUNDS; round++)
      for (const [index, view] of VIEWS.entries()) taken[index]?.push(await changeMs(page, view));
    const views = VIEWS.map(({ name }, index) => {
      const changes = taken[index] ?? [];
      return { name, quickestMs: Math.min(...changes), medianMs: median(changes) };
    });
    return { events, ...drag, views };
  } finally {
    await browser.close();
  }
}
