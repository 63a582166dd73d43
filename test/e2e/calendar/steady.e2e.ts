// The calendar keeps its buttons in place and scrolls to the hours that have appointments.
import type { Page } from '@playwright/test';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting, expectUncovered } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { block, openCalendar, rowAt, weekAhead } from './grid.ts';

const NARROWEST = { width: 320, height: 640 };

const placeOf = async (page: Page, name: string) => {
  const { x = 0, y = 0 } = (await page.getByRole('button', { name, exact: true }).boundingBox()) ?? {};
  return [Math.round(x), Math.round(y)];
};

test('the calendar’s buttons have the same positions in every view, however long the title is', async ({
  page,
  salon,
  isMobile,
}) => {
  if (isMobile) await page.setViewportSize(NARROWEST);
  const monday = await weekAhead(salon, 3);
  await openCalendar(page, salon, monday, 'day');
  const names = ['Prethodno', 'Sledeće', 'Danas', 'Mesec', 'Novi termin'];
  const before = await Promise.all(names.map((name) => placeOf(page, name)));
  for (const view of ['week', 'month', 'day']) {
    await page.goto(`${salon.url}/admin/calendar?view=${view}&date=${addDays(monday, 9)}`);
    await page.locator('[aria-busy="false"] section[data-date]').first().waitFor();
    expect(await Promise.all(names.map((name) => placeOf(page, name)))).toEqual(before);
  }
  await expectFitting(page);
});

test('the day view scrolls to one hour before the first appointment', { tag: '@touch' }, async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 4);
  await rowAt(salon, `${monday} 13:00`, 60);
  await rowAt(salon, `${addDays(monday, 1)} 09:00`, 60);
  await openCalendar(page, salon, monday, 'day');
  const top = async (clock: string) => {
    const label = await page.getByText(clock, { exact: true }).first().boundingBox();
    const box = await page.locator('[data-view="day"]').boundingBox();
    return (label?.y ?? 0) - (box?.y ?? 0);
  };
  const isFirst = async (clock: string) => {
    const px = await top(clock);
    return px > -10 && px < 30;
  };
  await expect.poll(() => isFirst('12:00')).toBe(true);
  await page.getByRole('button', { name: 'Sledeće' }).click();
  await expect.poll(() => isFirst('08:00')).toBe(true);
});

test('if a closed Sunday is chosen in the week view, the day view opens the Monday of that week', {
  tag: '@once',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 5);
  await openCalendar(page, salon, addDays(monday, 6), 'week');
  await page.getByRole('button', { name: 'Mesec', exact: true }).click();
  await page.getByRole('button', { name: 'Nedelja', exact: true }).click();
  await page.getByRole('button', { name: 'Dan', exact: true }).click();
  await expect(page.locator(`section[data-date="${monday}"]`)).toBeVisible();
});

test('the message after a deletion covers neither the button “Novi termin” nor the arrow buttons', {
  tag: '@touch',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 6);
  const id = await rowAt(salon, `${monday} 09:00`, 60);
  await openCalendar(page, salon, monday, 'day');
  await block(page, id).click();
  const dialog = page.getByRole('dialog', { name: 'Termin' });
  await dialog.getByRole('button', { name: 'Obriši' }).click();
  await page.getByRole('alertdialog', { name: 'Potvrda' }).getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByRole('button', { name: 'Poništi' })).toBeVisible();
  for (const name of ['Novi termin', 'Prethodno', 'Sledeće', 'Danas']) {
    await expectUncovered(page.getByRole('button', { name, exact: true }));
  }
});

test('slots on days of an absence are marked as not offered, and each of these days shows the reason of the absence', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 7);
  const headers = await asAdmin(salon);
  const inside = await rowAt(salon, `${monday} 09:00`, 90);
  const outside = await rowAt(salon, `${addDays(monday, 2)} 09:00`, 90);
  await request(
    'POST /annual',
    { headers, body: { date_from: monday, date_to: addDays(monday, 1), reason: 'Letovanje' } },
    at(salon),
  );
  await openCalendar(page, salon, monday, 'week');
  await expect(block(page, inside)).toHaveAccessibleName('Dostupan, 09:00 - 10:30, ne nudi se');
  await expect(block(page, inside)).toContainText('ne nudi se');
  await expect(block(page, outside)).toHaveAccessibleName('Dostupan, 09:00 - 10:30');
  await expect(page.getByRole('button', { name: /^Pon \d+ Odsustvo$/ })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await page.getByRole('button', { name: 'Dan', exact: true }).click();
  await expect(page.getByText('Odsustvo: Letovanje')).toBeInViewport();
  await page.getByRole('button', { name: 'Sledeće' }).click();
  await expect(page.locator(`section[data-date="${addDays(monday, 1)}"]`)).toBeVisible();
  await expect(page.getByText('Odsustvo: Letovanje')).toBeVisible();
});

test('on a tablet, the column of a Sunday without appointments is narrow but shows the day’s name', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 8);
  const sunday = addDays(monday, 6);
  await page.setViewportSize({ width: 820, height: 1180 });
  await openCalendar(page, salon, monday);
  const widthOf = async (day: string) =>
    (await page.locator(`section[data-date="${day}"]`).boundingBox())?.width ?? 0;
  await expect.poll(() => widthOf(sunday)).toBe(44);
  expect(await widthOf(monday)).toBeGreaterThan(100);
  await expect(page.getByRole('button', { name: /^Ned \d+$/ })).toBeVisible();
  const box = await page.locator('[data-view="week"]').boundingBox();
  expect(box?.height).toBeGreaterThan(900); // the grid of the week fills the height of the screen
  await rowAt(salon, `${sunday} 10:00`, 60);
  await page.reload();
  await expect.poll(() => widthOf(sunday)).toBeGreaterThan(100);
});
