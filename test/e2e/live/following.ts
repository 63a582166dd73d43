// Pages that follow the salon's events.
import type { Page } from '@playwright/test';
import { expect } from '../fixture.ts';

export const STREAM = /\/api\/events/;
export const isStream = (sent: { url(): string }): boolean => STREAM.test(sent.url());
/** Far less than the minute after which it would be asked for again. */
export const SOON = { timeout: 30_000 };
/** By then what an event concerns has been asked for again. */
export const ASKED_AGAIN_MS = 1500;

/** Goes to a page and waits until it follows the events, and has asked again for all that may have changed before. */
export async function following(page: Page, go: () => Promise<unknown>): Promise<void> {
  const stream = page.waitForResponse(isStream);
  await go();
  expect((await stream).status()).toBe(200);
  await page.waitForTimeout(ASKED_AGAIN_MS);
}
