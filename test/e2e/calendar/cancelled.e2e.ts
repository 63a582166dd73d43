import { addDays } from '../../../src/domain/wall-clock.ts';
import { expect, test } from '../fixture.ts';
import { block, cancelRow, openCalendar, rowAt, weekAhead } from './grid.ts';

const switchOf = (count: number) => ({ name: `Otkazani (${count})`, exact: true });

test('a canceled appointment cannot be dragged; it is hidden by default if another appointment has the same time', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 3);
  const gone = await rowAt(salon, `${monday} 10:00`, 60, 'Mila');
  await cancelRow(salon, gone);
  const live = await rowAt(salon, `${monday} 10:00`, 60);
  const alone = await rowAt(salon, `${monday} 14:00`, 60, 'Rada');
  await cancelRow(salon, alone);
  await openCalendar(page, salon, monday);
  await expect(block(page, alone)).toBeVisible();
  await expect(block(page, alone)).not.toHaveAttribute('data-movable');
  await expect(block(page, gone)).toHaveCount(0);
  const before = await block(page, live).boundingBox();
  const shown = page.getByRole('button', switchOf(1));
  await expect(shown).toHaveAttribute('aria-pressed', 'false');
  await shown.click();
  await expect(shown).toHaveAttribute('aria-pressed', 'true');
  await expect(block(page, gone)).toHaveAccessibleName('Mila, 10:00 - 11:00, Otkazan');
  const after = await block(page, live).boundingBox();
  expect(after?.width).toBe(before?.width);
  expect((await block(page, gone).boundingBox())?.width).toBeLessThan(30);
});

test('the browser remembers whether the calendar shows canceled appointments', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const monday = await weekAhead(salon, 4);
  const gone = await rowAt(salon, `${monday} 10:00`, 60, 'Mila');
  await cancelRow(salon, gone);
  await rowAt(salon, `${monday} 10:30`, 60);
  await openCalendar(page, salon, monday, 'day');
  await page.getByRole('button', switchOf(1)).click();
  await expect(block(page, gone)).toHaveCount(1);
  await page.goto(`${salon.url}/admin/calendar?view=week&date=${addDays(monday, 7)}`);
  await page.goto(`${salon.url}/admin/calendar?view=day&date=${monday}`);
  await expect(block(page, gone)).toHaveCount(1);
  await page.getByRole('button', switchOf(1)).click();
  await expect(block(page, gone)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', switchOf(1))).toBeVisible();
  await expect(block(page, gone)).toHaveCount(0);
});
