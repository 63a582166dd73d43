// In a salon with several technicians, a booking is for 'Bilo koja' (any technician) or for a chosen technician.
import { stripDays } from '../../../src/domain/booking.ts';
import { addDays, startOfWeek } from '../../../src/domain/wall-clock.ts';
import { shortDay } from '../../../src/domain/wording/near-days.ts';
import { request } from '../../../src/web/lib/api.ts';
import { sheetOf } from '../admin/new-steps.ts';
import { arriveAsOwner } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { confirmation, day, expectNarrow, slot } from '../client/booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at, todayAt } from '../network.ts';
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
  await expect(page.getByRole('article')).toContainText('Kod koga: Sanja Pavlović');
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
  await expect(confirmation(page)).toContainText('Kod koga: Vera Ilić');
  await confirmation(page).getByRole('button', { name: 'Potvrdi i rezerviši' }).click();
  await expect(page.getByRole('article')).toContainText('Kod koga: Vera Ilić');

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
  await expect(page.getByRole('article')).toContainText('Kod koga: Nina Babić');
});

test('the next times of a new appointment name the technician; a chosen one books her', {
  tag: '@once',
}, async ({ page, salon }) => {
  const service = (await aService(salon, 'Šminkanje', 60)) as never;
  const other = (await aService(salon, 'Trepavice', 60)) as never;
  const tea = await aTechnician(salon, { name: 'Tea Lukić', service_ids: [other] });
  const una = await aTechnician(salon, { name: 'Una Savić', service_ids: [service] });
  const next = await dayAhead(salon, 1);
  for (const id of [tea, una]) await aSlotOf(salon, id, next, '06:00');
  await arriveAsOwner(page, salon, `/booking?usluga=${service}`);
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  const day = shortDay(next, await todayAt(salon));
  await expect(sheet.getByRole('button', { name: `${day} u 06:00, Tea Lukić` })).toHaveCount(0); // she does not do the service
  await sheet.getByRole('button', { name: `${day} u 06:00, Una Savić` }).click();
  await sheet.getByRole('button', { name: `Upiši, ${day} u 06:00` }).click();
  await expect(sheet).toHaveCount(0);
  const rows = await request(
    'GET /appointments/list',
    { headers: await asAdmin(salon), query: { from: next, to: next, status: 'BOOKED' } },
    at(salon),
  );
  expect(rows.map(({ technician_id }) => technician_id)).toContain(una);
});

test('the next times of two technicians who are free at once do not stay when later days are shown', {
  tag: '@once',
}, async ({ page, salon }) => {
  const service = (await aService(salon, 'Parafin', 60)) as never;
  const tea = await aTechnician(salon, { name: 'Tea Rosić', service_ids: [service] });
  const una = await aTechnician(salon, { name: 'Una Rosić', service_ids: [service] });
  const today = await todayAt(salon);
  const soon = await dayAhead(salon, 1);
  const late = addDays(startOfWeek(stripDays(today).at(-1) ?? today), 7);
  for (const id of [tea, una]) await aSlotOf(salon, id, soon, '06:00');
  await aSlotOf(salon, tea, late, '06:00');
  await arriveAsOwner(page, salon, `/booking?usluga=${service}`);
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  const next = sheet.getByRole('group', { name: 'Najbliža vremena' }).getByRole('button', { name: /Rosić$/ });
  const atOnce = ['Tea', 'Una'].map((name) => `${shortDay(soon, today)} u 06:00, ${name} Rosić`);
  const later = [`${shortDay(late, today)} u 06:00, Tea Rosić`];
  await expect(next).toHaveText(atOnce);
  await sheet.getByRole('button', { name: 'Kasnije' }).click();
  await expect(next).toHaveText(later);
  await sheet.getByRole('button', { name: 'Od danas' }).click();
  await expect(next).toHaveText(atOnce);
  await sheet.getByRole('button', { name: 'Kasnije' }).click(); // both weeks are known by now
  await expect(next).toHaveText(later);
});

test('a new appointment has the length and the price of its technician', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const service = (await aService(salon, 'Japanski manikir', 60)) as never;
  const terms = [{ service_id: service, duration_minutes: 75, price: 2100 }];
  const una = await aTechnician(salon, { name: 'Una Terzić', terms });
  const date = await dayAhead(salon, 4);
  await arriveAsOwner(page, salon, `/booking?usluga=${service}&radnica=${una}`);
  const sheet = sheetOf(page);
  await sheet.getByRole('button', { name: 'Gost' }).click();
  await sheet.getByRole('button', { name: 'Drugo vreme' }).click();
  await sheet.getByLabel('Datum').fill(date);
  await sheet.getByLabel('Početak').fill('12:00');
  await expect(sheet.getByLabel('Trajanje (min)')).toHaveValue('75');
  await sheet.getByRole('button', { name: /^Upiši, .* u 12:00/ }).click();
  await expect(sheet).toHaveCount(0);
  const query = { from: date, to: date, status: 'BOOKED', technician_id: una } as const;
  const rows = await request('GET /appointments/list', { headers: await asAdmin(salon), query }, at(salon));
  expect(rows).toMatchObject([{ end_datetime: `${date} 13:15:00`, service_price: 2100 }]);
});
