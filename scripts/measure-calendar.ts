/**
 * `npm run measure:calendar`: measures the calendar on a CPU that is 4 times slower: the frames while an appointment is
 * dragged, and how long a change of the view takes. Prints Markdown for docs/measurements.md.
 */
import { chromium, type Page } from '@playwright/test';
import { addDays, addMinutes, startOfWeek, type WallDate, wallTimeOn } from '../src/domain/wall-clock.ts';
import type { Db } from '../src/server/platform/db/schema.ts';
import { chromiumFlags, ensureChromium } from './machine/chromium.ts';
import { loadLine, median, short, table } from './measure/figures.ts';
import { fillSalon, OWNER } from './measure/filled-salon.ts';
import { runSalon } from './measure/server.ts';

const SLOWER = 4;
const ADDED_A_DAY = 6;
const DRAG_MS = 3000;
const ROUNDS = 6;
const SETTLE_MS = 1000; // prefetches after a change of the view must not slow down the next change
const VIEWS = { Mesec: 42, Nedelja: 7, Dan: 1 } as const; // the days that each view shows

const weekOf = (today: WallDate) => addDays(startOfWeek(today), 7);

/** Adds short appointments in the evening, after the last slot of the demo data. */
async function fillEvenings(db: Db, today: WallDate): Promise<void> {
  const rows = Array.from({ length: 6 * ADDED_A_DAY }, (_, n) => {
    const opens = wallTimeOn(addDays(weekOf(today), n % 6), '20:30:00');
    const start_datetime = addMinutes(opens, 15 * Math.floor(n / 6));
    const end_datetime = addMinutes(start_datetime, 15);
    return { start_datetime, end_datetime, status: 'AVAILABLE' as const, created_at: Date.now() };
  });
  await db.insertInto('appointments').values(rows).execute();
}

/** Runs in the page: records the times of frames, and how long each click took until the next paint. */
function record(): void {
  const recorded = { frames: [] as number[], clicks: [] as number[] };
  Object.assign(globalThis, { recorded });
  const note = (time: number) => {
    recorded.frames.push(time);
    requestAnimationFrame(note);
  };
  requestAnimationFrame(note);
  new PerformanceObserver((seen) => {
    for (const { name, duration } of seen.getEntries()) if (name === 'click') recorded.clicks.push(duration);
  }).observe({ type: 'event', durationThreshold: 16 } as PerformanceObserverInit);
}

/** Returns what was recorded since the last call. */
const taken = (page: Page, what: 'frames' | 'clicks'): Promise<number[]> =>
  page.evaluate(
    (name) =>
      (globalThis as unknown as { recorded: Record<string, number[]> }).recorded[name]?.splice(0) ?? [],
    what,
  );

/** Drags the first appointment to and fro; returns the times between frames. */
async function dragGaps(page: Page): Promise<number[]> {
  const box = await page.locator('section[data-date] [data-appointment-id]').first().boundingBox();
  if (!box) throw new Error('no appointment to drag');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + 20, y + 20);
  await taken(page, 'frames');
  const until = performance.now() + DRAG_MS;
  for (let step = 0; performance.now() < until; step++) {
    const along = 3 * Math.abs((step % 120) - 60);
    await page.mouse.move(x + 20 + 3 * along, y + 20 + along);
  }
  const frames = await taken(page, 'frames');
  await page.keyboard.press('Escape');
  await page.mouse.up();
  return frames.slice(1).map((time, n) => time - (frames[n] ?? time));
}

/** Returns the time from the click to the frame that shows the view, in steps of 8 ms. */
async function changeMs(page: Page, name: string, days: number): Promise<number> {
  await taken(page, 'clicks');
  await page.getByRole('button', { name, exact: true }).click();
  await page.waitForFunction(
    (count) => document.querySelectorAll('section[data-date]').length === count,
    days,
  );
  await page.waitForTimeout(SETTLE_MS);
  return Math.max(...(await taken(page, 'clicks')));
}

const salon = await fillSalon(10, undefined, fillEvenings);
const server = await runSalon(salon.settings);
const browser = await chromium.launch({ executablePath: ensureChromium(), args: chromiumFlags });
try {
  const page = await browser.newPage({ viewport: { width: 1366, height: 900 } });
  const stored = { token: salon.tokens[OWNER] ?? '', role: 'ADMIN' };
  await page.addInitScript((items) => Object.assign(localStorage, items), stored);
  await page.addInitScript(record);
  await page.goto(`${server.url}/admin/calendar?view=week&date=${weekOf(salon.today)}`);
  await page.locator('[aria-busy="false"] section[data-date] [data-appointment-id]').first().waitFor();
  await page.waitForTimeout(3 * SETTLE_MS);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  const count = await page.locator('section[data-date] [data-appointment-id]').count();
  const gaps = await dragGaps(page);
  const perSecond = 1000 / (gaps.reduce((sum, gap) => sum + gap, 0) / gaps.length);
  const rows = [
    ['dragging: frames a second, slowest frame in ms', short(perSecond), short(Math.max(...gaps))],
  ];
  const times = new Map<string, number[]>();
  for (let round = 0; round < ROUNDS; round++)
    for (const [name, days] of Object.entries(VIEWS))
      times.set(name, [...(times.get(name) ?? []), await changeMs(page, name, days)]);
  for (const [name, ms] of times) rows.push([`${name}: ms`, short(median(ms)), short(Math.min(...ms))]);
  console.log(`${loadLine()}; CPU ${SLOWER} times slower, ${count} appointments in the week.\n`);
  console.log(table(['what', 'median', 'extreme'], rows));
} finally {
  await browser.close();
  await server.stop();
  await salon.remove();
}
