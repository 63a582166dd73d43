// The server gets a new release while pages of the old release are open or cached.
import type { Page } from '@playwright/test';
import { expect, test as playwright } from '@playwright/test';
import type { Server } from '../../support/server.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { aPerson, storeSession } from '../client/prepare.ts';
import { prefetched, workerReady } from './device.ts';
import { openSalon, type Salon } from './two-releases.ts';

const test = playwright.extend<{ salon: Salon; server: Server }>({
  salon: async ({ browserName: _ }, use) => {
    const salon = await openSalon();
    await use(salon);
    await salon.close();
  },
  // the cast is safe: the helpers expect a Server, but use only its URL and admin login
  server: async ({ salon }, use) => use(salon as unknown as Server),
});

test.use({ serviceWorkers: 'allow' });

const TAKES_OVER_MS = 60_000;

const release = (page: Page) => page.locator('html').getAttribute('data-release');

/** The releases of the scripts that the page has loaded. */
const releasesRun = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const names = performance.getEntriesByType('resource').map(({ name }) => new URL(name).pathname);
    const scripts = names.filter((name) => /^\/assets\/.*\.js$/.test(name));
    return [...new Set(scripts.map((name) => /-([A-Z])\1{3}[^/]*\.js$/.exec(name)?.[1] ?? name))];
  });

const cacheNames = (page: Page) => page.evaluate(() => caches.keys());

/** Waits for the service worker of the next release, and clears the HTTP cache. */
async function updated(page: Page): Promise<void> {
  await page.evaluate(() =>
    navigator.serviceWorker.addEventListener('controllerchange', () =>
      Object.assign(window, { tookOver: true }),
    ),
  );
  // If a file fails to load on a busy machine, the service worker is not installed, and the next update() tries again.
  const look = async (): Promise<boolean> =>
    page.evaluate(async () => {
      await (await navigator.serviceWorker.getRegistration())?.update();
      return 'tookOver' in window;
    });
  await expect.poll(look, { timeout: TAKES_OVER_MS }).toBe(true);
  await workerReady(page);
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Network.clearBrowserCache');
}

test('an open page stays on the old release after a deployment, and the next page load uses only files of the new release', {
  tag: '@once',
}, async ({ page, salon, server }) => {
  const errors: Error[] = [];
  page.on('pageerror', (error) => errors.push(error));
  await arriveAsOwner(page, server, '/admin');
  await workerReady(page);
  await prefetched(page); // chunks must be prefetched before the deployment; later they would come from release B
  await salon.serve('B');
  await updated(page);
  expect(await cacheNames(page)).toHaveLength(2);
  let loads = 0;
  page.on('load', () => loads++);
  // the chunks of these three pages have not run yet, and the server of release B does not have them
  for (const name of ['Statistika', 'Klijenti', 'Odsustva']) {
    await page.getByRole('main').getByRole('link', { name, exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
    await page.getByRole('link', { name: 'Admin panel' }).first().click();
  }
  expect([loads, await release(page), await releasesRun(page)]).toEqual([0, 'A', ['A']]);

  await page.goto(`${salon.url}/admin`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect.poll(async () => (await cacheNames(page)).length, { timeout: 15_000 }).toBe(1);
  expect([await release(page), await releasesRun(page)]).toEqual(['B', ['B']]);
  expect(errors).toEqual([]);
});

test('an offline device opens all pages of its cached release, even after the server got a new release', {
  tag: '@once',
}, async ({ page, salon, server }) => {
  await arriveAsOwner(page, server, '/admin');
  await workerReady(page);
  await salon.serve('B');
  await salon.stop();
  for (const path of ['/admin/calendar', '/admin/statistics', '/appointments']) {
    await page.goto(salon.url + path);
    await expect(page.getByRole('navigation', { name: 'Navigacija' })).toBeVisible();
    await expect(page.getByText(/^(Nema|Bez) (mreže|veze)/).filter({ visible: true })).toBeVisible();
    expect([await release(page), await releasesRun(page)]).toEqual(['A', ['A']]);
  }
  await salon.serve('B');
  await page.goto(`${salon.url}/admin`);
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  expect([await release(page), await releasesRun(page)]).toEqual(['B', ['B']]);
});

test('a service worker caches no files if its release is no longer on the server', {
  tag: '@once',
}, async ({ page, salon, server }) => {
  await storeSession(page, server, await aPerson(server));
  // the server changes its release after the browser has fetched the service worker, but before the service worker fetches its files
  let isSwapped = false;
  let isServed = false;
  await page.context().route('**/assets/**', async (route) => {
    if (route.request().serviceWorker() && !isSwapped) {
      isSwapped = true;
      await salon.serve('B');
      isServed = true;
    }
    await route.continue();
  });
  await page.goto(`${salon.url}/services`);
  await expect.poll(() => isServed, { timeout: TAKES_OVER_MS }).toBe(true);
  await page.waitForTimeout(1500);
  // the page may have reloaded while no server was running, and the browser's error page cannot read the caches
  await page.goto(`${salon.url}/api/health`);
  const kept = await page.evaluate(async () => {
    const names = await caches.keys();
    return Promise.all(names.map(async (name) => (await (await caches.open(name)).keys()).length));
  });
  expect(kept.filter((count) => count > 0)).toEqual([]);
  await page.goto(`${salon.url}/services`);
  await workerReady(page);
  expect(await release(page)).toBe('B');
});
