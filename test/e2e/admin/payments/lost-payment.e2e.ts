import type { Page } from '@playwright/test';
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { openCalendar } from '../../calendar/grid.ts';
import { aService } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { appointmentNow, listed } from '../prepare.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Termin', exact: true });
const sheet = (page: Page) => page.getByRole('dialog', { name: 'Naplata' });

/** Adds a guest's booking of yesterday for 1.800 din, and opens its sheet 'Naplata'. */
async function openCharge(page: Page, salon: Server, clock: string) {
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { payments: 1, deposit_for: 'NONE' } as never }, at(salon));
  const day = addDays(await todayAt(salon), -1);
  const service_id = await aService(salon, `Gel lak ${clock}`, 60);
  const body = {
    start_datetime: `${day} ${clock}:00`,
    duration_minutes: 60,
    guest_name: 'Mila Đokić',
    guest_phone: '064 555 119',
    service_id,
  };
  const { id } = await request('POST /appointments', { headers, body: body as never }, at(salon));
  await openCalendar(page, salon, day, 'day');
  await listed(page, id).click();
  await dialogOf(page).getByRole('button', { name: 'Došla', exact: true }).click();
  await expect(sheet(page).getByLabel('Za naplatu')).toHaveValue('1.800');
  return { id, day };
}

/** Sends the next payment to the server, but loses its response, and keeps the page from refetching what the server has recorded. */
async function loseResponse(page: Page): Promise<void> {
  await page.route(
    '**/api/payments',
    async (route) => {
      await route.fetch();
      await route.abort();
    },
    { times: 1 },
  );
}

const chargesOf = async (salon: Server, id: number, day: string) => {
  const query = { from: day as never, to: addDays(day as never, 1) };
  const all = await request('GET /payments', { headers: await asAdmin(salon), query }, at(salon));
  return all
    .filter(({ appointment_id }) => appointment_id === id)
    .map(({ method, amount }) => [method, amount]);
};

test('a payment pressed again by another method after a lost response is recorded once, and the sheet shows it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { id, day } = await openCharge(page, salon, '13:00');
  await loseResponse(page);
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(sheet(page).getByRole('alert')).toBeVisible();

  await sheet(page).getByRole('button', { name: 'Kartica' }).click();
  await sheet(page).getByLabel('Za naplatu').fill('1.800');
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(sheet(page).getByRole('alert')).toHaveText(
    'Već je upisano: 1.800 din, Gotovina. Ništa drugo nije upisano.',
  );
  await expect(sheet(page).getByLabel('Za naplatu')).toHaveValue('');
  expect(await chargesOf(salon, id, day)).toEqual([['CASH', 1800]]);

  await sheet(page).getByLabel('Napojnica', { exact: true }).fill('200');
  await sheet(page).getByRole('button', { name: 'Naplaćeno 200 din' }).click();
  await expect(dialogOf(page)).toContainText('Naplaćeno 1.800 din, gotovina');
  const both = [
    ['CASH', 1800],
    ['CARD', 200],
  ];
  await expect.poll(() => chargesOf(salon, id, day)).toEqual(both); // the sheet said so before the second payment, too
});

test('a payment pressed again in a reopened sheet after a lost response is recorded once', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { id, day } = await openCharge(page, salon, '15:00');
  await loseResponse(page);
  // the page does not learn of the payment either, so the reopened sheet proposes it again
  await page.route(`**/api/appointments/${id}`, (route) => route.abort());
  await page.route('**/api/analytics/calendar*', (route) => route.abort());
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(sheet(page).getByRole('alert')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Kasnije' }).click();
  await dialogOf(page).getByRole('button', { name: 'Naplati' }).click();
  await sheet(page).getByRole('button', { name: 'Kartica' }).click();
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(sheet(page).getByRole('alert')).toContainText('Već je upisano: 1.800 din, Gotovina.');
  expect(await chargesOf(salon, id, day)).toEqual([['CASH', 1800]]);
  expect((await appointmentNow(salon, id)).paid).toBe(1800);
});

test('a payment is split between two methods in one sheet, and a part whose response was lost is recorded once', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { id, day } = await openCharge(page, salon, '17:00');
  await sheet(page).getByRole('button', { name: 'Podeli na dva načina' }).click();
  await sheet(page).getByLabel('Od toga: Kartica').fill('1.900');
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(sheet(page)).toContainText('Najviše 1.800 din.');
  await sheet(page).getByLabel('Od toga: Kartica').fill('800');
  await loseResponse(page);
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(sheet(page).getByRole('alert')).toBeVisible();
  await sheet(page).getByRole('button', { name: 'Naplaćeno 1.800 din' }).click();
  await expect(dialogOf(page)).toContainText('Naplaćeno 1.800 din');
  expect(await chargesOf(salon, id, day)).toEqual([
    ['CASH', 1000],
    ['CARD', 800],
  ]);
});
