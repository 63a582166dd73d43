import type { Page } from '@playwright/test';
import { addDays, startOfWeek, type WallDate } from '../../../src/domain/wall-clock.ts';
import { dayAsObject, onDay } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { sheetsInHistory, today } from './booking-steps.ts';
import { aPerson, aService, aSlot, book, dayAhead, type Person, storeSession } from './prepare.ts';

test.use({ settings: { SALON_PHONE: '021 555 333' } });

let hour = 7;
const nextHour = () => `${String(hour++).padStart(2, '0')}:00`;

/** Adds a client with a booking, and stores the client's session in the browser. */
async function aBookedClient(page: Page, salon: Server, dayNumber: number) {
  const client = await aPerson(salon);
  const booked = await book(
    salon,
    await aSlot(salon, await dayAhead(salon, dayNumber), nextHour(), 30),
    client,
  );
  await storeSession(page, salon, client);
  return { client, booked };
}

/** Adds a past appointment of the client with this service. Returns its day. */
async function aPastAppointment(
  salon: Server,
  client: Person,
  service_id: number,
  daysAgo: number,
): Promise<WallDate> {
  const headers = await asAdmin(salon);
  const [found] = await request('GET /users', { headers, query: { q: client.email } }, at(salon));
  const day = addDays(today(), -daysAgo);
  const appointment = { start_datetime: `${day} ${nextHour()}:00`, duration_minutes: 30 };
  const body = { ...appointment, client_id: found?.id ?? null, service_id };
  await request('POST /appointments', { headers, body }, at(salon));
  return day;
}

const card = (page: Page, id: number) => page.locator(`article[data-appointment-id="${id}"]`);
const section = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { name }) });

test('on a client’s home page, the card of a booking has two actions and a menu with the others; the menu can be used with the keyboard', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { booked } = await aBookedClient(page, salon, 3);
  await page.goto(salon.url);
  const own = card(page, booked.id);
  await expect(own.getByRole('link', { name: 'Pomeri termin' })).toHaveAttribute(
    'href',
    `/booking?pomeri=${booked.id}`,
  );
  await expect(own.getByRole('button', { name: 'Promeni uslugu' })).toBeVisible();
  await expect(own.getByRole('button', { name: 'Otkaži termin' })).toHaveCount(0);

  const more = own.getByRole('button', { name: 'Još' });
  await more.press('Enter');
  const menu = page.getByRole('menu');
  await expect(menu.getByRole('menuitem')).toHaveText([
    'Dolazi neko drugi',
    'Dodaj u kalendar',
    'Otkaži termin',
  ]);
  await page.keyboard.press('Escape');
  await expect(menu).toHaveCount(0);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expect(more).toBeFocused();

  await more.press('Enter');
  await expect(menu).toBeVisible();
  await page.keyboard.press('End');
  await expect(menu.getByRole('menuitem', { name: 'Otkaži termin' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('dialog', { name: 'Otkazivanje termina' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();

  await more.click();
  const file = page.waitForEvent('download');
  await menu.getByRole('menuitem', { name: 'Dodaj u kalendar' }).click();
  expect((await file).suggestedFilename()).toBe('termin.ics');
  await expectFitting(page);
});

test('on “Moji termini”, the card of a booking shows all its actions without a menu', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { booked } = await aBookedClient(page, salon, 4);
  await page.goto(`${salon.url}/appointments`);
  const own = card(page, booked.id);
  await expect(own.getByRole('link', { name: 'Pomeri termin' })).toHaveAttribute(
    'href',
    `/booking?pomeri=${booked.id}`,
  );
  for (const name of ['Promeni uslugu', 'Dolazi neko drugi', 'Otkaži termin', 'Dodaj u kalendar'])
    await expect(own.getByRole('button', { name })).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
});

test('after the deadline for moving, “Pomeri termin” shows the deadline and the salon’s phone number', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { booked } = await aBookedClient(page, salon, 5);
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { move_until_hours: 168 } }, at(salon));
  for (const path of ['/', '/appointments']) {
    await page.goto(`${salon.url}${path}`);
    const move = card(page, booked.id).getByRole('button', { name: 'Pomeri termin' });
    await move.click();
    const dialog = page.getByRole('dialog', { name: 'Pomeranje termina' });
    await expect(dialog).toContainText('Termin se može pomeriti najkasnije 168 h ranije. Pozovite salon.');
    await expect(dialog.getByRole('link')).toHaveAttribute('href', 'tel:+38121555333');
    await page.keyboard.press('Escape');
    await expect(move).toBeFocused();
    await sheetsInHistory(page, 0);
  }
  await request('PUT /settings', { headers, body: { move_until_hours: 24 } }, at(salon));
});

test('“Zakaži ponovo” preselects the service of the client’s latest appointment, skipping deleted services', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { client } = await aBookedClient(page, salon, 6);
  const [kept, gone] = [await aService(salon, 'Gel lak', 60), await aService(salon, 'Parafin', 30)];
  const day = await aPastAppointment(salon, client, kept, 20);
  await aPastAppointment(salon, client, gone, 10);
  await request('DELETE /services/{id}', { params: { id: gone }, headers: await asAdmin(salon) }, at(salon));
  await page.goto(salon.url);
  const again = page.getByRole('link', { name: 'Zakaži ponovo' });
  await expect(again).toContainText(`Gel lak, kao ${onDay(day, today())}`);
  await expect(page.getByText('Možete imati još jedan aktivan termin.')).toBeVisible();
  await again.click();
  await expect(page).toHaveURL(`${salon.url}/booking?usluga=${kept}`);

  await page.goto(`${salon.url}/appointments`);
  const history = section(page, 'Prethodni termini');
  await history.getByRole('button', { name: 'Parafin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Detalji termina' });
  await expect(dialog.getByRole('link', { name: 'Zakaži ponovo' })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await history.getByRole('button', { name: 'Gel lak' }).click();
  await dialog.getByRole('link', { name: 'Zakaži ponovo' }).click();
  await expect(page).toHaveURL(`${salon.url}/booking?usluga=${kept}`);
});

test('bookings of a series do not count toward the limit: the home page offers to book again', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const headers = await asAdmin(salon);
  const { id: client_id } = await request('GET /auth/me', { headers: client.headers }, at(salon));
  const service = await aService(salon, 'Serija', 30);
  await aPastAppointment(salon, client, service, 25);
  const clock = nextHour();
  const starts = [28, 35, 42].map((days) => `${addDays(startOfWeek(today()), days)} ${clock}:00`);
  const [start_datetime] = starts;
  const rows = starts.map((start) => ({ start_datetime: start }));
  const body = { client_id, service_ids: [service], start_datetime, every_weeks: 1, count: 3, rows };
  await request('POST /appointments/series', { headers, body: body as never }, at(salon));
  await storeSession(page, salon, client);
  await page.goto(salon.url);
  await expect(page.getByText('Možete imati još 2 aktivna termina.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Zakaži ponovo' })).toBeVisible();
});

test('if a client has reached the booking limit, the home page says so and does not offer to book again', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { client } = await aBookedClient(page, salon, 7);
  await book(salon, await aSlot(salon, await dayAhead(salon, 7), nextHour(), 30), client);
  await aPastAppointment(salon, client, await aService(salon, 'Manikir', 30), 15);
  await page.goto(salon.url);
  await expect(page.getByText('Možete imati najviše 2 aktivna zakazana termina.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Salon ne radi' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Zakaži ponovo' })).toHaveCount(0);
});

test('“Moji termini” lists the days for which the client is on the waitlist; each opens the booking page at that day', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const date = await dayAhead(salon, 9);
  await request(
    'POST /client-notifications/free-slot',
    { headers: client.headers, body: { date } },
    at(salon),
  );
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  const waiting = section(page, 'Čekate slobodan termin');
  await waiting.getByRole('listitem').getByRole('button').first().click();
  await expect(page.locator(`input[value="${date}"]`)).toBeChecked();
  await page.goto(`${salon.url}/appointments`);
  await waiting.getByRole('button', { name: /^Ne čekaj više/ }).click();
  await expect(waiting).toHaveCount(0);
});

test('the list of past appointments shows the original day and time of a canceled booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { client, booked } = await aBookedClient(page, salon, 8);
  const cancel = { params: { id: booked.id }, headers: client.headers, body: { reason: 'Posao' } };
  await request('POST /appointments/{id}/cancel', cancel, at(salon));
  await page.goto(`${salon.url}/appointments`);
  const day = await dayAhead(salon, 8);
  const row = section(page, 'Prethodni termini').getByRole('listitem').first();
  await expect(row).toContainText(`Bio zakazan za ${dayAsObject(day, today())} u `);
  await expect(row).toContainText('Otkazan');
  await expectAccessible(page);
});
