// Sends requests to the server of a test with the web's request function.
import type { Page } from '@playwright/test';
import type { ResponseBody } from '../../src/contract/index.ts';
import { dateOf, type WallDate, type WallTime, wallTimeAt } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';

/** Returns a fetch function that sends requests to the server of this test. */
export const at =
  (salon: Server): typeof fetch =>
  (path, init) =>
    fetch(`${salon.url}${String(path)}`, init);

export interface Headers {
  authorization: string;
  [name: string]: string;
}

const sessions = new WeakMap<Server, Promise<Headers>>();

async function logInAsAdmin(salon: Server): Promise<Headers> {
  const { token } = await request('POST /auth/login', { body: salon.admin }, at(salon));
  return { authorization: `Bearer ${token}` };
}

/** The headers of an admin session. There is one session per server, because checking a password is slow. */
export function asAdmin(salon: Server): Promise<Headers> {
  const session = sessions.get(salon) ?? logInAsAdmin(salon);
  sessions.set(salon, session);
  return session;
}

/** Sets keys in localStorage before the first page opens. */
export async function keepOnDevice(
  page: Page,
  salon: Server,
  kept: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(`${salon.url}/api/health`); // opens a page of the same origin that runs no scripts
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(kept));
}

/** Returns the current time in the salon's time zone, by the server's clock. */
export const nowAt = async (salon: Server): Promise<WallTime> => {
  const response = await fetch(`${salon.url}/api/salon`);
  const { time_zone } = (await response.json()) as ResponseBody<'GET /salon'>;
  return wallTimeAt(Date.parse(response.headers.get('date') ?? ''), time_zone);
};

/** Returns the current date in the salon's time zone. */
export const todayAt = async (salon: Server): Promise<WallDate> => dateOf(await nowAt(salon));

/** Holds the requests to an address until the returned function is called. */
export async function holdRequests(page: Page, url: string | RegExp): Promise<() => void> {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(url, async (route) => {
    await held;
    await route.continue();
  });
  return release;
}

/** Blocks the event stream, so that no event triggers a refetch of data that must fail, and the network becomes idle. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route(/\/api\/events/, (route) => route.abort());
