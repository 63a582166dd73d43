// Opens pages that have an event stream.
import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export const STREAM = /\/api\/events/;
export const isStream = (sent: { url(): string }): boolean => STREAM.test(sent.url());
/** How long to wait for a change. Much shorter than the polling interval of one minute, so that only an event can have caused the change. */
export const SOON = { timeout: 30_000 };
/** The longest time that a page needs to refetch data after an event. */
export const REFRESHED_MS = 1500;

/** Calls `go`, which opens a page, and waits until the event stream of the page is open and its first refetch has ended. */
export async function subscribed(page: Page, go: () => Promise<unknown>): Promise<void> {
  const stream = page.waitForResponse(isStream);
  await go();
  expect((await stream).status()).toBe(200);
  await page.waitForTimeout(REFRESHED_MS);
}
