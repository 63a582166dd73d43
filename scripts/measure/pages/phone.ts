// Emulates a slow phone on a slow network with an empty cache.
import type { Browser, CDPSession, Page } from '@playwright/test';
import type { Stored } from './sides.ts';

const SLOWER = 4;
const ROUND_TRIP_MS = 150;
const DOWN_BITS = 1_600_000;
const UP_BITS = 750_000;
const SCREEN = { width: 390, height: 844 };

export const PHONE_WORDS = `CPU ${SLOWER} times slower, ${ROUND_TRIP_MS} ms round trip, ${DOWN_BITS / 1e6} Mbit/s down, ${SCREEN.width}×${SCREEN.height}, cold cache, HTTP/1.1`;

export interface Phone {
  readonly page: Page;
  readonly devtools: CDPSession;
  close(): Promise<void>;
}

export async function openPhone(browser: Browser, url: string, stored: Stored): Promise<Phone> {
  const context = await browser.newContext({
    viewport: SCREEN,
    isMobile: true,
    hasTouch: true,
    deviceScaleFactor: 2,
    locale: 'sr-Latn-RS',
    timezoneId: 'Europe/Belgrade',
    storageState: { cookies: [], origins: [{ origin: url, localStorage: [...stored] }] },
  });
  const page = await context.newPage();
  const devtools = await context.newCDPSession(page);
  await devtools.send('Network.enable');
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: ROUND_TRIP_MS,
    downloadThroughput: DOWN_BITS / 8,
    uploadThroughput: UP_BITS / 8,
  });
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER });
  return { page, devtools, close: () => context.close() };
}
