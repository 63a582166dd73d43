// Tests 'Sledeći put', with which the owner or a client books the next appointment from a past one.
import { addDays, clockOf, type WallDate, wallTimeAt } from '../../src/domain/wall-clock.ts';
import { shortDay } from '../../src/domain/wording/near-days.ts';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';
import { arriveAsOwner, listOf, openFromList } from './admin/prepare.ts';
import { expectAccessible } from './axe.ts';
import { aPerson, aService, aSlot, type Person, storeSession } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { expectAccessibleOnDesktop } from './layout-checks.ts';
import { asAdmin, at, todayAt } from './network.ts';

/** Creates a booking for yesterday, or for Saturday if yesterday was a Sunday. */
async function aPastBooking(salon: Server, person: Person, service_id: number, clock: string) {
  const today = await todayAt(salon);
  const yesterday = addDays(today, -1);
  const day: WallDate = new Date(yesterday).getUTCDay() === 0 ? addDays(today, -2) : yesterday;
  const headers = await asAdmin(salon);
  const { id: client_id } = await request('GET /auth/me', { headers: person.headers }, at(salon));
  const body = { start_datetime: `${day} ${clock}:00`, client_id, service_id, duration_minutes: 60 };
  const { id } = await request('POST /appointments', { headers, body: body as never }, at(salon));
  return { id, day, today };
}

test('the owner books the next appointment within 3 taps from a past appointment', {
  tag: '@once',
}, async ({ page, salon }) => {
  const service = await aService(salon, 'Korekcija', 60);
  const past = await aPastBooking(salon, await aPerson(salon, 'Snežana Živković'), service, '06:00');
  const [twoWeeksLater, threeWeeksLater] = [addDays(past.day, 14), addDays(past.day, 21)];
  await aSlot(salon, threeWeeksLater, '07:00');
  await arriveAsOwner(page, salon, listOf(past.day));
  const dialog = await openFromList(page, past);
  await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
  const next = dialog.getByRole('region', { name: 'Sledeći put' });
  const made = `za 2 nedelje ${shortDay(twoWeeksLater, past.today)} 06:00, pravi se`;
  await expect(next.getByRole('button', { name: made })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  const free = `za 3 nedelje ${shortDay(threeWeeksLater, past.today)} 07:00, slobodno`;
  await next.getByRole('button', { name: free }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const query = { from: threeWeeksLater, to: threeWeeksLater };
  const booked = async () => {
    const rows = await request(
      'GET /analytics/calendar',
      { headers: await asAdmin(salon), query },
      at(salon),
    );
    return rows.map(({ client_name, status, start_datetime, service_name }) =>
      [status, client_name, start_datetime.slice(11, 16), service_name].join(),
    );
  };
  expect(await booked()).toEqual(['BOOKED,Snežana Živković,07:00,Korekcija']);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect.poll(booked).toEqual(['AVAILABLE,,07:00,']);
});

test('a past appointment offers the client a slot three weeks later, which can be booked within 2 taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const person = await aPerson(salon);
  const service = await aService(salon, 'Gel lak', 60);
  const past = await aPastBooking(salon, person, service, '12:00');
  const later = addDays(past.day, 21);
  await storeSession(page, salon, person);
  await page.goto(`${salon.url}/appointments`);
  const row = page.locator(`[data-appointment-id="${past.id}"]`).getByRole('button');
  const ticket = page.getByRole('dialog', { name: 'Detalji termina' });
  const same = ticket.getByRole('button', { name: 'Isti termin za 3 nedelje' });
  await row.click();
  await expect(ticket.getByRole('link', { name: 'Zakaži ponovo' })).toBeVisible();
  await expect(same).toHaveCount(0);

  await aSlot(salon, later, '13:00');
  await page.reload();
  await row.click();
  await expect(same).toContainText(`${shortDay(later, past.today)} u 13:00`);
  await same.click();
  const confirmation = page.getByRole('dialog', { name: 'Potvrda rezervacije' });
  await expectAccessible(page);
  // the response is lost, so the client presses again
  await page.route(
    '**/book',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
  await confirmation.getByRole('button', { name: 'Potvrdi i rezerviši' }).click();
  await expect(confirmation.getByRole('alert')).toHaveText('Neuspešna rezervacija.');
  await confirmation.getByRole('button', { name: 'Potvrdi i rezerviši' }).click();
  await expect(page.getByText('Termin je rezervisan.')).toBeVisible();
  await expect(ticket).toHaveCount(0);
  const mine = await request('GET /appointments/upcoming', { headers: person.headers }, at(salon));
  expect(mine).toMatchObject([{ start_datetime: `${later} 13:00:00`, service_name: 'Gel lak' }]);
});

test('after taking a payment, the owner books the next appointment in three taps', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const service = await aService(salon, 'Naplaćena', 60);
  const past = await aPastBooking(salon, await aPerson(salon, 'Vera Naplata'), service, '16:00');
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { payments: 1 } }, at(salon));
  await arriveAsOwner(page, salon, listOf(past.day));
  const dialog = await openFromList(page, past);
  await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
  await page
    .getByRole('dialog', { name: 'Naplata' })
    .getByRole('button', { name: /^Naplaćeno/ })
    .click();
  await dialog.getByRole('button', { name: /^za 3 nedelje .* 16:00, pravi se$/ }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await request('PUT /settings', { headers, body: { payments: 0 } }, at(salon));
});

test('the client card offers to book the next appointment if the client has no upcoming appointment', {
  tag: '@once',
}, async ({ page, salon }) => {
  const service = await aService(salon, 'Sa kartice', 60);
  await aPastBooking(salon, await aPerson(salon, 'Kaja Kartica'), service, '09:30');
  await arriveAsOwner(page, salon, '/admin/clients?tab=pregled');
  await page.getByLabel('Pretraga').fill('Kaja Kartica');
  await page.getByRole('button', { name: /Kaja Kartica/ }).click(); // tap 1 of 2
  const card = page.getByRole('dialog', { name: 'Klijent' });
  const next = card.getByRole('region', { name: 'Sledeći put' });
  await expect(next.getByRole('button', { name: /^za 2 nedelje .* 09:30, pravi se$/ })).toBeVisible();
  await expectAccessible(page);
  await next.getByRole('button', { name: /^za 3 nedelje/ }).click(); // tap 2 of 2
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await page.getByRole('button', { name: /Kaja Kartica/ }).click();
  await expect(card.getByText('Sledeći termin')).toBeVisible();
  await expect(next).toHaveCount(0);
});

test('the card of an appointment that starts within 24 hours offers a slot three weeks later, which can be booked in 2 taps', {
  tag: '@once',
}, async ({ page, salon }) => {
  const person = await aPerson(salon);
  const service = await aService(salon, 'Podsetnik', 60);
  const today = await todayAt(salon);
  const isEarly = clockOf(wallTimeAt(Date.now(), 'Europe/Belgrade')) < '07:00';
  const [day, clock] = isEarly ? [today, '21:00'] : [addDays(today, 1), '06:00']; // less than 24 hours ahead
  const headers = await asAdmin(salon);
  const { id: client_id } = await request('GET /auth/me', { headers: person.headers }, at(salon));
  const start_datetime = `${day} ${clock}:00`;
  const body = { start_datetime, client_id, service_id: service, duration_minutes: 60 };
  await request('POST /appointments', { headers, body: body as never }, at(salon));
  await aSlot(salon, addDays(day, 21), clock);
  await storeSession(page, salon, person);
  await page.goto(`${salon.url}/appointments`);
  await page.getByRole('button', { name: 'Isti termin za 3 nedelje' }).click(); // tap 1 of 2
  await page
    .getByRole('dialog', { name: 'Potvrda rezervacije' })
    .getByRole('button', { name: 'Potvrdi i rezerviši' })
    .click(); // tap 2 of 2
  await expect(page.getByText('Termin je rezervisan.')).toBeVisible();
});
