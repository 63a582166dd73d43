import { shortDay } from '../../../../src/domain/wording/near-days.ts';
import { request } from '../../../../src/web/lib/api.ts';
import { expectAccessible } from '../../axe.ts';
import { aService, aSlot, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { asAdmin, at, todayAt } from '../../network.ts';
import { aTechnician } from '../../technicians/prepare.ts';
import { aClient, rowsOn, sheetOf } from '../new-steps.ts';
import { arriveAsOwner } from '../prepare.ts';

/** A day as the owner types it: '5.12.' */
const spoken = (date: string): string => `${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`;

test('the owner books a known client from one line with at most 3 taps, and can undo it', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aService(salon, 'Gel lak', 60);
  await aClient(salon, 'Mirjana Telefonović');
  const date = await dayAhead(salon, 1);
  await arriveAsOwner(page, salon, '/');
  const line = page.getByLabel('U jednom redu');
  await page
    .getByRole('navigation', { name: 'Navigacija' })
    .getByRole('link', { name: 'Zakaži termin' })
    .click();
  await line.click();
  await page.keyboard.type(`Mirjani ${spoken(date)} u 5 gel lak`);
  const facts = page.getByRole('region', { name: 'Novi termin' });
  await expect(facts.getByRole('button', { name: 'Ko Mirjana Telefonović' })).toBeVisible();
  await expect(facts.getByRole('button', { name: 'Vreme 17:00 - 18:00' })).toBeVisible();
  await expect(facts.getByRole('button', { name: 'Usluga Gel lak' })).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: `Upiši, ${shortDay(date, await todayAt(salon))} u 17:00` }).click();
  await expect(page.getByText(/Mirjana Telefonović, .* u 17:00/)).toBeVisible();
  expect(await rowsOn(salon, date)).toEqual(['17:00-18:00 BOOKED Mirjana Telefonović']);
  await expect(line).toHaveCount(0);
  await page.getByRole('button', { name: 'Poništi' }).click();
  await expect(page.getByText('Izmena je poništena.')).toBeVisible();
  expect(await rowsOn(salon, date)).toEqual([]);
});

test('in the search Enter goes from a line to the button, Enter books; every part can be changed', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  await aService(salon, 'Gel lak', 60);
  await aService(salon, 'Pedikir', 45);
  await aClient(salon, 'Dunja Prva');
  await aClient(salon, 'Dunja Druga');
  const date = await dayAhead(salon, 2);
  await arriveAsOwner(page, salon, '/admin/settings');
  await page.keyboard.press('Control+k');
  await expect(page.getByRole('searchbox')).toBeFocused();
  await page.keyboard.type(`Dunja ${spoken(date)} u 4 gel lak`);
  const search = page.getByRole('dialog', { name: 'Pretraga' });
  await expect(search.getByText('Koja Dunja?')).toBeVisible();
  await search.getByRole('button', { name: 'Dunja Prva', exact: true }).click();
  await expect(search.getByRole('button', { name: 'Ko Dunja Prva' })).toBeVisible();
  await search.getByRole('button', { name: /^Vreme/ }).click();
  await search.getByLabel('Početak').fill('16:30');
  await search.getByRole('button', { name: /^Usluga/ }).click();
  await search.getByRole('button', { name: 'Gel lak', exact: true }).click();
  await search.getByRole('button', { name: 'Pedikir', exact: true }).click();
  await expect(search.getByRole('button', { name: 'Vreme 16:30 - 17:15' })).toBeVisible();
  await search.getByRole('searchbox').focus();
  await page.keyboard.press('Enter');
  const book = search.getByRole('button', { name: /^Upiši, .* u 16:30/ });
  await expect(book).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(search).toHaveCount(0);
  expect(await rowsOn(salon, date)).toEqual(['16:30-17:15 BOOKED Dunja Prva']);
});

test('the sheet of the calendar reads a line, says who is in the way, and never books over her', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aClient(salon, 'Višnja Zauzeta');
  const day = spoken(await dayAhead(salon, 3));
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).first().click();
  const sheet = sheetOf(page);
  await sheet.getByLabel('U jednom redu').fill(`Persa Nova ${day} 11h 0641112223`);
  await sheet.getByRole('button', { name: /^Upiši/ }).click();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: 'Novi termin' }).first().click();
  await sheet.getByLabel('U jednom redu').fill(`Višnja ${day} 11:30`);
  await expect(sheet.getByText('Ne može: od 11:00 je Persa Nova.')).toBeVisible();
  await expect(sheet.getByRole('button', { name: /^Upiši/ })).toBeDisabled();
  await expect(sheet.getByLabel('Klijent')).toBeHidden(); // the line replaces the form
});

test('with split slots a time within a free slot is an offered one', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { split_slots: 1 } }, at(salon));
  const date = await dayAhead(salon, 5);
  await aSlot(salon, date, '08:00', 720);
  await arriveAsOwner(page, salon, '/');
  await page
    .getByRole('navigation', { name: 'Navigacija' })
    .getByRole('link', { name: 'Zakaži termin' })
    .click();
  await page.getByLabel('U jednom redu').fill(`Vesna ${spoken(date)} u 6`);
  await expect(page.getByRole('button', { name: /^Vreme 18:00/ })).toBeVisible();
  await request('PUT /settings', { headers, body: { split_slots: 0 } }, at(salon));
});

// the last one: the other tests need a salon without Mina
test('a line takes as long as its technician needs', { tag: '@once' }, async ({ page, salon }) => {
  const service_id = await aService(salon, 'Izlivanje', 60);
  await aTechnician(salon, {
    name: 'Mina',
    terms: [{ service_id, duration_minutes: 90, price: null }],
  });
  await aClient(salon, 'Zora Duga');
  const date = await dayAhead(salon, 4);
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).first().click();
  const sheet = sheetOf(page);
  const line = sheet.getByLabel('U jednom redu');
  await line.fill(`Zora ${spoken(date)} u 5 izlivanje`);
  await expect(sheet.getByRole('button', { name: 'Vreme 17:00 - 18:00' })).toBeVisible();
  await line.fill(`Zora ${spoken(date)} u 5 izlivanje kod Mine`);
  await expect(sheet.getByRole('button', { name: 'Vreme 17:00 - 18:30' })).toBeVisible();
  await sheet.getByRole('button', { name: /^Upiši/ }).click();
  await expect(sheet).toHaveCount(0);
  expect(await rowsOn(salon, date)).toEqual(['17:00-18:30 BOOKED Zora Duga']);
});
