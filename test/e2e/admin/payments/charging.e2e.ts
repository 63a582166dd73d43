// 'Naplata' of a visit without a service, on a closed day, and of somebody who comes early.
import type { WallDate } from '../../../../src/domain/wall-clock.ts';
import { addDays } from '../../../../src/domain/wall-clock.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { openCalendar } from '../../calendar/grid.ts';
import { aService } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { anAppointment } from '../new-steps.ts';
import { appointmentNow, listed } from '../prepare.ts';

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

const hoursToNoon = 12 - new Date().getUTCHours();
const NOON_ZONE = `Etc/GMT${hoursToNoon > 0 ? '-' : '+'}${Math.abs(hoursToNoon)}`;

test.describe('within an hour before the start', () => {
  test.use({ settings: { SALON_TIME_ZONE: NOON_ZONE } });

  test('“Došla” is offered, and does not open the charge', { tag: '@once' }, async ({ page, salon }) => {
    await takesPayments(salon);
    const day = await todayAt(salon, NOON_ZONE);
    const visit = { start_datetime: `${day} 13:00:00`, duration_minutes: 60, guest_name: 'Neda Rana' };
    const { id } = await anAppointment(salon, visit as never);
    await openCalendar(page, salon, day, 'day');
    await listed(page, id).click();
    const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
    await expect(dialog.getByRole('button', { name: 'Nije došla' })).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
    await expect(dialog.getByRole('button', { name: 'Naplati' })).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Naplata' })).toHaveCount(0);
    expect(await appointmentNow(salon, id)).toMatchObject({ attended: 1 });
    const answers = dialog.getByRole('group', { name: 'Da li je došla?' }).getByRole('button');
    await expect(answers).toHaveText(['Došla']); // the server refuses 'Nije došla' before the start
    await answers.click();
    await expect(dialog.getByRole('button', { name: 'Pomeri' })).toBeVisible();
    expect(await appointmentNow(salon, id)).toMatchObject({ attended: null });
  });
});
