import type { Page } from '@playwright/test';
import type { RequestBody } from '../../../src/contract/index.ts';
import { addDays, type ShortClockTime, type WallDate, yearOf } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { aService } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt, withoutStream } from '../network.ts';
import { setPageClock } from '../page-clock.ts';
import { arriveAsOwner } from './prepare.ts';

type NewBooking = Omit<RequestBody<'POST /appointments'>, 'start_datetime'>;

/**
 * Returns the last day of the previous year. It is in the past, so attendance can be recorded, and the next day is in
 * another year.
 */
const lastOfYear = async (salon: Server): Promise<WallDate> =>
  `${yearOf(await todayAt(salon)) - 1}-12-31` as WallDate;

async function anAppointment(salon: Server, day: WallDate, clock: ShortClockTime, more: NewBooking) {
  const body = { start_datetime: `${day} ${clock}:00` as const, duration_minutes: 60, ...more };
  return request('POST /appointments', { headers: await asAdmin(salon), body }, at(salon));
}

const guest = (guest_name: string, price: number | null = null): NewBooking => ({
  guest_name,
  guest_phone: '064 555 018',
  service_price: price,
});

const part = (page: Page, name: string | RegExp) =>
  page.locator('section', { has: page.getByRole('heading', { level: 2, name, exact: true }) });

/** Deletes the appointments that earlier tests have left on these days. */
async function clearDays(salon: Server, from: WallDate, to: WallDate): Promise<void> {
  const headers = await asAdmin(salon);
  for (const { id } of await request('GET /appointments/list', { headers, query: { from, to } }, at(salon)))
    await request('DELETE /appointments/{id}', { headers, params: { id } }, at(salon));
}

async function aDay(salon: Server): Promise<{ day: WallDate; tomorrow: WallDate }> {
  const day = await lastOfYear(salon);
  const tomorrow = addDays(day, 1);
  await clearDays(salon, day, tomorrow);
  return { day, tomorrow };
}

test('in the morning, the owner’s home lists today’s appointments with their total price, and no appointments of tomorrow', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { day, tomorrow } = await aDay(salon);
  await anAppointment(salon, day, '09:00', guest('Ana Anić', 1800));
  await anAppointment(salon, day, '11:00', guest('Branka Babić'));
  await anAppointment(salon, tomorrow, '10:00', guest('Vera Vasić', 900));
  await setPageClock(page, `${day} 08:00:00`);
  await arriveAsOwner(page, salon, '/');
  const today = part(page, 'Današnji termini');
  await expect(today).toContainText('2 termina, 1.800 din + 1 bez cene');
  await expect(today.getByRole('listitem')).toHaveText([/^09:00.*Ana Anić/, /^11:00.*Branka Babić/]);
  await expect(today.getByRole('link', { name: 'Pozovi' })).toHaveCount(2);
  await expect(today.getByText('završen')).toHaveCount(0);
  await expect(page.getByText('Danas je sve završeno')).toHaveCount(0);
  await expect(page.getByText('Vera Vasić')).toHaveCount(0);
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
});

test('during the last appointment, the list shows which appointments are over, and leaves a no-show out of the total', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { day } = await aDay(salon);
  await anAppointment(salon, day, '09:00', guest('Ana Anić', 1800));
  const missed = await anAppointment(salon, day, '11:00', guest('Branka Babić', 2500));
  await anAppointment(salon, day, '13:00', guest('Vera Vasić', 900));
  const headers = await asAdmin(salon);
  const params = { id: missed.id };
  await request('POST /appointments/{id}/attendance', { headers, params, body: { attended: 0 } }, at(salon));
  await setPageClock(page, `${day} 13:30:00`);
  await arriveAsOwner(page, salon, '/');
  const today = part(page, 'Današnji termini');
  await expect(today).toContainText('2 termina, 2.700 din');
  const [first, second, third] = await today.getByRole('listitem').all();
  await expect(first ?? today).toContainText('Termin je završen');
  await expect(second ?? today).toContainText('Nije došla');
  // the page shows 29 minutes if a minute has passed since the test chose the appointment's time
  await expect(third ?? today).toContainText(/U toku \(još (30|29) minuta\)/);
  await expect(today.getByRole('link', { name: 'Pozovi' })).toHaveCount(1);
  await expect(page.getByRole('heading', { name: /^Sutra/ })).toHaveCount(0);
});

test('in the evening, the owner’s home folds today’s appointments into one card and lists tomorrow’s, also on the last day of a year', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { day, tomorrow } = await aDay(salon);
  await anAppointment(salon, day, '09:00', guest('Ana Anić', 1800));
  await anAppointment(salon, tomorrow, '10:00', guest('Vera Vasić', 900));
  await anAppointment(salon, tomorrow, '12:00', guest('Goca Gocić', 1100));
  await anAppointment(salon, tomorrow, '18:00', { status: 'BLOCKED' });
  const free = [
    await anAppointment(salon, tomorrow, '14:00', { status: 'AVAILABLE' }),
    await anAppointment(salon, tomorrow, '16:30', { status: 'AVAILABLE' }),
  ];
  await anAppointment(salon, tomorrow, '19:30', { status: 'AVAILABLE' }); // not offered, as if its technician were absent
  await setPageClock(page, `${day} 19:40:00`);
  await page.route('**/api/appointments?*', (route) => route.fulfill({ json: free })); // to the server, these slots are in the past
  await arriveAsOwner(page, salon, '/');
  const today = part(page, 'Današnji termini');
  await expect(today.getByText('Danas je sve završeno')).toBeVisible();
  await expect(today).toContainText('1 termin, 1.800 din');
  await expect(today.getByRole('button', { name: 'Ana Anić' })).toBeVisible();
  const next = part(page, /^Sutra, /);
  await expect(next).toContainText('2 termina, 2.000 din');
  await expect(next.getByRole('listitem')).toHaveText([/^10:00.*Vera Vasić/, /^12:00.*Goca Gocić/]);
  await expect(next.getByRole('link', { name: 'Pozovi' }).first()).toHaveAttribute(
    'href',
    'tel:+38164555018',
  );
  await expect(next.getByText('Još slobodno: 14:00 - 15:00 i 16:30 - 17:30')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);

  await today.getByText('Danas je sve završeno').click();
  await expect(today.getByRole('button', { name: 'Ana Anić' })).toBeHidden();
  await next.getByRole('button', { name: 'Vera Vasić' }).press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog).toContainText('Vera Vasić');
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(next.getByRole('button', { name: 'Vera Vasić' })).toBeFocused();
});

test('if today has no bookings, the owner’s home shows the section for tomorrow even in the morning, also if tomorrow has no bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { day } = await aDay(salon);
  await setPageClock(page, `${day} 08:00:00`);
  await arriveAsOwner(page, salon, '/');
  await expect(page.getByText('Danas nema zakazanih termina')).toBeVisible();
  await expect(part(page, /^Sutra, /)).toContainText('Sutra nema zakazanih termina');
  await expect(page.getByText('Danas je sve završeno')).toHaveCount(0);
  await expect(page.getByText('Još slobodno')).toHaveCount(0);
});

test('if tomorrow’s appointments fail to load, the owner can retry', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await withoutStream(page);
  const { day, tomorrow } = await aDay(salon);
  await setPageClock(page, `${day} 08:00:00`);
  const ofTomorrow = `**/api/appointments/list?from=${tomorrow}*`;
  await page.route(ofTomorrow, (route) => route.abort());
  await arriveAsOwner(page, salon, '/');
  const next = part(page, /^Sutra, /);
  await expect(next.getByRole('alert')).toContainText('Greška pri učitavanju termina za sutra');
  await page.unroute(ofTomorrow);
  await next.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(next).toContainText('Sutra nema zakazanih termina');
});

test('the price list is the last part of the owner’s home', { tag: '@once' }, async ({ page, salon }) => {
  await aService(salon, 'Gel lak', 60);
  await arriveAsOwner(page, salon, '/');
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.last()).toHaveText('Cenovnik');
  await expect(part(page, 'Cenovnik').getByRole('listitem').filter({ hasText: 'Gel lak' })).toContainText(
    '1.800 din',
  );
});

test('in an empty salon, the first steps are the first part of the owner’s home', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/');
  const ofASalon = /\/api\/(templates|services|appointments\/list)/;
  await page.route(ofASalon, (route) => route.fulfill({ json: [] }));
  await page.route('**/api/appointments/next', (route) => route.fulfill({ json: null }));
  await page.reload();
  const headings = page.getByRole('main').getByRole('heading', { level: 2 });
  await expect(headings.first()).toHaveText('Prvi koraci');
  await expect(page.getByText('Nema zakazanih termina', { exact: true })).toBeVisible();
  await expect(page.getByText('Danas nema zakazanih termina')).toBeVisible();
  await expect(
    page.getByRole('main').getByRole('region', { name: 'Prvi koraci' }).getByRole('link').first(),
  ).toBeVisible();
  await expectAccessible(page);
});
