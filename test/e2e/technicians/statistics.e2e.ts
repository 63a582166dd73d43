import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, dayAhead, seen } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { at } from '../network.ts';
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
