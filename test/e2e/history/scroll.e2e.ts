import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';

const top = (page: Page) => page.evaluate(() => Math.round(window.scrollY));
/** Waits for hydration: before that, Back changes the URL but not the page. */
const started = (page: Page) => page.waitForFunction(() => window.history.scrollRestoration === 'manual');
const navigation = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name });

async function scrollTo(page: Page, y: number): Promise<void> {
  await started(page);
  await page.evaluate((to) => {
    document.body.style.minHeight = '3000px'; // the salon's few services don't make the page long enough to scroll
    window.scrollTo(0, to);
  }, y);
  await arrived(page, y);
}

/** Waits until the page is scrolled to `y` and has received the scroll event, which comes with the next frame. */
async function arrived(page: Page, y: number): Promise<void> {
  await expect.poll(() => top(page)).toBe(y);
  await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
}

test('Back and Forward restore the scroll position of each page', async ({ page }) => {
  await page.goto('/');
  await scrollTo(page, 700);
  await navigation(page, 'Zakaži').click();
  await expect(page.getByRole('heading', { name: 'Zakažite termin' })).toBeFocused();
  await expect.poll(() => top(page)).toBe(0);
  await expect(page.getByRole('button', { name: 'Obavesti me ako se oslobodi termin' })).toBeVisible(); // the last part to load: until then, the browser moves the page with what is in view
  await scrollTo(page, 350);
  await page.goBack();
  await expect.poll(() => top(page)).toBe(700);
  await page.goForward();
  await expect.poll(() => top(page)).toBe(350);
});

test('the scroll position is restored by a reload, and also by Back after the next page was reloaded', async ({
  page,
}) => {
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      document.body.style.minHeight = '3000px';
    });
  });
  await page.goto('/services');
  await scrollTo(page, 600);
  await page.reload();
  await expect.poll(() => top(page)).toBe(600);
  await navigation(page, 'Zakaži').click();
  await expect(page.getByRole('heading', { name: 'Zakažite termin' })).toBeFocused();
  await page.reload();
  await started(page);
  await page.goBack();
  await expect.poll(() => top(page)).toBe(600);
});

test('a reload restores the scroll position of a list once its rows have loaded', async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  for (let n = 10; n < 40; n += 1)
    await request('POST /users/clients', { headers, body: { name: `Klijentkinja ${n}` } }, at(salon));
  await arriveAsOwner(page, salon, '/admin/clients');
  await expect(page.getByText('Klijentkinja 10')).toBeVisible();
  await started(page);
  await page.evaluate(() => window.scrollTo(0, 900));
  await arrived(page, 900);
  await page.route('**/api/people*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await page.reload();
  await expect.poll(() => top(page)).toBe(900);
});
