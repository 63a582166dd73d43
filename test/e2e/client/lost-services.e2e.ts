// The booking page never loses a chosen service without a message, even if the price list fails to load or the service is deleted.
import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, withoutStream } from '../network.ts';
import { choose, confirm, confirmation, proceed, serviceRow } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, storeSession } from './prepare.ts';

const abort = (page: Page, calls: string) => page.route(`**/api/${calls}`, (route) => route.abort());
const service = (page: Page) => page.getByRole('dialog').getByLabel('Usluga');
const chosen = (page: Page) => service(page).locator('option:checked');

async function fillContact(page: Page): Promise<void> {
  await confirmation(page).getByLabel('Ime').fill('Mila Ilić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
}

test.beforeEach(({ page }) => withoutStream(page));

test('if the booking request and the price list fail, the chosen service is kept and booked on the next attempt', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const id = await aService(salon, 'Gel lak', 60);
  await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/booking?usluga=${id}`);
  await choose(page, date, '09:00 - 10:00');
  await fillContact(page);
  await abort(page, 'services');
  await abort(page, 'appointments/*/book');
  const refetched = page.waitForEvent('requestfailed', (sent) => sent.url().endsWith('/api/services'));
  await confirm(page);
  await expect(confirmation(page).getByRole('alert')).toHaveText('Neuspešna rezervacija.');
  await refetched;
  await expect(chosen(page)).toContainText('Gel lak');
  await page.unrouteAll();
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expect(page.getByText('Gel lak')).toBeVisible();
});

test('if a service is chosen by URL, the client cannot continue until the price list has loaded', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  const id = await aService(salon, 'Trajni lak', 60);
  await aSlot(salon, date, '09:00');
  // starts on /login, because the server's HTML of the booking page would contain the price list
  await page.goto(`${salon.url}/login`);
  const remember = page.getByLabel('Zapamti me');
  await remember.click(); // takes effect only after hydration; a URL that changed before would not match the HTML
  await expect(remember).not.toBeChecked();
  await abort(page, 'services');
  await page.evaluate((path) => history.pushState(null, '', path), `/booking?usluga=${id}`);
  await expect(serviceRow(page)).toContainText('Usluge nisu učitane. Pokušajte ponovo.');
  await page.getByRole('button', { name: '09:00 - 10:00' }).click();
  await proceed(page);
  await expect(page.getByRole('alert')).toHaveText('Usluge nisu učitane. Pokušajte ponovo.');
  await expect(confirmation(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Promeni' }).click();
  const list = page.getByRole('dialog', { name: 'Usluga' });
  await expect(list.getByRole('radio')).toHaveCount(1); // the only option is “Još ne znam uslugu”
  const again = list.getByRole('button', { name: 'Pokušaj ponovo' });
  await expect(again).toBeVisible();
  await page.unrouteAll();
  await again.click();
  await expect(list.getByRole('radio', { name: 'Trajni lak' })).toBeChecked();
  await page.keyboard.press('Escape');
  await expect(serviceRow(page)).toContainText('Trajni lak');
});

test('if the chosen service is deleted, the booking is refused until the guest chooses again', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 4);
  const id = await aService(salon, 'Nestala usluga', 60);
  await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/booking?usluga=${id}`);
  await choose(page, date, '09:00 - 10:00');
  await fillContact(page);
  await request('DELETE /services/{id}', { params: { id }, headers: await asAdmin(salon) }, at(salon));
  for (const _ of ['refused by the server', 'refused by the page']) {
    await confirm(page);
    await expect(confirmation(page).getByRole('alert')).toHaveText('Izabrana usluga više ne postoji.');
  }
  await expect(service(page)).toHaveAttribute('aria-invalid', 'true');
  await expect(service(page)).toHaveValue(String(id));
  await service(page).selectOption({ label: 'Bez usluge za sada' });
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
});

test('if the price list fails to load, the dialog that changes a booking’s service still names the current service', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const id = await aService(salon, 'Francuski manikir', 60);
  await aService(salon, 'Ojačavanje', 60);
  const slot = await aSlot(salon, await dayAhead(salon, 5), '09:00');
  await book(salon, slot, client);
  const body = { service_id: id };
  await request(
    'POST /appointments/{id}/service',
    { params: { id: slot.id }, headers: client.headers, body },
    at(salon),
  );
  await storeSession(page, salon, client);
  await abort(page, 'services');
  await page.goto(`${salon.url}/appointments`);
  await page.getByRole('button', { name: 'Promeni uslugu' }).click();
  await expect(chosen(page)).toHaveText('Francuski manikir');
  await expect(page.getByRole('dialog')).toContainText('Usluge nisu učitane. Pokušajte ponovo.');
  await page.unrouteAll();
  await page.getByRole('dialog').getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(service(page).getByRole('option', { name: 'Ojačavanje' })).toHaveCount(1);
  await expect(service(page)).toHaveValue(String(id));
});
