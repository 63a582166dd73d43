// Pages that the browser shows again after a while, from its cache or its history.
import { addDays } from '../../../src/domain/wall-clock.ts';
import { expect, test } from '../fixture.ts';
import { keepOnDevice, todayAt } from '../network.ts';
import { setPageClock } from '../page-clock.ts';
import { fillSalon, started, storedClient } from './prepare.ts';

test.beforeEach(({ salon }) => fillSalon(salon));

test('a page that was rendered days ago shows the current days after the first API response', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = addDays(await todayAt(salon), 3);
  await setPageClock(page, `${today} 12:00:00`);
  await page.addInitScript(() => {
    window.setInterval = (() => 0) as never; // stops timers, so that the page's clock stops
  });
  await page.goto(`${salon.url}/booking`);
  await started(page);
  const first = page.locator('fieldset input').first();
  await expect.poll(async () => ((await first.getAttribute('value')) ?? '') >= today).toBe(true);
  await page.unrouteAll({ behavior: 'ignoreErrors' }); // ignores the error of a response that is still pending
});

test('a page restored from the back/forward cache shows the current login state', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedClient(salon));
  await page.goto(salon.url);
  await expect(page.getByRole('heading', { name: /Milica/ })).toBeVisible();
  // another tab logs out while this page is in the back/forward cache
  await page.evaluate(() => {
    localStorage.clear();
    window.dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }));
  });
  await expect(page.getByRole('heading', { name: 'Prvi slobodni termini' })).toBeVisible();
  await expect(page.getByRole('heading', { name: /Milica/ })).toHaveCount(0);
  await expect(page).toHaveURL(`${salon.url}/`);
});
