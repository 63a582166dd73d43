// Counts the owner's taps as click events in the browser.
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import { aPerson } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, todayAt } from '../network.ts';
import { aBooking, arriveAsOwner } from './prepare.ts';

const TAPS_AT_MOST = 4;

test('the owner cancels a booking for a sick client and offers the slot again with four taps from the home page', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = addDays(await todayAt(salon), 1);
  const booking = await aBooking(salon, day, '08:00', await aPerson(salon, 'Anđela Mišić'));
  await page.addInitScript(() => {
    const counted = window as unknown as { taps: number };
    counted.taps = 0;
    window.addEventListener('click', ({ isTrusted }) => isTrusted && counted.taps++, true);
  });
  await arriveAsOwner(page, salon, '/');
  const next = page.locator(`[data-appointment-id="${booking.id}"]`).first();
  await next.getByRole('button', { name: 'Otkaži termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Otkazivanje termina' });
  await sheet.getByRole('button', { name: 'Klijentkinja', exact: true }).click();
  await sheet.getByRole('button', { name: 'Bolest' }).click();
  await sheet.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Ponovo je u ponudi.')).toBeVisible();
  const taps = await page.evaluate(() => (window as unknown as { taps: number }).taps);
  expect(taps).toBeGreaterThan(0);
  expect(taps).toBeLessThanOrEqual(TAPS_AT_MOST);
  const query = { from: day, to: day, status: 'AVAILABLE' } as const;
  expect(
    await request('GET /appointments/list', { query, headers: await asAdmin(salon) }, at(salon)),
  ).toHaveLength(1);
});
