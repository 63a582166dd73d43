// Opens pages with an event stream.
import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export const STREAM = /\/api\/events/;
export const isStream = (sent: { url(): string }): boolean => STREAM.test(sent.url());
/** Far below the polling interval of one minute, so that only an event can cause the change. */
export const SOON = { timeout: 30_000 };
/** How long a page needs at most to refetch data after an event. */
export const REFRESHED_MS = 1500;

/** Goes to a page and waits until its event stream is open and the full refresh is done. */
export async function subscribed(page: Page, go: () => Promise<unknown>): Promise<void> {
  const stream = page.waitForResponse(isStream);
  await go();
  expect((await stream).status()).toBe(200);
  await page.waitForTimeout(REFRESHED_MS);
}
