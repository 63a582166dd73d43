// The switches of a technician on her screens, an old stored login, and what the owner reads of her deletions.
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { aService } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, keepOnDevice, todayAt } from '../network.ts';
import { aTechnician } from './prepare.ts';

const LOGIN = { email: 'mina@primer.rs', password: 'lak-za-nokte' };

test('a technician with an old stored login charges her booking, enters no absences, and the owner reads what she deleted', {
  tag: '@once',
}, async ({ page, salon }) => {
  const yesterday = addDays(await todayAt(salon), -1);
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { payments: 1 } }, at(salon));
  const technician_id = await aTechnician(salon, {
    name: 'Mina Savić',
    ...LOGIN,
    can_charge: 1,
    can_take_days_off: 0,
  });
  const service_id = await aService(salon, 'Gel lak', 60);
  const booked = async (clock: string, guest_name: string) => {
    const when = { start_datetime: `${yesterday} ${clock}:00`, duration_minutes: 60 } as const;
    const body = { ...when, technician_id, service_id, guest_name, guest_phone: '064 555 100' };
    return request('POST /appointments', { headers, body: body as never }, at(salon));
  };
  await booked('10:00', 'Vesna Rakić');
  await booked('12:00', 'Olga Tasić');

  const { token } = await request('POST /auth/login', { body: LOGIN }, at(salon));
  // as releases before the role TECHNICIAN stored it
  await keepOnDevice(page, salon, {
    token,
    role: 'ADMIN',
    technician: '1',
    name: 'Mina Savić',
    email: LOGIN.email,
  });
  const refused: string[] = [];
  page.on('response', (response) => {
    // until her switches are known, the page of absences may ask for its preview
    if (response.status() >= 400 && !response.url().endsWith('/annual/preview'))
      refused.push(`${response.status()} ${response.url()}`);
  });
  await page.goto(`${salon.url}/admin/calendar?view=day&date=${yesterday}`);
  await page.getByRole('button', { name: /^Vesna Rakić, 10:00/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await dialog.getByRole('button', { name: 'Došla', exact: true }).click();
  const charge = page.getByRole('dialog', { name: 'Naplata' });
  await charge.getByLabel('Napojnica', { exact: true }).fill('200');
  await expectAccessible(page);
  await charge.getByRole('button', { name: /^Naplaćeno/ }).click();
  await expect(charge).toBeHidden();
  await expect(dialog.getByText(/^Naplaćeno .* din$/)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);

  await page.getByRole('button', { name: /^Olga Tasić, 12:00/ }).click();
  await dialog.getByRole('button', { name: 'Još' }).click();
  await page.getByRole('menuitem', { name: 'Obriši' }).click();
  await page.getByRole('button', { name: 'Obriši' }).last().click();
  await expect(page.getByRole('button', { name: /^Olga Tasić, 12:00/ })).toHaveCount(0);

  await page.goto(`${salon.url}/admin`);
  await expect(page.getByRole('main').getByRole('link', { name: /Kalendar/ })).toBeVisible();
  await expect(page.getByRole('link', { name: /Odsustva|Kasa/ })).toHaveCount(0);
  await page.goto(`${salon.url}/admin/annual`);
  await expect(page).toHaveURL(/\/admin\/calendar/);
  await page.goto(`${salon.url}/admin/deleted`);
  await expect(page).toHaveURL(/\/admin\/calendar/);
  expect(refused).toEqual([]);

  await page.evaluate(() => localStorage.clear());
  await arriveAsOwner(page, salon, '/admin/appoitments?tab=pregled');
  await page.getByRole('link', { name: 'Obrisani termini' }).click();
  await expect(page.getByRole('heading', { name: 'Obrisani termini' })).toBeFocused();
  const row = page.getByRole('listitem').filter({ hasText: 'Olga Tasić' });
  await expect(row).toContainText('Gel lak');
  await expect(row).toContainText('Obrisano: Mina Savić, danas');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectFitting(page);
  await row.getByRole('button').click();
  await expect(page.getByRole('dialog', { name: 'Istorija' }).getByText('Obrisan')).toBeVisible();
});
