import { request } from '../../../src/web/lib/api.ts';
import { appointmentNow, arriveAsOwner, listed } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, dayAhead, seen } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { at } from '../network.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

test('the owner assigns a sick technician’s bookings to a colleague who is free at the same time', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović' });
  const mirjana = await aTechnician(salon, { name: 'Mirjana Kostić' });
  const nadja = await aPerson(salon, 'Nađa Vasić');
  const hers = await aSlotOf(salon, sanja, day, '10:00');
  const others = await aSlotOf(salon, mirjana, day, '12:00');
  for (const slot of [hers, others]) {
    const booking = { params: { id: slot.id }, headers: nadja.headers, body: seen(slot) };
    await request('POST /appointments/{id}/book', booking, at(salon));
  }
  await arriveAsOwner(page, salon, '/admin/annual');
  await page.getByLabel('Za koga').selectOption('Sanja Pavlović');
  await page.getByLabel('Od', { exact: true }).fill(day);
  await page.getByLabel('Razlog').fill('Bolovanje');
  await expect(listed(page, hers.id)).toBeVisible();
  await expect(listed(page, others.id)).toHaveCount(0);
  await page.getByRole('button', { name: 'Dodaj odsustvo' }).click();
  const absence = page.getByRole('article').filter({ hasText: 'Sanja Pavlović, 1 dan, Bolovanje' });
  await expect(page.getByText('Odsustvo dodato.')).toBeVisible();
  await expect(absence.getByText('0 od 1 rešeno')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await absence.getByRole('button', { name: 'Prebaci' }).click();
  const sheet = page.getByRole('dialog', { name: 'Prebaci' });
  await expectAccessible(page);
  await sheet.getByRole('button', { name: 'Mirjana Kostić' }).click();
  await expect(absence.getByText('1 od 1 rešeno')).toBeVisible();
  await expect(absence.getByText('Radnica: Mirjana Kostić')).toBeVisible();
  expect(await appointmentNow(salon, hers.id)).toMatchObject({
    technician_id: mirjana,
    start_datetime: `${day} 10:00:00`,
    status: 'BOOKED',
  });
});
