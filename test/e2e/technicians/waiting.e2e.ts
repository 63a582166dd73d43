import { arriveAsOwner } from '../admin/prepare.ts';
import { day } from '../client/booking-steps.ts';
import { aPerson, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

const JOIN = 'Obavesti me ako se oslobodi termin';

test('a client waits for the chosen technician on a day when only another is free', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const vera = await aTechnician(salon, { name: 'Vera Ilić' });
  const nina = await aTechnician(salon, { name: 'Nina Babić' });
  await aSlotOf(salon, nina, date, '10:00');
  await aSlotOf(salon, vera, await dayAhead(salon, 3), '10:00');
  await storeSession(page, salon, await aPerson(salon, 'Nađa Vasić'));
  await page.goto(`${salon.url}/booking`);
  await page.getByRole('button', { name: 'Promeni', description: /Kod koga/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Kod koga' });
  await sheet.getByRole('radio', { name: /Vera Ilić/ }).click();
  await day(page, date).click();
  await page.getByRole('button', { name: JOIN }).click();
  await expect(page.getByText('Obavestićemo vas ako se oslobodi termin.')).toBeVisible();
  await expect(page.getByText('Radnica: Vera Ilić')).toBeVisible();
  await aSlotOf(salon, vera, date, '12:00');
  await expect(page.getByText('Radnica: Vera Ilić. Slobodno 12:00 - 13:00')).toBeVisible();

  await arriveAsOwner(page, salon, '/admin/waitlist');
  await expect(page.getByRole('main').getByRole('listitem').filter({ hasText: 'Nađa Vasić' })).toContainText(
    'Radnica: Vera Ilić',
  );
});
