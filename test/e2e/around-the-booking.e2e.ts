// What surrounds a booking: changes by the salon, a time that is taken meanwhile, and what the device remembers.
import type { Page } from '@playwright/test';
import { request } from '../../src/web/lib/api.ts';
import { expectAccessible } from './axe.ts';
import {
  choose,
  confirm,
  confirmation,
  expectNarrow,
  proceed,
  serviceRow,
  slot,
} from './client/booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, seen, storeSession } from './client/prepare.ts';
import { followShifts } from './first-screen/prepare.ts';
import { expect, test } from './fixture.ts';
import { asAdmin, at, keepOnDevice } from './network.ts';

const main = (page: Page) => page.getByRole('main');
const changes = (page: Page) => page.getByRole('region', { name: 'Šta je salon promenio' });

test('a client learns on the home page what the salon has canceled and moved, until “U redu”', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const client = await aPerson(salon);
  const [lost, moved] = [
    await book(salon, await aSlot(salon, await dayAhead(salon, 2), '08:00'), client),
    await book(salon, await aSlot(salon, await dayAhead(salon, 3), '08:00'), client),
  ];
  await storeSession(page, salon, client);
  await page.goto(salon.url);
  await expect(page.getByRole('article')).toHaveCount(2);
  await expect(changes(page)).toHaveCount(0);
  const cancelling = { params: { id: lost.id }, headers, body: { reason: 'Jelena je bolesna' } };
  await request('POST /appointments/{id}/cancel', cancelling, at(salon));
  const start_datetime = `${await dayAhead(salon, 3)} 17:00:00` as const;
  const end_datetime = `${await dayAhead(salon, 3)} 18:00:00` as const;
  const moving = { params: { id: moved.id }, headers, body: { start_datetime, end_datetime } };
  await request('PUT /appointments/{id}', moving, at(salon));
  const shift = await followShifts(page);
  await page.route(/client-notifications/, async (route) => {
    await page.waitForTimeout(300); // the bookings are there before it is known what the salon has changed
    await route.continue();
  });
  for (const path of ['/appointments', '/']) {
    await page.goto(salon.url + path);
    await expect(changes(page).getByRole('heading')).toHaveCount(2);
    await expect(page.getByRole('article')).toHaveCount(3);
    expect(await shift()).toBeLessThan(0.02);
  }
  await page.unroute(/client-notifications/);
  await expect(changes(page)).toContainText('Salon je otkazao vaš termin');
  await expect(changes(page)).toContainText('Razlog: Jelena je bolesna');
  await expect(changes(page)).toContainText('sa 08:00 na 17:00');
  await expect(changes(page).locator('s')).toHaveText('08:00');
  await expect(changes(page).getByText(/^Do 17:00$/)).toBeVisible();
  await expect(changes(page).getByRole('link', { name: 'Izaberi novi termin' })).toBeVisible();
  await expect(changes(page).getByRole('link', { name: 'Pomeri termin' })).toHaveAttribute(
    'href',
    `/booking?pomeri=${moved.id}`,
  );
  await expectAccessible(page);
  await expectNarrow(page);
  await changes(page).getByRole('button', { name: 'U redu' }).first().click();
  await expect(changes(page).getByRole('heading')).toHaveCount(1);
  await changes(page).getByRole('button', { name: 'U redu' }).click();
  await expect(changes(page)).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('article')).toHaveCount(1);
  await expect(changes(page)).toHaveCount(0);
});

test('a guest learns on the home page that the salon has moved and then canceled the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const free = await aSlot(salon, await dayAhead(salon, 4), '08:00');
  const guest = { guest_name: 'Mila Đokić', guest_phone: aPhone() };
  const params = { id: free.id };
  const booking = { params, body: { ...seen(free), ...guest } };
  const { guest_link } = await request('POST /appointments/{id}/book', booking, at(salon));
  const ticket = { token: guest_link, end: free.end_datetime };
  await keepOnDevice(page, salon, { 'guest-tickets': JSON.stringify([ticket]) });
  await page.goto(salon.url);
  await expect(page.getByRole('article')).toContainText('08:00');
  await expect(page.getByRole('button', { name: 'U redu' })).toHaveCount(0);
  const day = await dayAhead(salon, 4);
  const body = { start_datetime: `${day} 16:00:00`, end_datetime: `${day} 17:00:00` } as const;
  await request('PUT /appointments/{id}', { params, headers, body }, at(salon));
  await page.reload();
  await expect(main(page)).toContainText('sa 08:00 na 16:00');
  await expect(main(page).locator('s')).toHaveText('08:00');
  await expectAccessible(page);
  await page.getByRole('button', { name: 'U redu' }).click();
  await expect(main(page)).not.toContainText('sa 08:00 na 16:00');
  const reason = { reason: 'Nema struje' };
  await request('POST /appointments/{id}/cancel', { params, headers, body: reason }, at(salon));
  await page.reload();
  await expect(main(page)).toContainText('je otkazan.');
  await expect(main(page)).toContainText('Razlog: Nema struje');
  await expect(page.getByRole('link', { name: 'Izaberi novi termin' })).toBeVisible();
  await page.getByRole('button', { name: 'U redu' }).click();
  await expect(page.getByRole('link', { name: 'Izaberi novi termin' })).toHaveCount(0);
});

test('if the chosen time is taken meanwhile, the page offers the nearest times and keeps note and person', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  const wanted = await aSlot(salon, date, '10:00');
  for (const clock of ['08:00', '09:00', '11:00', '15:00']) await aSlot(salon, date, clock);
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await choose(page, date, '10:00 - 11:00');
  await confirmation(page).getByLabel('Ime').fill('Mila');
  await confirmation(page).getByLabel('Telefon').fill('064 555 1234');
  await confirmation(page).getByLabel('Napomena').fill('Alergija na akril');
  await book(salon, wanted, await aPerson(salon));
  await confirm(page);
  await expect(confirmation(page)).toHaveCount(0);
  const nearest = page.getByRole('status').filter({ hasText: 'Taj termin je neko upravo zauzeo.' });
  await expect(nearest.getByRole('button')).toHaveText(['08:00', '09:00', '11:00']);
  await expectAccessible(page);
  await nearest.getByRole('button', { name: '11:00' }).click();
  await expect(nearest).toHaveCount(0);
  await expect(slot(page, '11:00 - 12:00')).toHaveAttribute('aria-pressed', 'true');
  await expect(page.getByLabel('Ime')).toHaveValue('Mila');
  await proceed(page);
  await expect(confirmation(page).getByLabel('Napomena')).toHaveValue('Alergija na akril');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
});

test('“Izaberite termin pre nastavka.” is shown above the times, and the bar keeps its height', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/booking?dan=${date}`);
  const bar = page.locator('.choice-bar');
  const height = async () => (await bar.boundingBox())?.height;
  const before = await height();
  await proceed(page);
  const alert = page.getByRole('alert').filter({ hasText: 'Izaberite termin pre nastavka.' });
  await expect(alert).toBeVisible();
  expect((await alert.boundingBox())?.y).toBeLessThan(
    (await slot(page, '09:00 - 10:00').boundingBox())?.y ?? 0,
  );
  expect(await height()).toBe(before);
  await slot(page, '09:00 - 10:00').click();
  await expect(alert).toHaveCount(0);
  expect(await height()).toBe(before);
});

test('the first time is on the first screen, also with add-ons and several technicians', {
  tag: '@once',
}, async ({ page, salon }) => {
  const headers = await asAdmin(salon);
  const date = await dayAhead(salon, 7);
  await aSlot(salon, date, '09:00', 120);
  const { id: technician_id } = await request(
    'POST /technicians',
    { headers, body: { name: 'Sanja Pavlović' } },
    at(salon),
  );
  const body = { start_datetime: `${date} 09:00:00`, duration_minutes: 120, technician_id } as const;
  await request('POST /appointments/slot', { headers, body }, at(salon));
  const service = await aService(salon, 'Gel lak', 60);
  for (const name of ['Skidanje gela', 'Popravka nokta']) {
    const addon = { name, price: 600, duration_minutes: 30, is_addon: 1 } as const;
    await request('POST /services', { headers, body: addon }, at(salon));
  }
  // what covers the end of the screen: the bar, the navigation, or nothing
  for (const [width, height, cover] of [
    [390, 844, '.choice-bar'],
    [320, 568, 'nav'],
    [1366, 768, null],
  ] as const) {
    await page.setViewportSize({ width, height });
    await page.goto(`${salon.url}/booking?usluga=${service}&dan=${date}`);
    await expect(page.getByRole('button', { name: '+ Skidanje gela, 30 min, 600 din' })).toBeVisible();
    await expect(page.getByText('Bilo koja')).toBeVisible();
    const bottom = cover
      ? page.locator(cover).evaluate((element) => element.getBoundingClientRect().top)
      : height;
    const end = await slot(page, '09:00 - 11:00').evaluate((time) => time.getBoundingClientRect().bottom);
    expect(end).toBeLessThanOrEqual(await bottom);
  }
  await request('DELETE /technicians/{id}', { params: { id: technician_id }, headers }, at(salon));
});

test('the device remembers name, phone and service of a guest until “Zaboravi me”', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 8);
  for (const clock of ['09:00', '11:00']) await aSlot(salon, date, clock);
  const service = await aService(salon, 'Ruski manikir', 60);
  await page.goto(`${salon.url}/booking?usluga=${service}`);
  await choose(page, date, '09:00 - 10:00');
  const phone = aPhone();
  await confirmation(page).getByLabel('Ime').fill('Vesna');
  await confirmation(page).getByLabel('Telefon').fill(phone);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await page.goto(`${salon.url}/booking`);
  await expect(page.getByLabel('Ime')).toHaveValue('Vesna');
  await expect(page.getByLabel('Telefon')).toHaveValue(phone);
  await expect(serviceRow(page)).toContainText('Ruski manikir');
  await expect(page).toHaveURL(`${salon.url}/booking?usluga=${service}`);
  await page.getByRole('button', { name: 'Zaboravi me' }).click();
  await expect(page.getByLabel('Ime')).toHaveValue('');
  await expect(page.getByRole('button', { name: 'Zaboravi me' })).toHaveCount(0);
  await page.goto(`${salon.url}/booking`);
  await expect(serviceRow(page)).toContainText('Izaberite uslugu');
  await expect(page.getByLabel('Ime')).toHaveValue('');
});

test('a page that could not load without a network loads when the network is back', {
  tag: '@once',
}, async ({ browser, salon }) => {
  // opens a separate page, because the missing script is an uncaught error
  const context = await browser.newContext({ baseURL: salon.url });
  const page = await context.newPage();
  await page.route('**/assets/*booking*', (route) => route.abort());
  await page.goto('/');
  await expect(page.getByRole('heading', { name: 'Cenovnik' })).toBeVisible();
  await context.setOffline(true);
  await main(page).getByRole('link', { name: 'Zakaži termin' }).click();
  await expect(page.getByText('Nešto nije u redu.')).toBeVisible();
  await page.unroute('**/assets/*booking*');
  await context.setOffline(false);
  await expect(page.getByRole('group', { name: 'Datum' })).toBeVisible();
  await context.close();
});

test('a reminder is promised only to a client whom one reaches', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 8);
  for (const clock of ['12:00', '14:00']) await aSlot(salon, date, clock);
  await storeSession(page, salon, await aPerson(salon));
  const bookAt = async (range: string) => {
    await page.goto(`${salon.url}/booking`);
    await choose(page, date, range);
    await confirm(page);
    await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  };
  await bookAt('12:00 - 13:00'); // the salon sends no mail, and this device gets no notifications
  await expect(page.getByText(/^Podsetićemo vas/)).toHaveCount(0);
  await page.evaluate(() => localStorage.setItem('pushed-to', 'https://push.example/1'));
  await bookAt('14:00 - 15:00');
  await expect(page.getByText('Podsetićemo vas 2 sata pre termina.')).toBeVisible();
});
