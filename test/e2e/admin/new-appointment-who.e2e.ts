// The person of a new appointment: a client with a note and a usual service, a guest, or a new client.
import { expectAccessible } from '../axe.ts';
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { aClient, anAppointment, chooseClient, rowsOn, sheetOf } from './new-steps.ts';
import { arriveAsOwner } from './prepare.ts';

test('one tap chooses a recent client; the form then shows the client’s note and fills in the usual service with its duration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  const service_id = (await aService(salon, 'Gel lak', 75)) as never;
  const { id } = await aClient(salon, 'Marta Đukanović', 'Alergija na akril');
  await anAppointment(salon, { client_id: id, service_id, start_datetime: `${day} 08:00:00` });
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: /Marta Đukanović/ }).click();
  await expect(sheet.getByText('Alergija na akril')).toBeVisible();
  await expect(sheet.getByText('Usluga, kao prošli put')).toBeVisible();
  await expect(sheet.getByLabel('Trajanje (min)')).toHaveValue('75');
  await expect(sheet.getByLabel('Početak')).toHaveValue('09:15');
  await expect(sheet.getByText(/Marta Đukanović dobija obaveštenje/)).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Marta Đukanović, .* u 09:15$/)).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual([
    '08:00-09:15 BOOKED Marta Đukanović',
    '09:15-10:30 BOOKED Marta Đukanović',
  ]);
});

test('choosing another service keeps the duration that the owner typed', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const day = await dayAhead(salon, 3);
  await aService(salon, 'Manikir', 45);
  await aService(salon, 'Nadogradnja', 150);
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  const length = sheet.getByLabel('Trajanje (min)');
  await sheet.getByLabel('Usluga').selectOption({ label: 'Manikir, 45 min, 1.800 din' });
  await expect(length).toHaveValue('45');
  await length.fill('60');
  await sheet.getByLabel('Usluga').selectOption({ label: 'Nadogradnja, 150 min, 1.800 din' });
  await expect(length).toHaveValue('60');
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(sheet.getByLabel('Klijent')).toHaveAttribute('aria-invalid', 'true');
  await expect(sheet.getByLabel('Klijent')).toBeFocused();
});

test('the owner adds a new client inside the sheet; closing the sheet then needs a confirmation', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  await arriveAsOwner(page, salon, `/admin/calendar?view=day&date=${day}`);
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Nova klijentkinja' }).click();
  const adding = page.getByRole('dialog', { name: 'Nova klijentkinja' });
  await adding.getByLabel('Ime i prezime').fill('Tijana Ćirić');
  await adding.getByRole('button', { name: 'Dodaj klijenta' }).click();
  await expect(sheet.getByRole('button', { name: 'Promeni' })).toBeVisible();
  await page.keyboard.press('Escape');
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await question.getByRole('button', { name: 'Nastavi unos' }).click();
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Tijana Ćirić, /)).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual(['09:00-11:00 BOOKED Tijana Ćirić']);
});

test('a booking started from the client card offers slots that fit the service, alone or joined with the next slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 5);
  await aService(salon, 'Izlivanje', 100);
  await aClient(salon, 'Olga Simić');
  await aSlot(salon, day, '09:00', 60);
  await aSlot(salon, day, '12:00', 60);
  await aSlot(salon, day, '13:00', 60);
  await arriveAsOwner(page, salon, '/admin/clients?tab=pregled');
  await page.getByRole('tab', { name: 'Pregled svih klijenta' }).click();
  await page.getByRole('button', { name: 'Olga Simić', exact: true }).click();
  await page.getByRole('dialog', { name: 'Klijent' }).getByRole('button', { name: 'Zakaži' }).click();
  const sheet = sheetOf(page);
  await sheet.getByLabel('Usluga').selectOption({ label: 'Izlivanje, 100 min, 1.800 din' });
  await sheet.locator(`input[value="${day}"]`).check();
  await expect(sheet.getByRole('button', { name: '12:00 - 13:40' })).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^09:00 - / })).toHaveCount(0);
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(sheet.getByText('Izaberite termin pre nastavka.')).toBeVisible();
  await sheet.getByRole('button', { name: '12:00 - 13:40' }).click();
  await sheet.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Olga Simić, .* u 12:00$/)).toBeVisible();
  const after = ['09:00-10:00 AVAILABLE', '12:00-13:40 BOOKED Olga Simić', '13:40-14:00 AVAILABLE'];
  expect(await rowsOn(salon, day)).toEqual(after);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  const before = ['09:00-10:00 AVAILABLE', '12:00-13:00 AVAILABLE', '13:00-14:00 AVAILABLE'];
  expect(await rowsOn(salon, day)).toEqual(before);
});

test('the address of the booking page opens the sheet with the services, day and technician that it names', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 6);
  const gel = (await aService(salon, 'Gel lak', 60)) as never;
  const other = await aService(salon, 'Manikir', 45);
  const { id } = await aClient(salon, 'Dunja Perić');
  await anAppointment(salon, {
    client_id: id,
    service_id: gel,
    start_datetime: `${await dayAhead(salon, 1)} 12:00:00`,
  });
  await aSlot(salon, day, '10:00', 45);
  await arriveAsOwner(page, salon, `/booking?dan=${day}&usluga=${other}`);
  await expect(page.getByText('Zakažite termin')).toHaveCount(0);
  const sheet = sheetOf(page);
  await chooseClient(sheet, 'Dunja Perić');
  await expect(sheet.getByLabel('Usluga')).toHaveValue(String(other)); // not her usual one
  await expect(sheet.locator(`input[value="${day}"]`)).toBeChecked();
  await sheet.getByRole('button', { name: '10:00 - 10:45' }).click();
  await sheet.getByRole('button', { name: /^Upiši, .* u 10:00/ }).click();
  await expect(page).toHaveURL(`${salon.url}/`);
  expect(await rowsOn(salon, day)).toEqual(['10:00-10:45 BOOKED Dunja Perić']);
  await page.goBack();
  await expect(sheet).toHaveCount(0);
});

test('while the client search loads, it shows no name that does not match the typed text', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aClient(salon, 'Zorka Anić');
  await aClient(salon, 'Ljubica Pešić');
  await arriveAsOwner(page, salon, '/booking');
  const list = page.getByRole('listbox');
  const names = () => list.getByRole('option').allTextContents();
  await page.getByLabel('Klijent', { exact: true }).fill('zor');
  await expect(list.getByRole('option', { name: /Zorka/ })).toBeVisible();
  await page.route(/\/api\/users\?.*q=ljubi/, () => undefined); // the search for 'ljubi' never gets a response
  await page.getByLabel('Klijent', { exact: true }).fill('ljubi');
  await expect(page.getByText('Traženje…')).toBeVisible();
  expect(await names()).not.toContainEqual(expect.stringContaining('Zorka'));
  await page.waitForTimeout(600); // long enough for the debounced search to start
  expect(await names()).not.toContainEqual(expect.stringContaining('Zorka'));
});
