// In a salon with several technicians, a booking is for 'Bilo koja' (any technician) or for a chosen technician.
import { request } from '../../../src/web/lib/api.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { confirmation, day, expectNarrow, slot } from '../client/booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

test('a visitor books any technician within 6 taps, and the card of the booking names the technician', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const service = await aService(salon, 'Izlivanje noktiju', 60);
  const other = await aService(salon, 'Pedikir', 60);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović', service_ids: [service as never] });
  const mirjana = await aTechnician(salon, { name: 'Mirjana Kostić', service_ids: [other as never] });
  for (const id of [sanja, mirjana]) await aSlotOf(salon, id, date, '09:00');
  await aSlotOf(salon, mirjana, date, '12:00');
  await page.goto(salon.url);
  let taps = 0;
  const tap = async (way: ReturnType<typeof slot>) => {
    await way.click();
    taps += 1;
  };
  const main = page.getByRole('main');
  await tap(main.getByRole('link', { name: 'Zakaži termin' }));
  await expect(main.getByText('Bilo koja', { exact: true })).toBeVisible();
  await expect(slot(page, '09:00 - 10:00')).toHaveCount(1); // the page lists this time once, although two technicians are free
  await expect(slot(page, '12:00 - 13:00')).toHaveCount(1);
  await expectAccessible(page);
  await expectNarrow(page);
  await tap(main.getByRole('button', { name: 'Promeni' }).first());
  await tap(page.getByRole('dialog', { name: 'Usluga' }).getByRole('radio', { name: /Izlivanje/ }));
  await expect(slot(page, '12:00 - 13:00')).toHaveCount(0); // the technician of this slot does not do the service
  await tap(slot(page, '09:00 - 10:00'));
  await tap(main.getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' }));
  await confirmation(page).getByLabel('Ime').fill('Nevena Đukić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await tap(confirmation(page).getByRole('button', { name: 'Potvrdi i rezerviši' }));
  await expect(page.getByRole('article')).toContainText('Radnica: Sanja Pavlović');
  expect(taps).toBeLessThanOrEqual(6);
});

test('a booking link with a technician who has left offers the times of all technicians', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović' });
  await aSlotOf(salon, await aTechnician(salon, { name: 'Mirjana Kostić' }), date, '09:00');
  const headers = await asAdmin(salon);
  await request('DELETE /technicians/{id}', { headers, params: { id: sanja } }, at(salon));
  await page.goto(`${salon.url}/booking?dan=${date}&radnica=${sanja}`);
  await expect(slot(page, '09:00 - 10:00')).toHaveCount(1);
  await expect(page.getByText('Bilo koja', { exact: true })).toBeVisible();
});

test('technicians are listed in the order of their first free slots; a client books one of them, then moves the booking to “Bilo koja”', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [first, second] = [await dayAhead(salon, 3), await dayAhead(salon, 4)];
  const vera = await aTechnician(salon, { name: 'Vera Ilić' });
  const nina = await aTechnician(salon, { name: 'Nina Babić' });
  await aSlotOf(salon, vera, second, '10:00');
  await aSlotOf(salon, nina, first, '11:00');
  await aSlotOf(salon, nina, second, '10:00');
  await aSlot(salon, second, '14:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await page.getByRole('button', { name: 'Promeni', description: /Kod koga/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Kod koga' });
  await expect(sheet.getByRole('radio', { name: /Bilo koja/ })).toBeChecked();
  const places = async (...names: string[]) => {
    const texts = await sheet
      .getByRole('radio')
      .evaluateAll((all) => all.map((one) => one.closest('label')?.textContent));
    return names.map((name) => texts.findIndex((text) => text?.includes(name)));
  };
  const isSorted = async () => {
    const [nina = -1, vera = -1] = await places('Nina Babić', 'Vera Ilić');
    return nina < vera;
  };
  await expect.poll(isSorted).toBe(true);
  await expectAccessible(page);
  await expectNarrow(page);
  await sheet.getByRole('radio', { name: /Vera Ilić/ }).click();
  await expect(slot(page, '14:00 - 15:00')).toHaveCount(0);
  await day(page, second).click();
  await slot(page, '10:00 - 11:00').click();
  await page.getByRole('main').getByRole('button', { name: 'Odabir usluge i potvrda rezervacije' }).click();
  await expect(confirmation(page)).toContainText('Radnica: Vera Ilić');
  await confirmation(page).getByRole('button', { name: 'Potvrdi i rezerviši' }).click();
  await expect(page.getByRole('article')).toContainText('Radnica: Vera Ilić');

  await page.getByRole('link', { name: 'Moji termini' }).first().click();
  await page.getByRole('article').getByText('Pomeri termin').click();
  await day(page, first).click();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible(); // Vera has no free slot on this day
  await page.getByRole('button', { name: 'Promeni', description: /Kod koga/ }).click();
  await expect(sheet.getByRole('radio')).toHaveCount(2);
  await sheet.getByRole('radio', { name: /Bilo koja/ }).click();
  await day(page, first).click();
  await slot(page, '11:00 - 12:00').click();
  await page.getByRole('main').getByRole('button', { name: 'Pomeri termin' }).click();
  await page
    .getByRole('dialog', { name: 'Pomeranje termina' })
    .getByRole('button', { name: 'Pomeri termin' })
    .click();
  await expect(page.getByRole('article')).toContainText('Radnica: Nina Babić');
});

test('on a wide screen the owner sees one row of times per technician; a chosen time books the technician of its row', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  const tea = await aTechnician(salon, { name: 'Tea Lukić' });
  const una = await aTechnician(salon, { name: 'Una Savić' });
  for (const id of [tea, una]) await aSlotOf(salon, id, date, '10:00');
  await page.setViewportSize({ width: 1366, height: 768 });
  await arriveAsOwner(page, salon, '/booking');
  await day(page, date).click();
  const timesOf = (name: string) => page.getByRole('group', { name }).getByRole('button');
  await expect(timesOf('Tea Lukić')).toHaveText(['10:00 - 11:00']);
  await expectAccessible(page);
  await timesOf('Una Savić').click();
  await expect(timesOf('Una Savić')).toHaveAttribute('aria-pressed', 'true');
  await expect(timesOf('Tea Lukić')).toHaveAttribute('aria-pressed', 'false');
  await page.getByLabel('Ime', { exact: true }).fill('Ivana Petrović');
  await page.getByLabel('Telefon').fill(aPhone());
  await page.getByRole('button', { name: /^Upiši, / }).click();
  await expect(page.getByRole('article')).toContainText('Radnica: Una Savić');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${salon.url}/booking`);
  await day(page, date).click();
  await expect(slot(page, '10:00 - 11:00')).toHaveCount(1); // on a phone, a time that both technicians offer is listed once
});
