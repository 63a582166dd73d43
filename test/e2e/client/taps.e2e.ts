// Limits how many taps a visitor or client needs for everyday tasks. Typing is not counted.
import type { Locator, Page } from '@playwright/test';
import { dateOf } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { confirmation, day, slot } from './booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, type Person, storeSession } from './prepare.ts';

/** Taps the elements one after another. Returns the number of taps. */
async function taps(...ways: readonly Locator[]): Promise<number> {
  for (const way of ways) await way.click();
  return ways.length;
}

const link = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('link', { name });
const button = (page: Page, name: string | RegExp) => page.getByRole('main').getByRole('button', { name });

test('a visitor books a service with at most 6 taps from the home page', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 2);
  await aService(salon, 'Izlivanje noktiju', 120);
  await aSlot(salon, date, '09:00', 120);
  await page.goto(salon.url);
  const before = await taps(
    link(page, 'Zakaži termin'),
    button(page, /Promeni/),
    page.getByRole('dialog', { name: 'Usluga' }).getByRole('radio', { name: /Izlivanje noktiju/ }),
    slot(page, '09:00 - 11:00'),
    button(page, 'Odabir usluge i potvrda rezervacije'),
  );
  await expect(confirmation(page).getByLabel('Ime')).toBeFocused();
  await page.keyboard.type('Nevena Đukić');
  // on a phone, the user would press “Next” on the keyboard; that counts as typing, not as a tap
  await page.keyboard.press('Tab');
  await page.keyboard.type(aPhone());
  const all = before + (await taps(confirmation(page).getByRole('button', { name: 'Potvrdi i rezerviši' })));
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Izlivanje noktiju');
  expect(all).toBeLessThanOrEqual(6);
});

/** Adds a past appointment: books a future slot as the client, then moves the booking into the past as the owner. */
async function aPastAppointment(
  salon: Parameters<typeof aSlot>[0],
  client: Person,
  service_id: number,
  daysBack: number,
) {
  const ahead = await aSlot(salon, await dayAhead(salon, 9), '20:00');
  await book(salon, ahead, client);
  const headers = await asAdmin(salon);
  const params = { id: ahead.id };
  const past = new Date(Date.parse(`${dateOf(ahead.start_datetime)}T00:00:00Z`) - daysBack * 86_400_000);
  const date = past.toISOString().slice(0, 10);
  const body = { service_id, start_datetime: `${date} 20:00:00`, end_datetime: `${date} 21:00:00` };
  await request('PUT /appointments/{id}', { params, headers, body: body as never }, at(salon));
}

test('a client books the usual service again with at most 4 taps', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  await aPastAppointment(salon, client, await aService(salon, 'Gel lak', 60), 40);
  await aSlot(salon, await dayAhead(salon, 3), '10:00');
  await storeSession(page, salon, client);
  await page.goto(salon.url);
  const all = await taps(
    link(page, /Zakaži ponovo/),
    slot(page, '10:00 - 11:00'),
    button(page, 'Odabir usluge i potvrda rezervacije'),
    confirmation(page).getByRole('button', { name: 'Potvrdi i rezerviši' }),
  );
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('Gel lak');
  expect(all).toBeLessThanOrEqual(4);
});

test('a client moves an appointment with at most 5 taps', { tag: '@once' }, async ({ page, salon }) => {
  const client = await aPerson(salon);
  await book(salon, await aSlot(salon, await dayAhead(salon, 4), '10:00'), client);
  const date = await dayAhead(salon, 5);
  await aSlot(salon, date, '12:00');
  await storeSession(page, salon, client);
  await page.goto(salon.url);
  const all = await taps(
    page.locator('[data-appointment-id]').getByText('Pomeri termin'),
    day(page, date),
    slot(page, '12:00 - 13:00'),
    button(page, 'Pomeri termin'),
    page.getByRole('dialog', { name: 'Pomeranje termina' }).getByRole('button', { name: 'Pomeri termin' }),
  );
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  expect(all).toBeLessThanOrEqual(5);
});

test('a client cancels an appointment with at most 3 taps', { tag: '@once' }, async ({ page, salon }) => {
  const client = await aPerson(salon);
  await book(salon, await aSlot(salon, await dayAhead(salon, 6), '10:00'), client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/appointments`);
  const dialog = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  const all = await taps(
    button(page, 'Otkaži termin'),
    dialog.getByRole('button', { name: 'Bolest' }),
    dialog.getByRole('button', { name: 'Otkaži termin' }),
  );
  await expect(page.getByText('Termin je otkazan.')).toBeVisible();
  expect(all).toBeLessThanOrEqual(3);
});
