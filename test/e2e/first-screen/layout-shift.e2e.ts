// The first screen does not move when scripts, fonts and responses arrive.
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, keepOnDevice } from '../network.ts';
import { fillSalon, holdScripts, openDay, PUBLIC_PATHS, parsed, started, storedClient } from './prepare.ts';

test.use({ reducedMotion: 'no-preference' });

test.beforeEach(({ salon }) => fillSalon(salon));

const scrolled = (page: Page): Promise<number> => page.evaluate(() => window.scrollY);

test('a page scrolled before hydration keeps its scroll position', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.setViewportSize({ width: 390, height: 660 });
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await parsed(page);
  await page.evaluate(() => {
    document.body.style.paddingBottom = '900px'; // makes the page as long as it is on a day with many slots
    window.scrollTo(0, 700);
  });
  expect(await scrolled(page)).toBe(700);
  release();
  await started(page);
  await page.waitForTimeout(300);
  expect(await scrolled(page)).toBe(700);
});

test('in a window of small height, the continue button is below the slots before and after hydration', {
  tag: '@once',
}, async ({ page, salon }) => {
  for (const height of [553, 844]) {
    await page.setViewportSize({ width: 375, height });
    const release = await holdScripts(page);
    await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
    await parsed(page);
    const button = page.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' });
    const before = await button.boundingBox();
    const heightOf = () => page.evaluate(() => document.documentElement.scrollHeight);
    const length = await heightOf();
    release();
    await started(page);
    expect(await button.boundingBox()).toEqual(before);
    expect(await heightOf()).toBe(length);
  }
});

test('the bar of the chosen time keeps its height from the tap on, with text of 120 %', {
  tag: '@once',
}, async ({ page, salon }) => {
  for (const [width, height] of [
    [390, 844],
    [320, 800],
  ] as const) {
    await page.setViewportSize({ width, height });
    const release = await holdScripts(page);
    await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
    await parsed(page);
    await page.addStyleTag({ content: 'html { font-size: 120% }' });
    const bar = page.locator('.choice-bar');
    const heightOf = async () => (await bar.boundingBox())?.height;
    const before = await heightOf();
    await page.getByText('10:00 - 11:00').click();
    expect(await heightOf()).toBe(before);
    release();
    await started(page);
    await expect(bar).toContainText('10:00 - 11:00');
    for (let look = 0; look < 10; look += 1) {
      expect(await heightOf(), `${width} px`).toBe(before);
      await page.waitForTimeout(100);
    }
  }
});

test('nothing moves when the font of the headings loads', { tag: '@touch' }, async ({ page, salon }) => {
  await page.addInitScript(() => {
    const seen = { shift: 0 };
    Object.assign(window, { seen });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) seen.shift += (entry as unknown as { value: number }).value;
    }).observe({ type: 'layout-shift', buffered: true });
  });
  await page.route('**/*.woff2', async (route) => {
    await page.waitForTimeout(500); // lets the page render before the fonts arrive
    await route.continue();
  });
  for (const path of PUBLIC_PATHS) {
    await page.goto(`${salon.url}${path}`);
    await started(page);
    await page.evaluate(() => document.fonts.ready);
    await page.waitForTimeout(200);
    const shift = await page.evaluate(() => (window as unknown as { seen: { shift: number } }).seen.shift);
    expect(shift, path).toBeLessThan(0.001);
  }
});

test('on the home page, the text for a slot’s day has the same width before and after the font loads', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { promise: release, resolve } = Promise.withResolvers<void>();
  await page.route('**/*.woff2', (route) => release.then(() => route.continue()));
  await page.goto(salon.url, { waitUntil: 'commit' });
  const time = page.getByText('10:00 - 11:00', { exact: true });
  const before = await time.boundingBox();
  resolve();
  await started(page);
  await page.evaluate(() => document.fonts.ready);
  expect((await time.boundingBox())?.width).toBe(before?.width);
});

test('the chosen day is scrolled into view even if it is the last in the strip of days', {
  tag: '@touch',
}, async ({ page, salon }) => {
  await page.goto(`${salon.url}/booking`);
  await started(page);
  const last = await page.locator('fieldset input').last().getAttribute('value');
  await page.goto(`${salon.url}/booking?dan=${last}`);
  await started(page);
  await expect(page.locator('fieldset label').last()).toBeInViewport({ ratio: 1 });
});

test('checkboxes and radios have autocomplete="off", so a reload does not restore their state', {
  tag: '@once',
}, async ({ page, salon }) => {
  // Firefox restores ticked boxes after a reload unless autocomplete is off
  for (const path of ['/login', '/booking']) {
    const release = await holdScripts(page);
    await page.goto(`${salon.url}${path}`, { waitUntil: 'commit' });
    const boxes = page.locator('input:is([type=checkbox], [type=radio])');
    await expect(boxes.first()).toBeAttached();
    await parsed(page);
    for (const box of await boxes.all()) await expect(box).toHaveAttribute('autocomplete', 'off');
    release();
    await started(page);
  }
});

test('the profile link of a client never looks active on another page', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedClient(salon));
  await page.addInitScript(() => {
    const colours = new Set<string>();
    Object.assign(window, { colours });
    const look = () => {
      const link = document.querySelector('nav a[href="/profile"]');
      if (link) colours.add(getComputedStyle(link).color);
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  });
  await page.goto(`${salon.url}/login`);
  await started(page);
  await expect(page.getByRole('link', { name: 'Profil' })).toBeVisible();
  await page.waitForTimeout(400);
  const colours = () => page.evaluate(() => [...(window as unknown as { colours: Set<string> }).colours]);
  expect(await colours()).toHaveLength(1);
});

test('the note about how many more bookings are allowed appears only after past appointments have loaded', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await storedClient(salon);
  const start_datetime = `${addDays(await openDay(salon), 2)} 15:00:00`;
  const slot = await request(
    'POST /appointments/slot',
    { headers: await asAdmin(salon), body: { start_datetime, duration_minutes: 60 } },
    at(salon),
  );
  const headers = { authorization: `Bearer ${client.token}` };
  const seen = { seen_start: slot.start_datetime, seen_end: slot.end_datetime };
  await request('POST /appointments/{id}/book', { headers, params: { id: slot.id }, body: seen }, at(salon));
  await keepOnDevice(page, salon, client);
  const { promise, resolve } = Promise.withResolvers<void>();
  await page.route('**/api/appointments/past*', async (route) => {
    await promise;
    await route.continue();
  });
  await page.goto(salon.url);
  const note = page.getByText(/^Možete imati još/);
  await expect(page.getByText('15:00 - 16:00')).toBeVisible();
  await expect(note).toBeHidden();
  resolve();
  await expect(note).toBeVisible();
});
