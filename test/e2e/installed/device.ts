// What a device keeps: looked at from the page itself.
import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

/** The worker of this page has a whole release, and controls the page. */
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

/** Every address in every cache. */
export const cachedPaths = (page: Page): Promise<string[]> =>
  page.evaluate(async () => {
    const caught = (await caches.keys()).map(async (name) => (await caches.open(name)).keys());
    return (await Promise.all(caught)).flat().map(({ url }) => new URL(url).pathname);
  });

/** What was seen last has been kept. */
export const keptLastSeen = (page: Page): Promise<unknown> =>
  page.waitForFunction(
    () => (localStorage.getItem('last-seen') ?? sessionStorage.getItem('last-seen')) !== null,
  );

/** All that could be of a person. */
export const leftOnDevice = (page: Page) =>
  page.evaluate(async () => ({
    caches: await caches.keys(),
    databases: (await indexedDB.databases()).length,
    storage: [...Object.keys(localStorage), ...Object.keys(sessionStorage)],
    workers: (await navigator.serviceWorker.getRegistrations()).length,
  }));

export const NOTHING = { caches: [], databases: 0, storage: [], workers: 0 };
