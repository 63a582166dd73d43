import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, withoutStream } from '../network.ts';
import { day, slot } from './booking-steps.ts';
import { aBooked, cardOf, choose, confirm, heading, proceed, sheet } from './move-steps.ts';
import { aPerson, aSlot, book, dayAhead, storeSession } from './prepare.ts';

test.use({ settings: { SALON_PHONE: '021 555 333' } });

test('if another client books the chosen slot, the move is refused, and the client can choose another slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, next, free } = await aBooked(salon, 4, client);
  await aSlot(salon, next, '16:00');
  await storeSession(page, salon, client);
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

test('if the booking is canceled while it is being moved, the page says that it can no longer be moved', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 10, client);
  await withoutStream(page); // with an event stream, the cancellation below would close the sheet before the move is sent
  await storeSession(page, salon, client);
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

test('a move after the deadline shows the deadline and the salon’s phone number, even if the deadline changes while the page is open', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 6, client);
  const late = 'Termin se može pomeriti najkasnije 168 h ranije. Pozovite salon.';
  // day 2, because 10:00 on day 1 may be less than 24 hours away, which is too late to move
  const soon = await dayAhead(salon, 2);
  const near = await book(salon, await aSlot(salon, soon, '10:00'), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${near.id}`);
  await day(page, next).click();
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

test('if the response to a move is lost, the page repeats the request with the same idempotency key', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 9, client);
  await storeSession(page, salon, client);
  const keys: (string | undefined)[] = [];
  await page.route('**/api/appointments/*/reschedule', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length > 1) return route.continue();
    await route.fetch(); // the server moves the booking, but the page gets no response
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

test('the page shows a message for an invalid link, for another client’s booking, and if the bookings fail to load', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  const { id } = await aBooked(salon, 7, await aPerson(salon, 'Druga'));
  await page.goto(`${salon.url}/booking#pomeri=izmisljen`);
  await expect(page.getByText('Link više ne važi.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Pomeranje termina' })).toBeVisible();
  await page.goto(`${salon.url}/services`);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(page).toHaveURL(/\/login$/);
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(page.getByText('Ovaj termin se više ne može pomeriti.')).toBeVisible();
  await page.route('**/api/appointments/upcoming', (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Greška pri učitavanju termina.')).toBeVisible();
  await page.unroute('**/api/appointments/upcoming');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByText('Ovaj termin se više ne može pomeriti.')).toBeVisible();
});

test('if the connection is lost or the rate limit is reached, the sheet stays open and shows an error', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id, next } = await aBooked(salon, 8, client);
  await storeSession(page, salon, client);
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
