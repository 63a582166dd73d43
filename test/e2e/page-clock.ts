// The hour at which a page is looked at: it learns the salon's time from the answers of the server.
import type { Page } from '@playwright/test';
import type { WallTime } from '../../src/domain/wall-clock.ts';
import { clockAt } from '../support/wall-clock.ts';

/** From now on the page takes it to be this time in the salon; what the server answers is its own. */
export async function setPageClock(page: Page, wall: WallTime): Promise<void> {
  const date = new Date(clockAt(wall).ms()).toUTCString();
  await setDate(page, () => date);
}

const ANSWERS = /\/api\/(?!events)/; // a stream has no end that could be waited for

/** From now on the answers that the page gets carry this date. */
export async function setDate(page: Page, date: () => string): Promise<void> {
  await page.unroute(ANSWERS);
  await page.route(ANSWERS, async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, headers: { ...response.headers(), date: date() } });
  });
}
