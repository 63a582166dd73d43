// Code that is loaded after the first render is prefetched, so that it is ready when the user taps.
import { PUBLIC_PAGES } from '../../../scripts/build/page-files.ts';
import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import { choose, confirmation } from './booking-steps.ts';
import { aSlot, dayAhead } from './prepare.ts';

const SCRIPTS = 6;

test(`every public page loads at most ${SCRIPTS} scripts for its first render, all listed in its HTML`, {
  tag: '@once',
}, async ({ page, salon }) => {
  const scripts = new Set<string>();
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.add(sent.url());
  });
  for (const name of Object.keys(PUBLIC_PAGES)) {
    const address = `${salon.url}/${name === 'home' ? '' : name}`;
    const html = await (await page.request.get(address)).text();
    const named = [...html.matchAll(/(?:src|href)="([^"]+\.js)"/g)].map(([, file = '']) => salon.url + file);
    await page.goto('about:blank');
    scripts.clear();
    await page.goto(address);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    expect(named.length, name).toBeLessThanOrEqual(SCRIPTS);
    expect([...scripts].slice(0, SCRIPTS).sort(), name).toEqual(named.sort());
  }
});

test('the list of services and the confirmation open without loading any more files', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  await aSlot(salon, date, '09:00');
  await withoutStream(page);
  const parts = ['confirm-dialog', 'service-sheet'].map((name) =>
    page.waitForResponse(new RegExp(`/assets/${name}-[^/]*\\.js$`)),
  );
  await page.goto(`${salon.url}/booking`);
  await Promise.all(parts);
  await page.waitForLoadState('networkidle');
  await page.route('**/assets/**', (route) => route.abort());
  await page.getByRole('button', { name: 'Promeni' }).click();
  await expect(page.getByRole('dialog', { name: 'Usluga' })).toBeVisible();
  await page.keyboard.press('Escape');
  await choose(page, date, '09:00 - 10:00');
  await expect(confirmation(page)).toBeVisible();
});

test('if the browser’s data saver is on, the booking page prefetches only the code for the next step', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.addInitScript(() => {
    Object.defineProperty(navigator, 'connection', { value: { saveData: true, effectiveType: '4g' } });
  });
  const scripts: string[] = [];
  page.on('request', (sent) => {
    if (sent.resourceType() === 'script') scripts.push(sent.url());
  });
  await withoutStream(page);
  const background = page.waitForRequest('**/assets/background-tasks-*.js');
  await page.goto(`${salon.url}/booking`);
  await background;
  await page.waitForLoadState('networkidle');
  await page.waitForTimeout(2000); // background tasks start only after a second without requests
  const isFetched = (name: string) => scripts.some((url) => url.includes(`/assets/${name}-`));
  expect(isFetched('confirm-dialog')).toBe(true);
  expect(['service-sheet', 'booked-view', 'phone-popup'].filter(isFetched)).toEqual([]);
});
