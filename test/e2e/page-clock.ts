// Sets the clock of a page. Pages take the time from response headers.
import type { Page } from '@playwright/test';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { clockAt } from '../support/wall-clock.ts';

/** Sets the salon's time for the page. Does not change the time of the server. */
export async function setPageClock(page: Page, wall: WallTime): Promise<void> {
  const date = new Date(clockAt(wall).ms()).toUTCString();
  await setDate(page, () => date);
}

const ANSWERS = /\/api\/(?!events)/; // excludes the event stream, which never ends

export async function setDate(page: Page, date: () => string): Promise<void> {
  await page.unroute(ANSWERS);
  await page.route(ANSWERS, async (route) => {
    const response = await route.fetch();
    const fulfilled = route.fulfill({ response, headers: { ...response.headers(), date: date() } });
    await fulfilled.catch(() => undefined); // ignores the failure, because the test may have ended in the meantime
  });
}
