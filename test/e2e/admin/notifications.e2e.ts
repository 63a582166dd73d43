import type { Page } from '@playwright/test';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, withoutStream } from '../network.ts';
import { aNotification } from './notifications/notification.ts';
import { aBooking, arriveAsOwner } from './prepare.ts';

const PATH = '/admin/notifications';
test.describe.configure({ mode: 'serial' });

const tabOf = (page: Page, name: string) => page.getByRole('tab', { name });
const cardOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text });

/** Registers a client who books, and who also cancels if `reason` is given. */
async function aMorning(salon: Server, name: string, day: string, clock: string, reason?: string) {
  const person = await aPerson(salon, name);
  const { id } = await aBooking(salon, day, clock, person);
  const { headers } = person;
  if (reason)
    await request('POST /appointments/{id}/cancel', { params: { id }, headers, body: { reason } }, at(salon));
  return id;
}

test('the tabs sort notifications by type and count the unread ones; opening the details marks a notification as read, and its title opens the appointment', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  const id = await aMorning(salon, 'Milica Đurić', day, '10:00');
  await aMorning(salon, 'Ana Šćepanović', day, '14:00', 'Dete mi se razbolelo.');
  await arriveAsOwner(page, salon, PATH);
  await expect(tabOf(page, 'Sve')).toContainText('5');
  await expect(tabOf(page, 'Novi termini')).toContainText('2');
  await expect(tabOf(page, 'Otkazani')).toContainText('1');
  await expect(tabOf(page, 'Novi klijenti')).toContainText('2');
  await expectAccessible(page);

  await tabOf(page, 'Otkazani').click();
  const cancelled = cardOf(page, 'Otkazan termin');
  await expect(cancelled).toContainText('NOVO');
  await expect(cancelled).toContainText('„Dete mi se razbolelo.“');
  await expect(cancelled).toContainText(/Otkazano danas u \d\d:\d\d/);
  await expect(cancelled).toContainText(
    /(pon|uto|sre|čet|pet|sub|ned) \d+\. [a-z]{3}( \d{4})?, 14:00 - 15:00/,
  );
  await cancelled.getByRole('button', { name: 'Detalji' }).click();
  await expect(cancelled.getByText('Email')).toBeVisible();
  await expect(cancelled).not.toContainText('Zakazano');
  await expect(cancelled).not.toContainText('NOVO');
  await expect(tabOf(page, 'Otkazani')).not.toContainText('1');

  await tabOf(page, 'Novi termini').click();
  await cardOf(page, 'Milica Đurić').getByRole('button', { name: 'Novi termin' }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog).toContainText('Milica Đurić');
  await page.keyboard.press('Escape');
  await expect(cardOf(page, 'Milica Đurić')).not.toContainText('NOVO');
  await expect(page.locator(`[data-appointment-id="${id}"]`)).toHaveCount(1);

  await tabOf(page, 'Novi klijenti').click();
  await cardOf(page, 'Milica Đurić').getByRole('button', { name: 'Nova klijentkinja' }).click();
  await expect(page.getByText('Nema termina', { exact: true })).toBeVisible();
  await expect(cardOf(page, 'Milica Đurić')).toContainText('NOVO');

  await tabOf(page, 'Sve').click();
  const all = cardOf(page, 'Otkazan termin');
  await all.getByRole('button', { name: 'Detalji' }).click();
  await expect(all).toContainText('Zakazano');
  await expect(all).toContainText('Registracija');
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await all.getByRole('button', { name: 'Otvori klijenta' }).click();
  await expect(page.getByRole('dialog', { name: 'Klijent' })).toContainText('Ana Šćepanović');
});

test('deleting a notification needs a confirmation; one button marks all notifications of a tab as read, another deletes them', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 4);
  await aMorning(salon, 'Rada Šijan', day, '10:00');
  await aMorning(salon, 'Iva Knežević', day, '12:00');
  await arriveAsOwner(page, salon, `${PATH}?tab=novi-termini`);
  const ask = page.getByRole('alertdialog', { name: 'Potvrda' });
  // on a phone, the delete button is shown only in the details
  await cardOf(page, 'Rada Šijan').getByRole('button', { name: 'Detalji' }).click();
  await cardOf(page, 'Rada Šijan').getByRole('button', { name: 'Obriši' }).click();
  await page.route('**/api/notifications/*', (route) => route.abort());
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(ask.getByText('Greška pri brisanju notifikacije.')).toBeVisible();
  await page.unroute('**/api/notifications/*');
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(cardOf(page, 'Rada Šijan')).toHaveCount(0);

  await page.route('**/read-all?*', (route) => route.abort());
  await page.getByRole('button', { name: 'Pročitaj sve' }).click();
  await expect(page.getByText('Greška pri označavanju.')).toBeVisible();
  await page.unroute('**/read-all?*');
  await page.getByRole('button', { name: 'Pročitaj sve' }).click();
  await expect(page.getByText('NOVO')).toHaveCount(0);

  await page.getByRole('button', { name: 'Obriši sve' }).click();
  await expect(ask.getByText('Ova radnja je nepovratna.')).toBeVisible();
  await page.route('**/api/notifications?*', (route) => route.abort());
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(ask.getByText('Greška pri brisanju notifikacija.')).toBeVisible();
  await page.unroute('**/api/notifications?*');
  await ask.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Nema novih termina.')).toBeVisible();
  await tabOf(page, 'Sve').click();
  await expect(cardOf(page, 'Rada Šijan')).toHaveCount(1);
});

test('when a slot becomes free for a guest on the waitlist, the notification tells the owner to call the guest', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 5);
  const body = { date: day, guest_name: 'Ljubica Šarac', guest_phone: '064 555 018' };
  await request('POST /client-notifications/free-slot', { body }, at(salon));
  const slot = { start_datetime: `${day} 09:00:00`, duration_minutes: 60 };
  await request('POST /appointments/slot', { headers: await asAdmin(salon), body: slot }, at(salon));
  await arriveAsOwner(page, salon, PATH);
  const task = cardOf(page, 'Pozovite: Ljubica Šarac, 064 555 018');
  await expect(task).toContainText('09:00 - 10:00');
  await expect(task.getByRole('link', { name: 'Pozovi' })).toHaveAttribute('href', 'tel:+38164555018');
  await expectAccessible(page);
  await expectFitting(page);
});

/** Returns a notification of a late cancellation with the longest allowed texts. */
const longest = (id: number, fields: object = {}) =>
  aNotification(id, {
    type: 'CANCELLED',
    guest_name: 'Aleksandra-Anastasija Hadžistefanović-Radosavljević',
    guest_phone: '+381 64 123 456 789 / lokal 1',
    service_name: 'Ojačavanje prirodnih noktiju sa ukrašavanjem',
    cancelled_reason: 'n'.repeat(60),
    cancelled_at: '2026-11-17 10:20:00',
    is_late: 1,
    ...fields,
  });

test('the list marks late cancellations, renders only the visible rows of two hundred, shows “99+” as the unread count, and fits the screen', {
  tag: '@once',
}, async ({ page, salon }) => {
  const many = Array.from({ length: 200 }, (_, n) => longest(n + 1));
  await page.route('**/api/notifications?*', (route) => route.fulfill({ json: many }));
  const counts = { ALL: 200, NEW_BOOKING: 0, CANCELLED: 200, NEW_CLIENT: 0 };
  await page.route('**/api/notifications/unread-count?*', (route) => route.fulfill({ json: counts }));
  await arriveAsOwner(page, salon, PATH);
  await expect(tabOf(page, 'Otkazani')).toContainText('99+');
  await expect(tabOf(page, 'Otkazani')).toHaveAccessibleDescription('200 nepročitanih notifikacija');
  await expect(page.getByText('Kasno otkazivanje').first()).toBeVisible();
  expect(await page.getByText('Kasno otkazivanje').count()).toBeLessThan(60);
  await page.getByRole('button', { name: 'Detalji' }).first().click();
  await expectFitting(page);
});

test('the page shows an error if the notifications fail to load, but none if the unread count or marking as read fails', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  const lines: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && lines.push(message.text()));
  await page.route('**/api/notifications?*', (route) => route.abort());
  await page.route('**/api/notifications/unread-count?*', (route) => route.abort());
  await arriveAsOwner(page, salon, PATH);
  const alert = page.getByRole('alert').filter({ hasText: 'Greška pri učitavanju notifikacija.' });
  await expect(alert).toBeVisible();
  await expect(tabOf(page, 'Sve')).toHaveText('Sve');
  await page.route('**/api/notifications?*', (route) => route.fulfill({ json: [longest(1)] }));
  await alert.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await page.route('**/api/notifications/*/read', (route) => route.abort());
  await page.getByRole('button', { name: 'Detalji' }).click();
  await expect.poll(() => lines.filter((line) => line.startsWith('mark-read')).length).toBe(1);
  await expect(page.getByText('NOVO')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: /./ })).toHaveCount(0);
});

test('the list loads new notifications when the page becomes visible again', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, `${PATH}?tab=novi-klijenti`);
  await expect(page.getByRole('tabpanel')).not.toBeEmpty();
  await aPerson(salon, 'Upravo Prijavljena');
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange', { bubbles: true })));
  await expect(cardOf(page, 'Upravo Prijavljena').first()).toBeVisible();
});

test('a notification has a button that opens the client card, unless the client was deleted', {
  tag: '@once',
}, async ({ page, salon }) => {
  const kept = longest(1, { client_id: 47, client_name: 'Ana Ilić' });
  const deleted = longest(2, { client_id: null, client_name: 'Obrisan klijent' });
  await page.route('**/api/notifications?*', (route) => route.fulfill({ json: [kept, deleted] }));
  await page.route('**/api/notifications/*/read', (route) => route.fulfill({ json: kept }));
  await arriveAsOwner(page, salon, PATH);
  for (const [name, count] of [
    ['Ana Ilić', 1],
    ['Obrisan klijent', 0],
  ] as const) {
    const card = cardOf(page, name);
    await card.getByRole('button', { name: 'Detalji' }).click();
    await expect(card.getByText('Stiglo')).toBeVisible();
    await expect(card.getByRole('button', { name: 'Otvori klijenta' })).toHaveCount(count);
  }
});

test('when a client moves a booking, the notification shows the old and the new time; only the tab “Sve” lists it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const person = await aPerson(salon, 'Jovana Pomerena');
  const { id } = await aBooking(salon, await dayAhead(salon, 5), '10:00', person);
  const to = await aSlot(salon, await dayAhead(salon, 6), '12:00', 90);
  const body = { to_id: to.id, seen_start: to.start_datetime, seen_end: to.end_datetime };
  const { headers } = person;
  await request('POST /appointments/{id}/reschedule', { params: { id }, headers, body }, at(salon));
  await arriveAsOwner(page, salon, PATH);
  const moved = cardOf(page, 'Pomeren termin');
  await expect(moved).toContainText('Jovana Pomerena');
  await expect(moved).toContainText(/10:00 - 11:00.*→.*12:00 - 13:30/);
  await expectAccessible(page);
  await expectFitting(page);
  await moved.getByRole('button', { name: 'Detalji' }).click();
  await expect(moved).toContainText('Zakazano');
  await expect(moved.getByRole('button', { name: 'Otvori klijenta' })).toBeVisible();
  await moved.getByRole('button', { name: 'Pomeren termin' }).click();
  await expect(page.getByRole('dialog', { name: 'Termin', exact: true })).toContainText('12:00');
  await page.keyboard.press('Escape');
  for (const tab of ['Novi termini', 'Otkazani', 'Novi klijenti']) {
    await tabOf(page, tab).click();
    await expect(moved).toHaveCount(0);
  }
});
