import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, dayAhead, seen } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

test('the statistics compare the technicians, and a chip filters all numbers by technician', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović' });
  const mirjana = await aTechnician(salon, { name: 'Mirjana Kostić' });
  await aSlotOf(salon, sanja, day, '08:00');
  for (const [technician, clock] of [
    [sanja, '10:00'],
    [mirjana, '10:00'],
    [mirjana, '12:00'],
  ] as const) {
    const { headers } = await aPerson(salon, 'Nađa Vasić');
    const slot = await aSlotOf(salon, technician, day, clock);
    const booking = { params: { id: slot.id }, headers, body: seen(slot) };
    await request('POST /appointments/{id}/book', booking, at(salon));
  }
  await arriveAsOwner(page, salon, `/admin/statistics?from=${day}&to=${day}`);
  const table = page.getByRole('table', { name: 'Po radnicama' });
  await expect(table.getByRole('row', { name: 'Sanja Pavlović' })).toContainText('11 h50%');
  await expect(table.getByRole('row', { name: 'Mirjana Kostić' })).toContainText('22 h100%');
  await expect(table.getByRole('row', { name: 'Ukupno' })).toContainText('33 h75%');
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await page.getByRole('button', { name: 'Sanja Pavlović', exact: true }).click();
  await expect(page.getByText('Zakazani (ukupno)').locator('..')).toContainText('1');
  await expect(page.getByRole('img', { name: 'Iskorišćenost 50 odsto' })).toBeVisible();
  await expect(table).toHaveCount(0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Sanja Pavlović', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('a technician who left keeps her chip, color and revenue in every period that contains her bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await todayAt(salon), -1);
  const headers = await asAdmin(salon);
  const biljana = await aTechnician(salon, { name: 'Biljana Rajić', hue: 4 });
  await aTechnician(salon, { name: 'Senka Lazić' });
  const booking = { start_datetime: `${day} 10:00:00`, technician_id: biljana, guest_name: 'Olga' };
  const { id } = await request('POST /appointments', { headers, body: booking }, at(salon));
  await request('PUT /settings', { headers, body: { payments: 1 } }, at(salon));
  const payment = { appointment_id: id, kind: 'VISIT', method: 'CASH', amount: 1750 } as const;
  await request('POST /payments', { headers, body: payment }, at(salon));
  await request('DELETE /technicians/{id}', { headers, params: { id: biljana } }, at(salon));
  await arriveAsOwner(page, salon, `/admin/statistics?from=${day}&to=${addDays(day, 1)}`);
  const chip = page.getByRole('button', { name: 'Biljana Rajić', exact: true });
  await chip.click();
  await expect(chip).toHaveAttribute('aria-pressed', 'true');
  await expect(chip.locator('[data-hue="4"]')).toBeVisible();
  await expect(page.getByText('Naplaćeno', { exact: true }).first().locator('..')).toContainText('1.750');
  await page.getByRole('button', { name: 'Senka Lazić', exact: true }).click();
  await expect(page.getByText('Naplaćeno', { exact: true }).first().locator('..')).not.toContainText('1.750');
});
