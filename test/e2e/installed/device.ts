// Reads what a device stores.
import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

/** Waits until the service worker controls the page and has cached the files of the app. */
export async function workerReady(page: Page): Promise<void> {
  await page.waitForFunction(() => navigator.serviceWorker.controller?.state === 'activated');
  await expect.poll(async () => (await cachedPaths(page)).includes('/index.html')).toBe(true);
}

/** Waits until the page has fetched nothing for two seconds: its prefetches are done. */
export const prefetched = (page: Page): Promise<unknown> =>
  page.waitForFunction(() => {
    const ends = performance.getEntriesByType('resource') as PerformanceResourceTiming[];
    return ends.every(({ responseEnd }) => responseEnd < performance.now() - 2000);
  });

export const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caught)).flat().map(({ url }) => new URL(url).pathname);
  });

/** Waits until the page has stored the data that it shows offline. */
export const keptLastSeen = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => (localStorage.getItem('last-seen') ?? sessionStorage.getItem('last-seen')) !== null,
  );

/** Returns everything on the device that could belong to a user. */
export const leftOnDevice = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

export const NOTHING = { caches: [], databases: 0, storage: [], workers: 0 };
