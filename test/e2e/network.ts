// What a story prepares through the calls that the pages themselves use.
import type { Page } from '@playwright/test';
import { dateOf, type WallDate, wallTimeAt } from '../../src/domain/wall-clock.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';

/** The web's own call, at this story's server. */
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

/** The header of the admin's session: one for all tests of a server, since checking a password takes long. */
export function asAdmin(salon: Server): Promise<Headers> {
  const session = sessions.get(salon) ?? logInAsAdmin(salon);
  sessions.set(salon, session);
  return session;
}

/** This device holds these keys before it opens its first page, as one that was used before. */
export async function keepOnDevice(
  page: Page,
  salon: Server,
  kept: Readonly<Record<string, string>>,
): Promise<void> {
  await page.goto(`${salon.url}/api/health`); // of the same origin as the pages, and nothing runs in it
  await page.evaluate((entries) => {
    for (const [key, value] of entries) localStorage.setItem(key, value);
  }, Object.entries(kept));
}

/** The salon's today, by the server's clock. */
export const todayAt = async (salon: Server, timeZone = 'Europe/Belgrade'): Promise<WallDate> => {
  const date = (await fetch(`${salon.url}/api/health`)).headers.get('date') ?? '';
  return dateOf(wallTimeAt(Date.parse(date), timeZone));
};

/** Without an event stream: the page's network becomes idle, and nothing is fetched again by itself. */
export const withoutStream = (page: Page): Promise<unknown> =>
  page.route(/\/api\/events/, (route) => route.abort());
