// The sheet of a new appointment: with failed requests, with the keyboard only, and with large text.
import type { Locator, Page } from '@playwright/test';
import { aService, aSlot, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { withoutStream } from '../../network.ts';
import { aClient, anAppointment, rowsOn, sheetOf } from '../new-steps.ts';
import { arriveAsOwner } from '../prepare.ts';

const fails = (page: Page, path: string) => page.route(path, (route) => route.abort());

test('if the client’s note or the slots fail to load, the sheet shows an error with a retry, and its other parts still work', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  const day = await dayAhead(salon, 1);
  const { id } = await aClient(salon, 'Vera Kostić', 'Alergija na akril');
  await anAppointment(salon, { client_id: id, start_datetime: `${day} 08:00:00` });
  await aSlot(salon, day, '12:00');
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await fails(page, '**/api/people/*');
  await fails(page, '**/api/appointments?*');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: /Vera Kostić/ }).click();
  const retry = sheet.getByRole('button', { name: 'Pokušaj ponovo' });
  await expect(sheet.getByText('Beleška o klijentkinji nije učitana.')).toBeVisible();
  await expect(sheet.getByLabel('Usluga')).toBeVisible();
  await page.unroute('**/api/people/*');
  await retry.click();
  await expect(sheet.getByText('Alergija na akril')).toBeVisible();

  await sheet.getByRole('button', { name: 'Slobodni termini' }).click();
  await expect(sheet.getByText('Greška pri učitavanju termina.')).toBeVisible();
  await page.unroute('**/api/appointments?*');
  await retry.click();
  await sheet.locator(`input[value="${day}"]`).check();
  await sheet.getByRole('button', { name: '12:00 - 13:00' }).click();
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Vera Kostić, .* u 12:00$/)).toBeVisible();
});

test('if recent clients and the price list fail to load, the owner can still book a guest', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  await fails(page, '**/api/users?*recent=1*');
  await fails(page, '**/api/services');
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel('Klijent')).toBeVisible();
  await expect(sheet.getByRole('heading', { name: 'Nedavno' })).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await expect(sheet.getByLabel('Usluga').getByRole('option')).toHaveText(['Bez usluge za sada']);
  await expect(sheet.getByText('Usluge nisu učitane. Pokušajte ponovo.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Gost, /)).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual(['09:00-11:00 BOOKED Gost']);
});

/** Presses Tab until the element `wanted` has the focus. */
async function tabTo(page: Page, wanted: Locator): Promise<void> {
  for (let step = 0; step < 40; step += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return;
    await page.keyboard.press('Tab');
  }
  await expect(wanted).toBeFocused();
}

test('the owner can book with the keyboard only: client search, service, slot, note and save', {
  tag: '@mouse',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  await aService(salon, 'Gel lak', 60);
  await aClient(salon, 'Zorica Lalić');
  await aSlot(salon, day, '10:00');
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  const opener = page.getByRole('button', { name: 'Novi termin' });
  await tabTo(page, opener);
  await page.keyboard.press('Enter');
  const sheet = sheetOf(page);
  await expect(sheet.getByLabel('Klijent')).toBeFocused();
  await page.keyboard.type('zorica');
  await expect(sheet.getByRole('option', { name: /Zorica Lalić/ })).toBeVisible();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await expect(sheet.getByText('Zorica Lalić').first()).toBeVisible();
  await expect(sheet.getByLabel('Usluga').getByRole('option', { name: /^Gel lak/ })).toHaveCount(1);
  await tabTo(page, sheet.getByLabel('Usluga'));
  await page.keyboard.press('g');
  await expect(sheet.getByRole('listitem')).toContainText('Gel lak');
  await tabTo(page, sheet.getByLabel('Napomena'));
  await page.keyboard.type('Bez ukrasa');
  await tabTo(page, sheet.getByRole('button', { name: 'Slobodni termini' }));
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('button', { name: 'Drugo vreme' })).toBeFocused();
  const time = sheet.getByRole('button', { name: '10:00 - 11:00' });
  await expect(time).toBeVisible(); // waits, because the slots load after the focus has moved
  await page.keyboard.press('Shift+Tab');
  await expect(time).toBeFocused();
  await page.keyboard.press('Space');
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  await tabTo(page, sheet.getByRole('button', { name: 'Sačuvaj' }));
  await page.keyboard.press('Enter');
  await expect(page.getByText(/^Zorica Lalić, .* u 10:00$/)).toBeVisible();
  await expect(opener).toBeFocused();
  expect(await rowsOn(salon, day)).toEqual(['10:00-11:00 BOOKED Zorica Lalić']);
});

test('when text is twice as large, the sheet needs no horizontal scrolling and truncates no names', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  const service_id = (await aService(salon, 'Spa tretman', 45)) as never;
  const { id } = await aClient(salon, 'Sanja Ilić');
  await anAppointment(salon, { client_id: id, service_id, start_datetime: `${day} 08:00:00` });
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.addStyleTag({ content: 'html { font-size: 200% }' });
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  const excess = () => sheet.evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth);
  await expect(sheet.getByRole('heading', { name: 'Nedavno' })).toBeVisible();
  expect(await excess()).toBe(0);
  await sheet.getByRole('button', { name: /Sanja Ilić/ }).click();
  await expect(sheet.getByText('Usluga, kao prošli put')).toBeVisible();
  expect(await excess()).toBe(0);
  const name = sheet.getByText('Sanja Ilić', { exact: true }).first();
  const { width, height } = (await name.boundingBox()) ?? { width: 0, height: 0 };
  expect(width).toBeGreaterThan(height);
});
