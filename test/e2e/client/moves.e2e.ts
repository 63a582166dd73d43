import type { Page } from '@playwright/test';
import { dayInWords, dayInWordsWithYear } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { at } from '../network.ts';
import { day, slot, today } from './booking-steps.ts';
import { aBooked, cardOf, choose, confirm, heading, proceed, sheet } from './move-steps.ts';
import { aPerson, aPhone, aService, aSlot, dayAhead, seen, storeSession } from './prepare.ts';

/** Expects that the page needs no horizontal scrolling on the narrowest phone. */
async function expectNoWider(page: Page): Promise<void> {
  const viewport = page.viewportSize() ?? { width: 390, height: 844 };
  await page.setViewportSize({ width: 320, height: 700 });
  const overflow = () =>
    page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
  expect(await overflow()).toBe(0);
  await page.setViewportSize(viewport);
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

test('a client moves a booking: chooses a new slot and confirms', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, date, next } = await aBooked(salon, 2, client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await expect(heading(page)).toBeVisible();
  await expect(page.getByText(`Pomerate: ${dayInWords(date, today())}, 10:00`)).toBeVisible();
  await expect(
    page.getByText('Usluga, cena i napomena ostaju iste. Termin možete pomeriti najkasnije 24 h ranije.'),
  ).toBeVisible();
  await expect(slot(page, '10:00 - 11:00')).toHaveCount(0);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectNoWider(page);
  await day(page, next).click();
  await proceed(page);
  await expect(page.getByRole('alert')).toHaveText('Izaberite termin pre nastavka.');
  await slot(page, '09:00 - 10:00').click();
  await proceed(page);
  await expect(sheet(page)).toContainText('10:00 - 11:00');
  await expect(sheet(page)).toContainText(dayInWordsWithYear(next));
  await expect(sheet(page)).toContainText('Bez usluge za sada');
  await expect(sheet(page)).not.toContainText('umesto');
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(cardOf(page, id)).toContainText('09:00 - 10:00');
  await expect(cardOf(page, id)).toContainText(dayInWordsWithYear(next));
});

test('after a move, the old time of the booking is offered as a slot again', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  const { id, date, next } = await aBooked(salon, 5, client);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, next, '09:00 - 10:00');
  await confirm(page);
  await expect(page.getByText('Termin je pomeren.')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
  await page.goto(`${salon.url}/booking?dan=${date}`);
  await expect(slot(page, '10:00 - 11:00')).toBeVisible();
});

test('a guest opens the guest link, chooses “Pomeri termin” in the cancellation dialog and moves the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
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
  const kept = () => page.evaluate(() => JSON.parse(localStorage.getItem('guest-tickets') ?? ''));
  await expect.poll(kept).toMatchObject([{ token, end: `${next} 20:00:00` }]);
});

test('before a move to a longer slot is confirmed, the sheet shows the new duration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  const { id } = await aBooked(salon, 3, client);
  const date = await dayAhead(salon, 7);
  await aSlot(salon, date, '12:00', 90);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await choose(page, date, '12:00 - 13:30');
  await expect(sheet(page)).toContainText('90 min umesto 60');
  await sheet(page).getByRole('button', { name: 'Odustani' }).click();
  await expect(sheet(page)).toHaveCount(0);
  await expect(slot(page, '12:00 - 13:30')).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('link', { name: 'Odustani od pomeranja' }).click();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
});

test('a booking with a long service can be moved to two adjacent slots, which are joined', {
  tag: '@once',
}, async ({ page, salon }) => {
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
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking?pomeri=${id}`);
  await day(page, date).click();
  await expect(slot(page, '14:00 - 16:00')).not.toHaveAccessibleDescription(/./);
  await slot(page, '14:00 - 16:00').click();
  await proceed(page);
  await expect(sheet(page)).toContainText('Izlivanje noktiju, 1.800 din');
  await confirm(page);
  await expect(cardOf(page, id)).toContainText('14:00 - 16:00');
});
