// What the public pages show, and scripts that come when a story lets them.
import { expect, type Page } from '@playwright/test';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { asAdmin, at, todayAt } from '../network.ts';

export const PUBLIC_PATHS = ['/', '/services', '/booking', '/login', '/register', '/reset'] as const;

/** The next day that the strip of /booking shows. */
export async function openDay(salon: Server): Promise<WallDate> {
  const tomorrow = addDays(await todayAt(salon), 1);
  return new Date(`${tomorrow}T12:00:00Z`).getUTCDay() === 0 ? addDays(tomorrow, 1) : tomorrow;
}

/** The first page of a process waits for the pages' code; on a busy machine the browser renders that one. */
const isRendered = async (salon: Server): Promise<boolean> =>
  (await (await fetch(`${salon.url}/booking`)).text()).includes('id="start"');

/** A service, and two free times tomorrow (on Monday, where tomorrow is Sunday); once per server. */
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

/** All that the page writes into its console, and every error. */
export function listen(page: Page): string[] {
  const heard: string[] = [];
  page.on('console', (message) => heard.push(`${message.type()}: ${message.text()}`));
  page.on('pageerror', (error) => heard.push(error.message));
  return heard;
}

/** Holds the scripts of the page back until they are let go: what stands there before them is the server's. */
export async function holdScripts(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/assets/*.js', async (route) => {
    await promise;
    await route.continue();
  });
  return resolve;
}

/** The page answers to the user. */
export const started = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => performance.getEntriesByName('lunula:started').length > 0);

/** What the device of a new client keeps. */
export async function storedClient(salon: Server): Promise<Record<string, string>> {
  const login = { email: `m${crypto.randomUUID()}@primer.rs`, password: 'lozinka12' };
  const body = { ...login, name: 'Milica', phone: '064 555 019', password_confirm: login.password };
  const { token, user } = await request('POST /auth/register', { body }, at(salon));
  return { token, role: user.role, email: login.email, name: body.name };
}
