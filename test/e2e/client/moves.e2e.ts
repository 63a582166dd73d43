import type { Page } from '@playwright/test';
import type { WallDate } from '../../../src/domain/wall-clock.ts';
import { dayInWords, dayInWordsWithYear } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { day, slot, today } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, comeBack, dayAhead, type Person, seen } from './prepare.ts';

test.use({ settings: { SALON_PHONE: '021 555 333' } });

const heading = (page: Page) => page.getByRole('heading', { name: 'Izaberite novo vreme' });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Pomeranje termina' });
const proceed = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Pomeri termin' }).click();
const confirm = (page: Page) => sheet(page).getByRole('button', { name: 'Pomeri termin' }).click();
const cardOf = (page: Page, id: number) => page.locator(`[data-appointment-id="${id}"]`);

/** Chooses day and time and opens the sheet. */
async function choose(page: Page, date: WallDate, range: string): Promise<void> {
  await day(page, date).check();
  await slot(page, range).click();
  await proceed(page);
}

/** The page scrolls only up and down on the narrowest phone, and its strip of days by itself. */
async function expectNoWider(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.setViewportSize(viewport);
}

/** A client with a booking at 10:00 of a day of the strip, and a free hour at 09:00 of the next one. */
async function aBooked(salon: Server, dayNumber: number, client: Person) {
  const date = await dayAhead(salon, dayNumber);
  const next = await dayAhead(salon, dayNumber + 1);
  const booked = await book(salon, await aSlot(salon, date, '10:00'), client);
  const free = await aSlot(salon, next, '09:00');
  return { id: booked.id, date, next, free };
}

async function aGuestBooked(salon: Server, dayNumber: number) {
  const date = await dayAhead(salon, dayNumber);
  const next = await dayAhead(salon, dayNumber + 1);
  const free = await aSlot(salon, date, '18:00');
  await aSlot(salon, next, '19:00');
  const guest = { guest_name: 'Nevena', guest_phone: aPhone(), notes: 'Boja višnje.' };
  const booking = { params: { id: free.id }, body: { ...seen(free), ...guest } };
  const { guest_link } = await request('POST /appointments/{id}/book', booking, at(salon));
  return { date, next, token: guest_link ?? '' };
}

test('a client moves a booking from its card: a time, and two presses', async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, date, next } = await aBooked(salon, 2, client);
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(`Pomerate: ${dayInWords(date, today())}, 10:00`)).toBeVisible();
  await expect(
    page.getByText('Usluga, cena i napomena ostaju iste. Termin možete pomeriti najkasnije 24 h ranije.'),
  ).toBeVisible();
  await expect(slot(page, '10:00 - 11:00')).toHaveCount(0);
  await expectAccessible(page);
  await expectNoWider(page);
  await day(page, next).check();
  await proceed(page);
  await expect(page.getByRole('alert')).toHaveText('Izaberite termin pre nastavka.');
  await slot(page, '09:00 - 10:00').click();
  await proceed(page);
  await expect(sheet(page)).toContainText('10:00 - 11:00');
  await expect(sheet(page)).toContainText(dayInWordsWithYear(next));
  await expect(sheet(page)).toContainText('Bez usluge za sada, 60 min');
  await expect(sheet(page)).not.toContainText('umesto');
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(cardOf(page, id)).toContainText('09:00 - 10:00');
  await expect(cardOf(page, id)).toContainText(dayInWordsWithYear(next));
});

test('the old time of a moved booking is free for others', async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, date, next } = await aBooked(salon, 5, client);
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, next, '09:00 - 10:00');
  await confirm(page);
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await expect(slot(page, '10:00 - 11:00')).toBeVisible();
});

test('a guest moves a booking by the link, from the question before cancelling', async ({ page, salon }) => {
  const { date, next, token } = await aGuestBooked(salon, 2);
  await page.goto(`${salon.url}/booking#termin=${token}`);
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await page
    .getByRole('dialog', { name: 'Otkazivanje termina' })
    .getByRole('link', { name: 'Pomeri termin' })
    .click();
  await expect(page).toHaveURL(`${salon.url}/booking#pomeri=${token}`);
  await expect(heading(page)).toBeFocused();
  await expect(page.getByText(`Pomerate: ${dayInWords(date, today())}, 18:00`)).toBeVisible();
  await page.evaluate((kept) => localStorage.setItem('guest-tickets', JSON.stringify([kept])), {
    token,
    end: `${date} 19:00:00`,
  });
  await page.reload();
  await choose(page, next, '19:00 - 20:00');
  await confirm(page);
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/booking#termin=${token}`);
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeFocused();
  await expect(page.getByRole('article')).toContainText('19:00 - 20:00');
  await expect(page.getByRole('article')).toContainText('Boja višnje.');
  const kept = await page.evaluate(() => localStorage.getItem('guest-tickets'));
  expect(JSON.parse(kept ?? '')).toEqual([{ token, end: `${next} 20:00:00` }]);
});

test('a client sees before the last press that a booking gets longer', async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id } = await aBooked(salon, 3, client);
  const date = await dayAhead(salon, 7);
  await aSlot(salon, date, '12:00', 90);
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, date, '12:00 - 13:30');
  await expect(sheet(page)).toContainText('90 min umesto 60');
  await sheet(page).getByRole('button', { name: 'Odustani' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(slot(page, '12:00 - 13:30')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Odustani od pomeranja' }).click();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
});

test('a booking with a long service is offered times that are joined for it', async ({ page, salon }) => {
  const client = await aPerson(salon);
  const service_id = await aService(salon, 'Izlivanje noktiju', 120);
  const date = await dayAhead(salon, 8);
  const long = await aSlot(salon, await dayAhead(salon, 11), '10:00', 120);
  const { id } = await request(
    'POST /appointments/{id}/book',
    { params: { id: long.id }, headers: client.headers, body: { ...seen(long), service_id } },
    at(salon),
  );
  await aSlot(salon, date, '14:00');
  await aSlot(salon, date, '15:00');
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await day(page, date).check();
  await expect(slot(page, '14:00 - 16:00')).toHaveAccessibleDescription('dva termina spojena');
  await slot(page, '14:00 - 16:00').click();
  await proceed(page);
  await expect(sheet(page)).toContainText('Izlivanje noktiju, 120 min, 1.800 din');
  await confirm(page);
  await expect(cardOf(page, id)).toContainText('14:00 - 16:00');
});

test('a time that somebody else took meanwhile is gone, and another can be chosen', async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, next, free } = await aBooked(salon, 4, client);
  await aSlot(salon, next, '16:00');
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, next, '09:00 - 10:00');
  await book(salon, free, await aPerson(salon, 'Druga'));
  await confirm(page);
  await expect(page.getByText('Termin više nije dostupan')).toBeVisible();
  await expect(sheet(page)).toHaveCount(0);
  await expect(slot(page, '09:00 - 10:00')).toHaveCount(0);
  await slot(page, '16:00 - 17:00').click();
  await proceed(page);
  await confirm(page);
  await expect(cardOf(page, id)).toContainText('16:00 - 17:00');
});

test('a booking that is cancelled meanwhile stays where it is, and the page says so', async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 10, client);
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, next, '09:00 - 10:00');
  const { headers } = client;
  const cancelling = { params: { id }, headers, body: { reason: 'Ne mogu.' } };
  await request('POST /appointments/{id}/cancel', cancelling, at(salon));
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Pomeranje termina' })).toBeFocused();
  await expect(page.getByText('Ovaj termin se više ne može pomeriti.')).toBeVisible();
  await page.getByRole('main').getByRole('link', { name: 'Moji termini' }).click();
  await expect(page.getByText('Nema aktivnih termina')).toBeVisible();
});

test('a booking that is too close is explained with the phone, before and after the press', async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 6, client);
  const late = 'Termin se može pomeriti najkasnije 168 h ranije. Pozovite salon.';
  const soon = await dayAhead(salon, 1);
  const near = await book(salon, await aSlot(salon, soon, '10:00'), client);
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${near.id}`);
  await day(page, next).check();
  await slot(page, '09:00 - 10:00').click();
  await proceed(page);
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { move_until_hours: 168 } }, at(salon));
  await confirm(page);
  await expect(page.getByText(late)).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pozovi 021 555 333' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pomeranje termina' })).toBeFocused();
  await expectAccessible(page);
  await request('PUT /settings', { headers, body: { move_until_hours: 24 } }, at(salon));
  await page.route('**/api/salon', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, json: { ...(await response.json()), move_until_hours: 1000 } });
  });
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(page.getByText(late.replace('168', '1000'))).toBeVisible();
  await expect(heading(page)).toHaveCount(0);
});

test('a move whose response got lost is requested again under its key, not done twice', async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 9, client);
  await comeBack(page, salon, client);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/appointments/*/reschedule', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server moves it, and its answer never arrives
    return route.abort();
  });
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, next, '09:00 - 10:00');
  await confirm(page);
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await expect(cardOf(page, id)).toContainText('09:00 - 10:00');
  expect(keys).toHaveLength(2);
  expect(keys[0]).toBe(keys[1]);
});

test('a dead link, an id of somebody else and a lost list are each said', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { id } = await aBooked(salon, 7, await aPerson(salon, 'Druga'));
  await page.goto(`${salon.url}/booking#pomeri=izmisljen`);
  await expect(page.getByText('Link više ne važi.')).toBeVisible();
  await page.goto(`${salon.url}/services`);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(page).toHaveURL(/\/login$/);
  await comeBack(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(page.getByText('Ovaj termin se više ne može pomeriti.')).toBeVisible();
  await page.route('**/api/appointments/upcoming', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Greška pri učitavanju termina.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByText('Ovaj termin se više ne može pomeriti.')).toBeVisible();
});

test('a lost network and too many tries are said in the sheet, which stays', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 8, client);
  await comeBack(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, next, '09:00 - 10:00');
  await page.route('**/api/appointments/*/reschedule', (route) => route.abort());
  await confirm(page);
  await expect(sheet(page).getByRole('alert')).toHaveText('Greška pri pomeranju termina.');
  await page.unrouteAll();
  const json = { error: 'Previše pokušaja. Pozovite salon.', code: 'too_many_actions' };
  await page.route('**/api/appointments/*/reschedule', (route) => route.fulfill({ status: 429, json }));
  await confirm(page);
  await expect(sheet(page).getByRole('alert')).toHaveText('Previše pokušaja. Pozovite salon.');
  await page.unrouteAll();
  await confirm(page);
  await expect(cardOf(page, id)).toContainText('09:00 - 10:00');
});
