import type { Page } from '@playwright/test';
import { addDays, type ShortClockTime } from '../../../src/domain/wall-clock.ts';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt, withoutStream } from '../network.ts';
import { aBooking, aGuestBooking, arriveAsOwner } from './prepare.ts';

const PATH = '/appointments';
const part = (page: Page, name: string) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name }) });

/** Deletes the appointments that earlier tests have left. */
async function clear(salon: Server): Promise<void> {
  const headers = await asAdmin(salon);
  const today = await todayAt(salon);
  const query = { from: addDays(today, -360), to: addDays(today, 60) };
  for (const { id } of await request('GET /appointments/list', { headers, query }, at(salon)))
    await request('DELETE /appointments/{id}', { headers, params: { id } }, at(salon));
}

async function aPastAppointment(salon: Server, clock: ShortClockTime, guest_name: string) {
  const headers = await asAdmin(salon);
  const today = await todayAt(salon);
  const body = {
    start_datetime: `${addDays(today, -3)} ${clock}:00` as const,
    duration_minutes: 30,
    guest_name,
    guest_phone: '065 111 222',
  };
  return request('POST /appointments', { headers, body }, at(salon));
}

test('for the owner, “Moji termini” lists all upcoming and past appointments of the salon by day', {
  tag: '@once',
}, async ({ page, salon }) => {
  await clear(salon);
  const [first, second] = [await dayAhead(salon, 1), await dayAhead(salon, 2)];
  const client = await aPerson(salon, 'Milica Đurić');
  await aGuestBooking(salon, second, '09:00', 'Ljubica Šarac');
  const booked = await aBooking(salon, first, '10:00', client);
  const missed = await aPastAppointment(salon, '10:00', 'Rada Šijan');
  await aPastAppointment(salon, '12:00', 'Sanja Tomić');
  const headers = await asAdmin(salon);
  const params = { id: missed.id };
  await request('POST /appointments/{id}/attendance', { headers, params, body: { attended: 0 } }, at(salon));
  await arriveAsOwner(page, salon, PATH);

  const today = await todayAt(salon);
  const ahead = part(page, 'Aktivni termini');
  await expect(ahead.getByRole('heading', { level: 3 })).toHaveText([
    dayInWords(first, today),
    dayInWords(second, today),
  ]);
  await expect(ahead.getByRole('listitem')).toHaveText([/^10:00.*Milica Đurić/, /^09:00.*Ljubica Šarac/]);
  await expect(ahead.getByRole('listitem').last()).toContainText('065');
  await expect(ahead.getByRole('link', { name: 'Pozovi' })).toHaveCount(1); // only the guest has a phone number
  const past = part(page, 'Prethodni termini');
  await expect(past.getByRole('listitem')).toHaveText([
    /^12:00.*Sanja Tomić/,
    /^10:00.*Rada Šijan.*Nije došla/,
  ]);
  for (const name of ['Pomeri termin', 'Promeni uslugu', 'Zakaži ponovo', 'Rezervišite termin'])
    await expect(page.getByRole('main').getByText(name)).toHaveCount(0);
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);

  const name = page.locator(`[data-appointment-id="${booked.id}"]`).getByRole('button');
  await name.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog).toContainText('Milica Đurić');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(name).toBeFocused();
});

test('“Moji termini” shows the salon’s next five appointments, and all others after a press on “Učitaj još”', {
  tag: '@once',
}, async ({ page, salon }) => {
  await clear(salon);
  const day = await dayAhead(salon, 1);
  for (const hour of ['08', '09', '10', '11', '12', '13', '14'])
    await aGuestBooking(salon, day, `${hour}:00`, `Gošća ${hour}`);
  await arriveAsOwner(page, salon, PATH);
  const ahead = part(page, 'Aktivni termini');
  await expect(ahead.getByRole('listitem')).toHaveCount(5);
  await ahead.getByRole('button', { name: 'Učitaj još' }).click();
  await expect(ahead.getByRole('listitem')).toHaveCount(7);
  await expect(ahead.getByRole('listitem').last()).toContainText('Gošća 14');
  await expect(page.getByRole('button', { name: 'Učitaj još' })).toHaveCount(0);
});

test('“Moji termini” says that a salon has no appointments; if they fail to load, the owner can retry', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  await clear(salon);
  const lists = /\/api\/appointments\/(upcoming|past)/;
  await page.route(lists, (route) => route.abort());
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByText('Greška pri učitavanju predstojećih termina')).toBeVisible();
  await expect(page.getByText('Greška pri učitavanju prethodnih termina')).toBeVisible();
  await page.unroute(lists);
  // clicks “Pokušaj ponovo” only if it is shown: on a slow machine the page may have refetched the list already
  const ahead = part(page, 'Aktivni termini').getByRole('button', { name: 'Pokušaj ponovo' });
  await expect(async () => {
    if (await ahead.isVisible()) await ahead.click({ timeout: 10_000 });
    await expect(page.getByText('Nema zakazanih termina')).toBeVisible({ timeout: 10_000 });
  }).toPass();
  await expect(page.getByRole('link', { name: 'Otvori kalendar' })).toBeVisible();
  await part(page, 'Prethodni termini').getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByText('Još nema prethodnih termina.')).toBeVisible();
});

test('the owner’s profile links to the salon’s notifications', { tag: '@once' }, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/profile?tab=notifikacije');
  await page.getByRole('link', { name: 'Otvori notifikacije' }).click();
  await expect(page).toHaveURL(`${salon.url}/admin/notifications`);
});
