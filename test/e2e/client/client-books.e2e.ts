import { addMinutes } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, withoutStream } from '../network.ts';
import { choose, confirm, confirmation, day, proceed, slot } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, PASSWORD, storeSession } from './prepare.ts';

test(
  'a client registers, books, changes the booking’s service and guest, and cancels',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const date = await dayAhead(salon, 3);
    await aSlot(salon, date, '10:30');
    await aService(salon, 'Gel lak', 60);
    await page.goto(`${salon.url}/register`);
    await page.getByLabel('Ime i prezime').fill('Ana Petrović');
    await page.getByLabel('Email').fill(`ana.${info.project.name}@primer.rs`);
    await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Potvrda lozinke').fill(PASSWORD);
    await page.getByRole('button', { name: 'Registruj se' }).click();
    await expect(page.getByRole('heading', { name: /Ana Petrović/ })).toBeVisible();
    await page.getByRole('link', { name: 'Zakaži termin' }).click();
    await choose(page, date, '10:30 - 11:30');
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
    await page.getByRole('main').getByRole('link', { name: 'Moji termini' }).click();

    const card = page.locator('[data-appointment-id]').filter({ hasText: '10:30 - 11:30' });
    await expect(card).toContainText('Termin za ');
    await expect(card).toContainText('Bez usluge za sada');
    await expect(page.getByText('Možete imati još jedan aktivan termin.')).toBeVisible();

    await card.getByRole('button', { name: 'Promeni uslugu' }).click();
    await page.getByLabel('Usluga').selectOption({ index: 1 });
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(card).toContainText('Gel lak, 1.800 din');

    await card.getByRole('button', { name: 'Dolazi neko drugi' }).click();
    await page.getByLabel('Ime').fill('Mila Đokić');
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(page.getByRole('alert')).toHaveText('Unesite ime i kontakt telefon.');
    await page.getByLabel('Telefon').fill(aPhone());
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(card).toContainText('za: Mila Đokić');

    await card.getByRole('button', { name: 'Otkaži termin' }).click();
    const dialog = page.getByRole('dialog', { name: 'Otkazivanje termina' });
    await dialog.getByLabel('Razlog otkazivanja').fill('x'.repeat(301));
    await expect(dialog.getByText('301/300')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Otkaži termin' })).toBeDisabled();
    await dialog.getByLabel('Razlog otkazivanja').fill('Razbolela sam se.');
    await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
    await expect(page.getByText('Termin je otkazan.')).toBeVisible();
    await expect(page.getByText('Nema aktivnih termina')).toBeVisible();

    await page.getByRole('button', { name: /Gel lak/ }).click();
    const details = page.getByRole('dialog', { name: 'Detalji termina' });
    await expect(details).toContainText('10:30 - 11:30');
    await expect(details).toContainText('Otkazan');
    await expect(details).toContainText('Razbolela sam se.');
    await page.keyboard.press('Escape');
    await expect(page.getByRole('button', { name: /Gel lak/ })).toBeFocused();
  },
);

test('a client with two upcoming bookings cannot make a third', { tag: '@once' }, async ({ page, salon }) => {
  const date = await dayAhead(salon, 4);
  const client = await aPerson(salon);
  await book(salon, await aSlot(salon, date, '08:00'), client);
  await book(salon, await aSlot(salon, date, '09:00'), client);
  await aSlot(salon, date, '10:00');
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking`);
  await expect(page.getByText('Možete imati najviše 2 aktivna zakazana termina.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' })).toHaveCount(0);
  await page.getByRole('main').getByRole('link', { name: 'Moji termini' }).click();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
});

test('if two browsers book the same slot, the second browser shows that the slot is taken', {
  tag: '@once',
}, async ({ page, browser, salon }) => {
  const date = await dayAhead(salon, 5);
  await aSlot(salon, date, '14:00');
  await aSlot(salon, date, '15:00');
  const other = await (await browser.newContext({ baseURL: salon.url })).newPage();
  for (const [device, name] of [
    [page, 'Prva'],
    [other, 'Druga'],
  ] as const) {
    await storeSession(device, salon, await aPerson(salon, name));
    await device.goto(`${salon.url}/booking`);
    await choose(device, date, '14:00 - 15:00');
  }
  await confirm(other);
  await expect(other.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await confirm(page);
  await expect(page.getByText('Termin više nije dostupan')).toBeVisible();
  await expect(confirmation(page)).toHaveCount(0);
  await expect(slot(page, '14:00 - 15:00')).toHaveCount(0);
  await expect(slot(page, '15:00 - 16:00')).toHaveAttribute('aria-pressed', 'false');
  await other.context().close();
});

test('if the owner shortens a slot while a client books it, the booking is refused and the page shows the slot’s new end', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  const { id, start_datetime } = await aSlot(salon, date, '17:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '17:00 - 18:00');
  const body = { end_datetime: addMinutes(start_datetime, 30) };
  await request('PUT /appointments/{id}', { params: { id }, headers: await asAdmin(salon), body }, at(salon));
  await confirm(page);
  await expect(page.getByText('Termin više nije dostupan')).toBeVisible();
  await expect(slot(page, '17:00 - 17:30')).toBeVisible();
});

test('if the response to a booking is lost, the page repeats the request with the same idempotency key', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  await aSlot(salon, date, '11:00');
  await storeSession(page, salon, await aPerson(salon));
  const keys: (string | undefined)[] = [];
  await page.route('**/api/appointments/*/book', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server processes the booking, but the page gets no response
    return route.abort();
  });
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '11:00 - 12:00');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('canceling a booking that another device has canceled shows a message and updates the list', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 7);
  const client = await aPerson(salon);
  const booked = await book(salon, await aSlot(salon, date, '16:00'), client);
  await withoutStream(page); // an event about the other device's cancellation would close the dialog
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await page.getByLabel('Razlog otkazivanja').fill('Ne mogu.');
  const cancelled = await page.request.post(`/api/appointments/${booked.id}/cancel`, {
    headers: client.headers,
    data: { reason: 'Već otkazano.' },
  });
  expect(cancelled.ok()).toBe(true);
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(page.getByText('Termin više nije rezervisan.')).toBeVisible();
  await expect(page.getByText('Nema aktivnih termina')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0);
});

test('closing a dialog with typed text asks for confirmation first', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 8);
  await aSlot(salon, date, '13:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '13:00 - 14:00');
  await confirmation(page).getByLabel('Napomena').fill('Kao prošli put.');
  await page.keyboard.press('Escape');
  await expect(page.getByText('Odbaciti ono što ste upisali?')).toBeVisible();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Nastavi unos' }).click();
  await expect(confirmation(page).getByLabel('Napomena')).toHaveValue('Kao prošli put.');
  await confirmation(page).getByRole('button', { name: 'Otkaži' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Odbaci' }).click();
  await expect(confirmation(page)).toHaveCount(0);
  await proceed(page);
  await expect(confirmation(page)).toBeVisible();
});

test('if the owner blocks the chosen slot, the page shows an error, also if the day has no other slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 9);
  const { id } = await aSlot(salon, date, '11:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await day(page, date).click();
  await slot(page, '11:00 - 12:00').click();
  const body = { status: 'BLOCKED' as const };
  await request(
    'POST /appointments/{id}/status',
    { params: { id }, headers: await asAdmin(salon), body },
    at(salon),
  );
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(slot(page, '11:00 - 12:00')).toHaveCount(0);
  await proceed(page);
  await expect(page.getByRole('alert').filter({ hasText: 'Osvežite listu termina.' })).toBeVisible();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
});

test('a client can remove a deleted service from a booking', { tag: '@once' }, async ({ page, salon }) => {
  const date = await dayAhead(salon, 10);
  const client = await aPerson(salon);
  const { id } = await book(salon, await aSlot(salon, date, '11:00'), client);
  const service_id = await aService(salon, 'Stari lak', 60);
  await request(
    'POST /appointments/{id}/service',
    { params: { id }, headers: client.headers, body: { service_id } },
    at(salon),
  );
  const headers = await asAdmin(salon);
  await request('DELETE /services/{id}', { params: { id: service_id }, headers }, at(salon));
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  const card = page.locator('[data-appointment-id]').filter({ hasText: '11:00 - 12:00' });
  await expect(card).toContainText('Stari lak');
  await card.getByRole('button', { name: 'Promeni uslugu' }).click();
  const service = page.getByRole('dialog', { name: 'Promeni uslugu' }).getByLabel('Usluga');
  await expect(service.locator('option:checked')).toHaveText('Stari lak (više nije u ponudi)');
  await service.selectOption('Bez usluge za sada');
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(card).toContainText('Bez usluge za sada');
  await expect(card).not.toContainText('Stari lak');
});

test('the character counter of the cancellation reason ignores spaces at the start and end', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  await book(salon, await aSlot(salon, await dayAhead(salon, 11), '11:00'), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await dialog.getByLabel('Razlog otkazivanja').fill(`  ${'x'.repeat(300)}  `);
  await expect(dialog.getByText('300/300')).toBeVisible();
  await dialog.getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
});
