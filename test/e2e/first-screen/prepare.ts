// Helpers for tests of server-rendered pages and their hydration.
import { expect, type Page } from '@playwright/test';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { asAdmin, at, todayAt } from '../network.ts';

export const PUBLIC_PATHS = ['/', '/services', '/booking', '/login', '/register', '/reset'] as const;

/** Returns the next day after today that is not a Sunday. */
export async function openDay(salon: Server): Promise<WallDate> {
  const tomorrow = addDays(await todayAt(salon), 1);
  return new Date(`${tomorrow}T12:00:00Z`).getUTCDay() === 0 ? addDays(tomorrow, 1) : tomorrow;
}

/** True once the server renders pages. Until it has loaded the code of the pages, it leaves rendering to the browser. */
const isRendered = async (salon: Server): Promise<boolean> =>
  (await (await fetch(`${salon.url}/booking`)).text()).includes('id="start"');

/** Creates a service and two free slots on the next open day, once per server. */
export async function fillSalon(salon: Server): Promise<void> {
  await expect.poll(() => isRendered(salon)).toBe(true);
  const headers = await asAdmin(salon);
  const services = await request('GET /services', {}, at(salon));
  if (services.length > 0) return;
  await request(
    'POST /services',
    { headers, body: { name: 'Gel lak', price: 1800, duration_minutes: 60 } },
    at(salon),
  );
  const day = await openDay(salon);
  for (const hour of ['10', '12'])
    await request(
      'POST /appointments/slot',
      { headers, body: { start_datetime: `${day} ${hour}:00:00`, duration_minutes: 60 } },
      at(salon),
    );
}

/** Collects all console messages and errors of the page. */
export function recordConsole(page: Page): string[] {
  const consoleLines: string[] = [];
  page.on('console', (message) => {
    const text = `${message.type()}: ${message.text()}`;
    if (!text.includes('blocked by Playwright')) consoleLines.push(text); // ignores Playwright's message that the tests block service workers
  });
  page.on('pageerror', (error) => consoleLines.push(error.message));
  return consoleLines;
}

/** Delays the scripts of the page until the returned function is called; until then the page is only the server's HTML. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** Waits until the browser has parsed the whole page. The scripts that `holdScripts` delays run only after that. */
export const parsed = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => document.readyState !== 'loading');

/** Waits until the page is hydrated. */
export const started = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('lunula:started').length > 0);

/** Registers a client. Returns the session as a page stores it. */
export async function storedClient(salon: Server): Promise<Record<string, string>> {
  const login = { email: `m${crypto.randomUUID()}@primer.rs`, password: 'lozinka12' };
  const body = { ...login, name: 'Milica', phone: '064 555 019', password_confirm: login.password };
  const { token, user } = await request('POST /auth/register', { body }, at(salon));
  return { token, role: user.role, email: login.email, name: body.name };
}

/** Sums the layout shifts of the page. */
export async function followShifts(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  return () => page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
}
