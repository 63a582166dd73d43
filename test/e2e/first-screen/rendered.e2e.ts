import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { fillSalon, holdScripts, openDay, PUBLIC_PATHS, parsed, recordConsole, started } from './prepare.ts';

test.use({ settings: { SALON_NAME: 'Mesečina', SALON_PHONE: '064 123 456' } });
test.beforeEach(({ salon }) => fillSalon(salon));

/** Returns the accessibility tree of the page as text. */
const shown = (page: Page): Promise<string> => page.locator('body').ariaSnapshot();

const WITH_QUERY = ['/booking?usluga=1', '/?fbclid=IwAR0', '/services?utm_source=ig'];

test('every public page shows the same content before and after hydration', async ({
  page,
  salon,
  isMobile,
}) => {
  const consoleLines = recordConsole(page);
  // query strings do not affect the layout, so only the phone project tests them
  for (const path of isMobile ? [...PUBLIC_PATHS, ...WITH_QUERY] : PUBLIC_PATHS)
    await test.step(path, async () => {
      const release = await holdScripts(page);
      await page.goto(salon.url + path, { waitUntil: 'commit' });
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await parsed(page);
      const before = await shown(page);
      release();
      await started(page);
      expect(await shown(page)).toBe(before);
      expect(consoleLines).toEqual([]);
      await page.unrouteAll({ behavior: 'ignoreErrors' });
    });
});

test('a phone whose clock is days off shows the same slots before and after hydration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const consoleLines = recordConsole(page);
  await page.addInitScript(() => {
    const real = Date.now;
    Date.now = () => real() + 40 * 24 * 3_600_000;
  });
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  const time = page.getByRole('button', { name: /10:00/ }).or(page.getByRole('radio', { name: /10:00/ }));
  await expect(time.first()).toBeVisible();
  await parsed(page);
  const before = await shown(page);
  release();
  await started(page);
  expect(await shown(page)).toBe(before);
  expect(consoleLines).toEqual([]);
});

test('with forced colors a chosen day and slot differ from the others', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await page.goto(`${salon.url}/booking`);
  await started(page);
  await page.getByRole('button', { name: '10:00 - 11:00' }).click();
  const colour = (selector: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element) => getComputedStyle(element).backgroundColor);
  await expect.poll(() => colour('[aria-pressed="true"]')).not.toBe(await colour('[aria-pressed="false"]'));
  expect(await colour('label:has(> :checked)')).not.toBe(await colour('label:not(:has(> :checked))'));
});

test('the day and slot that the URL names are already chosen in the server’s HTML', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const day = await openDay(salon);
  const [, second] = await request('GET /appointments', { query: { from: day, to: day } }, at(salon));
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking?dan=${day}&slot=${second?.id}`, { waitUntil: 'commit' });
  await expect(page.getByText('12:00 - 13:00').first()).toBeVisible();
  await parsed(page);
  const before = await shown(page);
  release();
  await started(page);
  expect(await shown(page)).toBe(before);
});

test('the server’s HTML no longer contains a deleted slot', { tag: '@once' }, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const day = addDays(await openDay(salon), 1);
  const today = await todayAt(salon);
  const body = { start_datetime: `${day} 15:00:00`, duration_minutes: 45 };
  const slot = await request('POST /appointments/slot', { headers, body }, at(salon));
  const sent = async () => (await page.request.get(`${salon.url}/booking?dan=${day}`)).text();
  expect(today < day).toBe(true);
  expect(await sent()).toContain(`"id":${slot.id},`);
  await request('DELETE /appointments/{id}', { params: { id: slot.id }, headers }, at(salon));
  expect(await sent()).not.toContain(`"id":${slot.id},`);
});

test('the server does not render the pages of booking links and password resets', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  for (const query of ['termin=abc', 'pomeri=3']) {
    const html = await (await page.request.get(`${salon.url}/booking?${query}`)).text();
    expect(html).toContain('<div id="app"></div>');
  }
  const reset = await page.request.get(`${salon.url}/reset?token=abc`);
  expect(await reset.text()).toContain('<div id="app"></div>');
});

test.describe('public pages when JavaScript is disabled', () => {
  test.use({ javaScriptEnabled: false });
  test('the pages show prices, free slots and a hint to call the salon', {
    tag: '@once',
  }, async ({ page, salon }) => {
    await page.goto(`${salon.url}/services`);
    await expect(page.getByRole('main')).toContainText('1.800 din');
    await expect(page.locator('noscript')).toBeVisible();
    expect(await page.locator('noscript').textContent()).toContain('Za zakazivanje je potreban JavaScript.');
    await expect(page.locator('noscript a')).toHaveAttribute('href', 'tel:+38164123456');
    await page.goto(`${salon.url}/booking`);
    await expect(page.getByRole('main')).toContainText('10:00');
  });
});
