// The rows of the appointment dialog, and the buttons at the bottom of the dialog.
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aService, aSlot, dayAhead } from '../client/prepare.ts';
import { dayInField } from '../fields/day-in-field.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { at } from '../network.ts';
import { rowsOn } from './new-steps.ts';
import {
  aBooking,
  appointmentNow,
  arriveAsOwner,
  chooseMore,
  editElsewhere,
  listOf,
  openFromList,
} from './prepare.ts';

test('opening a row of the dialog shows and focuses the field of the row; “Odustani” closes the field without saving', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Mila Đokić'));
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await expect(dialog.getByRole('button', { name: 'Pomeri' })).toBeInViewport({ ratio: 1 });
  await dialog.getByRole('button', { name: 'Dodaj Napomena' }).click();
  await expect(dialog.getByLabel('Napomena')).toBeFocused();
  await expect(dialog.getByLabel('Početak')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: 'Pomeri' })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Izmeni Status' }).click();
  await expect(dialog.getByLabel('Status')).toBeFocused();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await dialog.getByLabel('Status').selectOption('BLOCKED');
  await dialog.getByRole('button', { name: 'Odustani' }).click();
  await expect(dialog.getByText('Rezervisan')).toBeVisible();
  await expect(dialog.getByRole('button', { name: 'Zakaži ponovo' })).toBeVisible();
  await chooseMore(dialog, 'Obriši');
  await page.getByRole('alertdialog', { name: 'Potvrda' }).getByRole('button', { name: 'Otkaži' }).click();
  await expect(dialog.getByRole('button', { name: 'Još' })).toBeFocused();
});

test('the owner moves a booking into a free slot and undoes the move', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const day = await dayAhead(salon, 2);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Nada Krstić'));
  await aSlot(salon, day, '14:00', 120);
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Pomeri' }).click();
  await expect(dialog.locator(`input[value="${day}"]`)).toBeChecked(); // the free times of the booking's own day come first
  await dialog.getByRole('button', { name: '14:00 - 15:00' }).click();
  await expect(dialog.getByText(/, slobodno$/)).toBeVisible();
  await expect(dialog.getByText(/^bilo: .*, 10:00 - 11:00$/)).toBeVisible();
  await expect(dialog.getByText(/^Nada Krstić dobija obaveštenje/)).toBeVisible();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Nada Krstić, .*, 14:00 - 15:00$/)).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual([
    '10:00-11:00 AVAILABLE',
    '14:00-15:00 BOOKED Nada Krstić',
    '15:00-16:00 AVAILABLE',
  ]);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual(['10:00-11:00 BOOKED Nada Krstić', '14:00-16:00 AVAILABLE']);
});

/** The requests by which the form learns that a slot is gone. */
const LEARNS_BY = ['**/api/analytics/calendar*', '**/api/appointments?*', '**/api/events*'];

test('service and time are saved together or not at all: after a refused save, another time can be saved, and one undo restores both', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  const booking = await aBooking(salon, day, '10:00', await aPerson(salon, 'Kosana Babić'));
  const before = await appointmentNow(salon, booking.id);
  const service = await aService(salon, 'Japanski manikir', 60);
  const slot = await aSlot(salon, day, '14:00');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: /^(Dodaj|Izmeni) Usluge$/ }).click();
  await dialog.getByLabel('Usluga', { exact: true }).selectOption(String(service));
  await dialog.getByRole('button', { name: 'Izmeni Kada' }).click();
  await dialog.getByRole('button', { name: 'Slobodni termini' }).click();
  await dialog.getByRole('button', { name: '14:00 - 15:00' }).click();
  await expect(dialog.getByText(/, slobodno$/)).toBeVisible();
  const requests: string[] = [];
  page.on('request', (one) => {
    if (one.method() === 'PUT') requests.push(new URL(one.url()).pathname);
  });
  // the slot is booked before the form learns of it
  for (const url of LEARNS_BY) await page.route(url, (route) => route.abort());
  await editElsewhere(salon, slot.id, { status: 'BOOKED', guest_name: 'Mila' });
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Već postoji termin u tom vremenu.')).toBeVisible();
  expect(await appointmentNow(salon, booking.id)).toEqual(before);

  for (const url of LEARNS_BY) await page.unroute(url);
  await dialog.getByRole('button', { name: 'Drugo vreme' }).click();
  await dialog.getByLabel('Početak').fill('16:00');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText(/^Kosana Babić, .*, 16:00 - 17:00$/)).toBeVisible();
  expect(requests).toEqual([`/api/appointments/${booking.id}`, `/api/appointments/${booking.id}`]);
  expect((await appointmentNow(salon, booking.id)).service_id).toBe(service);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  const { version: _, ...restored } = await appointmentNow(salon, booking.id);
  expect(before).toMatchObject(restored);
});

test('a booking far ahead moves into a free slot that is long enough for its new service', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 5);
  const far = addDays(day, 56);
  const booking = await aBooking(salon, far, '10:00', await aPerson(salon, 'Olga Ćirić'));
  const service = await aService(salon, 'Izlivanje', 120);
  await aSlot(salon, day, '09:00');
  await aSlot(salon, day, '14:00', 120);
  await arriveAsOwner(page, salon, listOf(far));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: 'Izmeni Usluge' }).click();
  await dialog.getByLabel('Usluga', { exact: true }).selectOption(String(service));
  await dialog.getByRole('button', { name: 'Izmeni Kada' }).click();
  await dialog.getByRole('button', { name: 'Slobodni termini' }).click();
  await dialog.getByRole('button', { name: 'Drugo vreme' }).click();
  await expect(dialog.getByLabel('Datum')).toHaveValue(dayInField(far));
  await dialog.getByRole('button', { name: 'Slobodni termini' }).click();
  await dialog.getByRole('button', { name: 'Od danas' }).click();
  await dialog.locator(`input[value="${day}"]`).check();
  await expect(dialog.getByRole('button', { name: /^\d\d:\d\d - \d\d:\d\d$/ })).toHaveText(['14:00 - 16:00']);
  await dialog.getByRole('button', { name: '14:00 - 16:00' }).click();
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  expect(await rowsOn(salon, day)).toEqual(['09:00-10:00 AVAILABLE', '14:00-16:00 BOOKED Olga Ćirić']);
});

test('the owner books a free slot for a guest who is on the waitlist of that day', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const day = await dayAhead(salon, 3);
  const body = { date: day, guest_name: 'Jovana Kostić', guest_phone: '065 555 017' };
  await request('POST /client-notifications/free-slot', { body }, at(salon));
  const slot = await aSlot(salon, day, '12:00');
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, slot);
  await expect(dialog.getByRole('heading', { name: 'Čekaju ovaj dan' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Jovana Kostić' }).click();
  await expect(dialog.getByLabel('Telefon gosta')).toHaveValue('065 555 017');
  await dialog.getByRole('button', { name: /^Upiši, .* u 12:00/ }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  expect(await rowsOn(salon, day)).toEqual(['12:00-13:00 BOOKED Jovana Kostić']);
});

test('the owner chooses several services for a booking and changes the price of one of them', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  const booking = await aBooking(salon, day, '16:00', await aPerson(salon, 'Vesna Babić'));
  const ids = [await aService(salon, 'Nadogradnja', 60), await aService(salon, 'Šljokice', 30)];
  await arriveAsOwner(page, salon, listOf(day));
  const dialog = await openFromList(page, booking);
  await dialog.getByRole('button', { name: /^(Dodaj|Izmeni) Usluge$/ }).click();
  await dialog.getByRole('button', { name: 'Više usluga' }).click();
  const sheet = page.getByRole('dialog', { name: 'Usluga' });
  for (const name of [/Nadogradnja/, /Šljokice/]) await sheet.getByRole('checkbox', { name }).check();
  await sheet.getByRole('button', { name: 'Gotovo' }).click();
  await expect(dialog.getByLabel('Usluga')).toHaveValue(ids.join());
  await expect(dialog.getByLabel('Cena (din), Nadogradnja')).toHaveValue('1.800');
  await dialog.getByLabel('Cena (din), Šljokice').fill('sto');
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog.getByText('Cena je broj, na primer 2.500.')).toBeVisible();
  await dialog.getByLabel('Cena (din), Šljokice').fill('500');
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  const { services, service_price } = await appointmentNow(salon, booking.id);
  expect([services.map(({ service_id }) => service_id), service_price]).toEqual([ids, 2300]);
  const saved = await openFromList(page, booking);
  await expect(saved.getByRole('row', { name: 'Šljokice 30 min 500 din' })).toBeVisible();
  await expect(saved.getByRole('row', { name: 'Ukupno 90 min 2.300 din' })).toBeVisible();
});
