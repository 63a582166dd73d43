import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { block, openCalendar, rowAt, weekAhead } from './grid.ts';

const MEASURED = { header: 50, times: 60, box: 760 }; // docs/spec/product.md §9.4, in px

test('the calendar’s view and day stand in the address; arrows, Danas and back lead through them', async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 3);
  await openCalendar(page, salon, monday, 'day');
  const view = (name: string) => page.getByRole('button', { name, exact: true });
  const column = (day: string) => page.locator(`section[data-date="${day}"]`);
  await expect(view('Dan')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('button', { name: 'Sledeće' }).click();
  await expect(column(addDays(monday, 1))).toBeVisible();
  await view('Nedelja').click();
  await expect(page.locator('section[data-date]')).toHaveCount(7);
  for (const name of ['Pon', 'Uto', 'Sre', 'Čet', 'Pet', 'Sub', 'Ned']) {
    await expect(page.getByRole('button', { name: new RegExp(`^${name} \\d+$`) })).toHaveCount(1);
  }
  await page.getByRole('button', { name: 'Prethodno' }).click();
  await page.reload();
  await expect(column(addDays(monday, -7))).toHaveCount(1);
  await page.goBack();
  await expect(column(monday)).toHaveCount(1);
  await page.getByRole('button', { name: 'Danas' }).click();
  await expect(column(await todayAt(salon))).toHaveCount(1);
  await view('Mesec').click();
  await expect(page.locator('section[data-date]')).toHaveCount(42);
  await page.getByRole('link', { name: 'Admin panel' }).first().click();
  await expect(page).toHaveURL(/\/admin$/);
});

test('a month shows four appointments of a day and how many more; that number and the day lead to the day', async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 4);
  for (const hour of [8, 10, 12, 14, 16, 18]) {
    await rowAt(salon, `${monday} ${String(hour).padStart(2, '0')}:00`, 60);
  }
  await openCalendar(page, salon, monday, 'month');
  const cell = page.locator(`section[data-date="${monday}"]`);
  await expect(cell.locator('[data-appointment-id]')).toHaveCount(4);
  await cell.getByRole('button', { name: '+2' }).click();
  await expect(page.locator('section[data-date]')).toHaveCount(1);
  await expect(page.locator('[data-appointment-id]')).toHaveCount(6);
  await page.goBack();
  await page.locator(`section[data-date="${addDays(monday, 1)}"]`).click({ position: { x: 30, y: 80 } });
  await expect(page.locator(`section[data-date="${addDays(monday, 1)}"]`)).toBeVisible();
  await expect(page.getByRole('button', { name: 'Dan', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('an absence shades its days and says why', { tag: '@once' }, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 5);
  const headers = await asAdmin(salon);
  const body = { date_from: monday, date_to: addDays(monday, 1), reason: `Letovanje ${monday}` };
  await request('POST /annual', { headers, body }, at(salon));
  await openCalendar(page, salon, addDays(monday, 1), 'day');
  await expect(page.getByText(`Odsustvo: Letovanje ${monday}`)).toBeVisible();
});

test('a change from elsewhere is seen on return to the calendar', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 6);
  await openCalendar(page, salon, monday, 'day');
  const id = await rowAt(salon, `${monday} 10:00`, 60);
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(block(page, id)).toHaveCount(1);
});

test('the grid on a desktop has its measures, with the whole day in sight', async ({
  page,
  salon,
  isMobile,
}) => {
  const monday = await weekAhead(salon, 7);
  await openCalendar(page, salon, monday);
  const box = await page.locator('[data-view="week"]').boundingBox();
  const head = await page.getByRole('button', { name: /^Pon \d+$/ }).boundingBox();
  const column = await page.locator(`section[data-date="${monday}"]`).boundingBox();
  expect(Math.round(head?.height ?? 0)).toBe(MEASURED.header - 1); // and its hairline
  expect(Math.round((column?.x ?? 0) - (box?.x ?? 0))).toBe(MEASURED.times + 1);
  if (isMobile) return;
  expect(box?.height).toBe(MEASURED.box);
  await expect(page.getByText('06:00', { exact: true })).toBeInViewport({ ratio: 1 });
  await expect(page.getByText('22:00', { exact: true })).toBeInViewport({ ratio: 1 });
});

for (const view of ['day', 'week', 'month']) {
  test(`the ${view} view of the calendar is accessible, with an appointment and without one`, async ({
    page,
    salon,
  }) => {
    const monday = await weekAhead(salon, { day: 8, week: 9, month: 10 }[view] ?? 11);
    await openCalendar(page, salon, monday, view);
    await expectAccessible(page);
    const id = await rowAt(salon, `${monday} 10:00`, 60);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
    await expect(block(page, id)).toHaveCount(1);
    await expectAccessible(page);
  });
}
