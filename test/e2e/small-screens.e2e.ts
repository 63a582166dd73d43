import type { Locator } from '@playwright/test';
import { openSection } from './admin/settings/open.ts';
import { choose, confirm, confirmation } from './client/booking-steps.ts';
import { aSlot, dayAhead } from './client/prepare.ts';
import { expect, test } from './fixture.ts';

/** Waits until the element is visible and returns its bounding box. */
async function boxOf(element: Locator) {
  await expect(element).toBeVisible();
  return (await element.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
}

test('on a phone, the fields for name and phone number are one below the other', { tag: '@touch' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 4);
  await aSlot(salon, date, '09:00');
  await page.goto('/booking');
  await choose(page, date, '09:00 - 10:00');
  // repeats the measurement, because the sheet rises while it opens
  await expect(async () => {
    const name = await boxOf(confirmation(page).getByLabel('Ime'));
    const phone = await boxOf(confirmation(page).getByLabel('Telefon'));
    expect(phone.y).toBeGreaterThan(name.y + name.height);
    expect(Math.min(name.width, phone.width)).toBeGreaterThan(300);
  }).toPass();
});

test('the buttons of the confirmation are visible on a screen that is 390 px high', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.setViewportSize({ width: 844, height: 390 });
  const date = await dayAhead(salon, 5);
  await aSlot(salon, date, '09:00');
  await page.goto('/booking');
  await choose(page, date, '09:00 - 10:00');
  await expect(confirmation(page).getByRole('button', { name: 'Potvrdi' })).toBeInViewport({ ratio: 1 });
  await confirm(page);
  await expect(confirmation(page).getByRole('button', { name: 'Potvrdi' })).toBeInViewport({ ratio: 1 });
});

test('nothing covers the save button of the settings on a touch screen', { tag: '@touch' }, async ({
  page,
  salon,
}) => {
  const form = await openSection(page, salon, 'zakazivanje', 'Zakazivanje');
  await form.getByRole('switch', { name: 'Gošće zakazuju bez naloga' }).click();
  const save = form.getByRole('button', { name: 'Sačuvaj' });
  await expect(save).toBeInViewport({ ratio: 1 });
  const isOnTop = () =>
    save.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect();
      const points = [left + 8, (left + right) / 2, right - 8].flatMap((x) => [
        [x, top + 8],
        [x, bottom - 8],
      ]);
      return points.every(([x = 0, y = 0]) => element.contains(document.elementFromPoint(x, y)));
    });
  await expect.poll(isOnTop).toBe(true);
});
