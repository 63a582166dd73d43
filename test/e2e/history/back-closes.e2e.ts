import type { Page } from '@playwright/test';
import { choose, confirmation, sheetsInHistory } from '../client/booking-steps.ts';
import { aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';

test.use({ reducedMotion: 'no-preference' });

const back = (page: Page) => page.evaluate(() => window.history.back());
/** Goes forward and waits for the `popstate` event, after which the page removes the history entry of the closed sheet. */
const forward = (page: Page) =>
  page.evaluate(async () => {
    const noticed = new Promise((done) => window.addEventListener('popstate', done, { once: true }));
    window.history.forward();
    await noticed;
  });
const question = (page: Page) => page.getByRole('alertdialog', { name: 'Potvrda' });
const heading = (page: Page) => page.getByRole('heading', { name: 'Zakažite termin', level: 1 });

test.beforeEach(async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  await aSlot(salon, date, '10:00').catch(() => undefined);
  await page.goto('/');
  await page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Zakaži' }).click();
  await choose(page, date, '10:00 - 11:00');
  await expect(confirmation(page)).toBeVisible();
  await sheetsInHistory(page, 1);
});

test('Back closes a sheet, and the next Back leaves the page', async ({ page, salon }) => {
  await back(page);
  await expect(confirmation(page)).toHaveCount(0);
  await expect(heading(page)).toBeVisible();
  await back(page);
  await expect(page).toHaveURL(`${salon.url}/`);
});

test('Forward does not reopen a sheet that Back has closed', async ({ page, salon }) => {
  await back(page);
  await expect(confirmation(page)).toHaveCount(0);
  await forward(page);
  await sheetsInHistory(page, 0);
  await expect(heading(page)).toBeVisible();
  await expect(confirmation(page)).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(`${salon.url}/`);
});

test('Back asks before it discards typed text, and asks again after “Nastavi unos”', async ({
  page,
  salon,
}) => {
  await confirmation(page).getByLabel('Napomena').fill('Bez laka');
  for (const _time of ['first', 'second']) {
    await back(page);
    await expect(question(page)).toContainText('Odbaciti ono što ste upisali?');
    await question(page).getByRole('button', { name: 'Nastavi unos' }).click();
    await expect(question(page)).toHaveCount(0);
    await expect(confirmation(page).getByLabel('Napomena')).toHaveValue('Bez laka');
    await sheetsInHistory(page, 1);
  }
  await back(page);
  await question(page).getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await back(page);
  await expect(page).toHaveURL(`${salon.url}/`);
});

test('Back closes the dialog that asks whether to discard the text, and the text is still there', async ({
  page,
}) => {
  await confirmation(page).getByLabel('Napomena').fill('Bez laka');
  await page.keyboard.press('Escape');
  await expect(question(page)).toBeVisible();
  await back(page);
  await expect(question(page)).toHaveCount(0);
  await expect(confirmation(page).getByLabel('Napomena')).toHaveValue('Bez laka');
});

for (const [name, close] of [
  ['its button', (page: Page) => confirmation(page).getByRole('button', { name: 'Otkaži' }).click()],
  ['Escape', (page: Page) => page.keyboard.press('Escape')],
] as const) {
  test(`a sheet closed by ${name} leaves no history entry`, async ({ page, salon }) => {
    await close(page);
    await expect(confirmation(page)).toHaveCount(0);
    await sheetsInHistory(page, 0);
    await back(page);
    await expect(page).toHaveURL(`${salon.url}/`);
  });
}

test('a reload of the booking page keeps the chosen day and time', async ({ page }) => {
  await page.keyboard.press('Escape');
  await expect(page).toHaveURL(/dan=.*slot=/);
  await sheetsInHistory(page, 0);
  await page.reload();
  await expect(page.getByRole('button', { name: '10:00 - 11:00', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await back(page);
  await expect(page.getByRole('heading', { name: 'Zakažite termin' })).toHaveCount(0);
});
