import { expect, test } from '../fixture.ts';
import { withoutStream } from '../network.ts';
import { block, drag, edgeOf, openCalendar, pointAt, rowAt, weekAhead } from './grid.ts';

const CALLS = '**/api/analytics/**';

test('the calendar shows an error and a retry if it fails to load, and an error if the absences fail to load', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  const monday = await weekAhead(salon, 3);
  await rowAt(salon, `${monday} 10:00`, 60);
  await openCalendar(page, salon, monday);
  await page.route(CALLS, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Greška pri učitavanju', { exact: true })).toBeVisible();
  await page.unroute(CALLS);
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByRole('button', { name: 'Dostupan, 10:00 - 11:00' })).toBeVisible();
  await page.route('**/api/annual/mine', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Greška pri učitavanju odsustava.')).toBeVisible();
});

test('if a move, a swap or a new slot cannot be saved, the calendar undoes the change and shows which change failed', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const monday = await weekAhead(salon, 4);
  const id = await rowAt(salon, `${monday} 10:00`, 60);
  const other = await rowAt(salon, `${monday} 16:00`, 60);
  await openCalendar(page, salon, monday);
  await page.route('**/move', (route) => route.abort());
  await page.route('**/swap', (route) => route.abort());
  await page.route('**/slot?*', (route) => route.abort());
  await drag(page, await edgeOf(page, id, 'middle'), await pointAt(page, monday, '13:30'));
  await expect(page.getByText('Nije moguće pomeriti termin')).toBeVisible();
  await expect(block(page, id)).toHaveAccessibleName(/10:00 - 11:00/);
  await drag(page, await edgeOf(page, id, 'middle'), await edgeOf(page, other, 'middle'));
  await expect(page.getByText('Zamena nije moguća')).toBeVisible();
  await expect(block(page, other)).toHaveAccessibleName(/16:00 - 17:00/);
  await drag(page, await pointAt(page, monday, '19:00'), await pointAt(page, monday, '20:00'));
  await expect(page.getByText('Kreiranje nije moguće')).toBeVisible();
  await expect(page.locator('[data-appointment-id]')).toHaveCount(2);
});
