// 'Naplata' of a visit without a service, on a closed day, and of somebody who comes early.
import type { Locator } from '@playwright/test';
import type { WallDate } from '../../../../src/domain/wall-clock.ts';
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { openCalendar } from '../../calendar/grid.ts';
import { aService } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { aTechnician } from '../../technicians/prepare.ts';
import { anAppointment } from '../new-steps.ts';
import { appointmentNow, arriveAsOwner, listed } from '../prepare.ts';

const takesPayments = async (salon: Server): Promise<unknown> =>
  request('PUT /settings', { headers: await asAdmin(salon), body: { payments: 1 } }, at(salon));

async function close(salon: Server, date: WallDate): Promise<void> {
  const params = { params: { date }, headers: await asAdmin(salon) };
  const { expected } = await request('GET /cash/{date}', params, at(salon));
  await request('POST /cash/{date}/close', { ...params, body: { counted: expected } }, at(salon));
}

test('0 din cannot be charged: the owner chooses the service first, and opens the closed day again', {
  tag: '@once',
}, async ({ page, salon }) => {
  await takesPayments(salon);
  const service = await aService(salon, 'Gel lak za naplatu', 60);
  const today = await todayAt(salon);
  const day = addDays(today, -1);
  const visit = { start_datetime: `${day} 20:00:00`, duration_minutes: 60, guest_name: 'Vida Ristić' };
  const { id } = await anAppointment(salon, visit as never);
  await close(salon, today);
  await openCalendar(page, salon, day, 'day');
  await listed(page, id).click();
  await page
    .getByRole('dialog', { name: 'Termin', exact: true })
    .getByRole('button', { name: 'Došla', exact: true })
    .click();
  const sheet = page.getByRole('dialog', { name: 'Naplata' });
  await expect(sheet.getByText('Današnji dan je zaključen.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: 'Naplaćeno', exact: true })).toBeDisabled();
  await expectAccessible(page);
  await sheet.getByLabel('Usluga').selectOption(String(service));
  const charge = sheet.getByRole('button', { name: 'Naplaćeno 1.800 din' });
  await expect(charge).toBeEnabled();
  await sheet.getByRole('button', { name: 'Otvori ponovo' }).click();
  const reason = page.getByRole('dialog', { name: 'Otvori ponovo' });
  await reason.getByRole('textbox').fill('Naplata posle zaključenja');
  await reason.getByRole('button', { name: 'Otvori ponovo' }).click();
  await expect(sheet.getByText('Današnji dan je zaključen.')).toHaveCount(0);
  await charge.click();
  await expect(page.getByText('Naplata je upisana.')).toBeVisible();
  expect(await appointmentNow(salon, id)).toMatchObject({ paid: 1800, service_id: service });
});

test('on a wide screen the till has columns, the latest payment first; narrower each payment says them in a line', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  await takesPayments(salon);
  const technician_id = await aTechnician(salon, { name: 'Sanja Pavlović' });
  const service_id = await aService(salon, 'Pedikir za kasu', 60);
  const start_datetime = `${addDays(await todayAt(salon), -2)} 12:00:00`;
  const visit = { start_datetime, technician_id, service_id, guest_name: 'Lidija Perić' };
  const { id: appointment_id } = await anAppointment(salon, visit as never);
  const headers = await asAdmin(salon);
  for (const [kind, amount] of [
    ['VISIT', 1800],
    ['TIP', 300],
  ] as const) {
    const body = { appointment_id, kind, amount, method: 'CARD' } as const;
    await request('POST /payments', { headers, body }, at(salon));
  }
  await arriveAsOwner(page, salon, '/admin/cash');
  const rows = page
    .getByRole('list', { name: 'Naplate' })
    .getByRole('listitem')
    .filter({ hasText: 'Lidija' });
  const [tip, price] = [rows.nth(0), rows.nth(1)];
  const left = async (text: string, place = page.getByRole('main')) =>
    Math.round((await place.getByText(text, { exact: true }).first().boundingBox())?.x ?? 0);
  const right = async (text: string, place: Locator) => {
    const box = await place.getByText(text, { exact: true }).first().boundingBox();
    return Math.round((box?.x ?? 0) + (box?.width ?? 0));
  };
  for (const width of [1366, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(price).toContainText('Pedikir za kasu');
    for (const [name, cell] of [
      ['Radnica', 'Sanja Pavlović'],
      ['Način', 'Kartica'],
    ] as const)
      expect(Math.abs((await left(name)) - (await left(cell, price))), name).toBeLessThan(3);
    const main = page.getByRole('main');
    expect(Math.abs((await right('Iznos', main)) - (await right('1.800', price)))).toBeLessThan(3);
    expect(Math.abs((await right('Napojnica', main)) - (await right('300', tip)))).toBeLessThan(3);
    await expectFitting(page);
  }
  await page.setViewportSize({ width: 820, height: 900 });
  await expect(price).toContainText('Pedikir za kasu, Kartica, Sanja Pavlović');
  await expect(page.getByText('Način', { exact: true })).toHaveCount(0);
});

const hoursToNoon = 12 - new Date().getUTCHours();
const NOON_ZONE = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`;

test.describe('within an hour before the start', () => {
  test.use({ settings: { SALON_TIME_ZONE: NOON_ZONE } });

  test('“Došla” is offered, and does not open the charge', { tag: '@once' }, async ({ page, salon }) => {
    await takesPayments(salon);
    const day = await todayAt(salon);
    const visit = { start_datetime: `${day} 13:00:00`, duration_minutes: 60, guest_name: 'Neda Rana' };
    const { id } = await anAppointment(salon, visit as never);
    await openCalendar(page, salon, day, 'day');
    await listed(page, id).click();
    const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
    await expect(dialog.getByRole('button', { name: 'Nije došla' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Naplati' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Naplata' })).toHaveCount(0);
    await expect.poll(() => appointmentNow(salon, id)).toMatchObject({ attended: 1 });
    const answers = dialog.getByRole('group', { name: 'Da li je došla?' }).getByRole('button');
    await expect(answers).toHaveText(['Došla']); // the server refuses 'Nije došla' before the start
    await answers.click();
    await expect(dialog.getByRole('button', { name: 'Pomeri' })).toBeVisible();
    await expect.poll(() => appointmentNow(salon, id)).toMatchObject({ attended: null });
  });
});
