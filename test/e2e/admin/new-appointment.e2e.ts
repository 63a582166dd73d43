import { expectAccessible } from '../axe.ts';
import { timesIn } from '../calendar/grid.ts';
import { dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { arriveAsOwner, listOf } from './prepare.ts';

test('a person who calls is booked at once; a lost second step goes on where it was', async ({
  page,
  salon,
}) => {
  const day = await dayAhead(salon, 1);
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await dialog.getByLabel('Datum').fill(day);
  await dialog.getByLabel('Početak').fill('16:00');
  await expect(dialog.getByLabel('Trajanje (min)')).toHaveValue('120');
  await dialog.getByLabel('Ime gosta').fill('Rada Šijan');
  await dialog.getByLabel('Telefon gosta').fill('065 222 333');
  await expect(dialog.getByLabel('Status')).toHaveValue('BOOKED');
  await expectAccessible(page);

  await page.route('**/api/appointments/*', (route) =>
    route.request().method() === 'PUT' ? route.abort() : route.fallback(),
  );
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Greška pri čuvanju izmena.')).toBeVisible();
  await expect(dialog.getByText('Slobodan termin je dodat. Ostalo još nije sačuvano.')).toBeVisible();
  await page.unrouteAll();
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await expect(dialog).toHaveCount(0);

  await page.goto(`${salon.url}${listOf(day)}`);
  await expect(page.locator('[data-appointment-id]')).toHaveCount(1);
  await expect(page.locator('[data-appointment-id]')).toContainText('Rada Šijan');
});

test('a free slot added in the dialog can be taken back', async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  await dialog.getByLabel('Datum').fill(day);
  await dialog.getByLabel('Početak').fill('16:00');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  expect(await timesIn(salon, day, day)).toEqual([`${day.slice(5)} 16:00-18:00`]);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  expect(await timesIn(salon, day, day)).toEqual([]);
});
