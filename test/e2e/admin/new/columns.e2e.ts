// The sheet 'Novi termin' on a desktop: person, services and time side by side, with the free times of all technicians;
// and the lengths of the times that it offers, which depend on the technician.
import type { Page } from '@playwright/test';
import { dayInWords } from '../../../../src/domain/wording/dates.ts';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { today } from '../../client/booking-steps.ts';
import { aPerson, aService, aSlot, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at } from '../../network.ts';
import { aSlotOf, aTechnician } from '../../technicians/prepare.ts';
import { chooseClient, rowsOn, sheetOf } from '../new-steps.ts';
import { arriveAsOwner } from '../prepare.ts';

/** Opens the sheet with the +, and the day in it. */
async function openDay(page: Page, salon: Server, date: Awaited<ReturnType<typeof dayAhead>>) {
  await arriveAsOwner(page, salon, `/booking?dan=${date}`);
  const sheet = sheetOf(page);
  await expect(sheet.getByRole('radio', { name: dayInWords(date, today()) })).toBeChecked();
  return sheet;
}

test('on a desktop the owner chooses person, services and one of all technicians’ times side by side, without a second sheet', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  const gel = (await aService(salon, 'Gel lak', 60)) as never;
  await aService(salon, 'Manikir', 30);
  const ana = await aTechnician(salon, {
    name: 'Ana Ilić',
    terms: [{ service_id: gel, duration_minutes: 90, price: 2400 }],
  });
  const client = await aPerson(salon, 'Marta Đukanović');
  await aSlot(salon, date, '09:00');
  await aSlotOf(salon, ana, date, '09:00');
  await aSlotOf(salon, ana, date, '10:00');
  const sheet = await openDay(page, salon, date);
  const submit = sheet.getByRole('button', { name: /sačuvaj/i });
  await expect(submit).toBeDisabled();
  const hers = sheet.getByRole('group', { name: 'Ana Ilić' });
  const owners = sheet.getByRole('group', { name: 'Admin' });
  await expect(hers.getByRole('button')).toHaveText(['09:00 - 10:00', '10:00 - 11:00']);
  await chooseClient(sheet, client.name);
  await sheet.getByLabel('Usluga', { exact: true }).selectOption({ label: 'Gel lak, 60 min, 1.800 din' });
  await expect(owners.getByRole('button')).toHaveText(['09:00 - 10:00']);
  await expect(hers.getByRole('button')).toHaveText(['09:00 - 10:30']);
  await hers.getByRole('button', { name: '09:00 - 10:30' }).click();
  await expect(hers.getByRole('button')).toHaveAttribute('aria-pressed', 'true');
  await expect(owners.getByRole('button')).toHaveAttribute('aria-pressed', 'false');
  await expect(sheet.getByLabel('Cena (din)')).toHaveValue('2.400');
  await expect(sheet.getByText('Marta Đukanović · Gel lak · Radnica: Ana Ilić · 2.400 din')).toBeVisible();
  await sheet.getByLabel('Dodaj još jednu uslugu').selectOption({ label: 'Manikir, 30 min, 1.800 din' });
  await expect(hers.getByRole('button')).toHaveText(['09:00 - 11:00']);
  await sheet.getByRole('button', { name: 'Ukloni' }).last().click();
  await expect(sheet.getByLabel('Dodaj još jednu uslugu')).toBeFocused();
  await expect(hers.getByRole('button')).toHaveText(['09:00 - 10:30']);
  await expect(page.getByRole('dialog')).toHaveCount(1);
  await expectAccessible(page);
  await expectFitting(page);
  await sheet.getByRole('button', { name: /^Upiši, .* u 09:00/ }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  expect(await rowsOn(salon, date)).toEqual(
    expect.arrayContaining(['09:00-10:30 BOOKED Marta Đukanović', '09:00-10:00 AVAILABLE']),
  );
});

test('on a desktop the owner opens a free slot without a person', { tag: ['@once', '@mouse'] }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 6);
  const sheet = await openDay(page, salon, date);
  await sheet.getByRole('button', { name: 'Bez klijentkinje: samo otvori termin' }).click();
  await sheet.getByLabel('Početak').fill('14:00');
  await sheet.getByLabel('Trajanje (min)').fill('60');
  await sheet.getByRole('button', { name: /^Otvori, .* u 14:00/ }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  expect(await rowsOn(salon, date)).toEqual(['14:00-15:00 AVAILABLE']);
});

for (const split_slots of [0, 1] as const)
  test(`the next times of other technicians fit their own minutes, ${split_slots ? 'with' : 'without'} split slots`, {
    tag: '@once',
  }, async ({ page, salon }) => {
    await request('PUT /settings', { headers: await asAdmin(salon), body: { split_slots } }, at(salon));
    const date = await dayAhead(salon, 2 + split_slots);
    const service = (await aService(salon, `Izlivanje ${split_slots}`, 60)) as never;
    const slow = [{ service_id: service, duration_minutes: 90, price: null }];
    const quick = [{ service_id: service, duration_minutes: 30, price: null }];
    const vesna = await aTechnician(salon, { name: `Vesna Tomić ${split_slots}`, terms: slow });
    const iva = await aTechnician(salon, { name: `Iva Rakić ${split_slots}`, terms: quick });
    const names = `/booking?dan=${date}&usluga=${service}`;
    await aSlotOf(salon, vesna, date, '08:00'); // too short for her
    await aSlotOf(salon, iva, date, '08:00', 30);
    await arriveAsOwner(page, salon, names);
    const sheet = sheetOf(page);
    await sheet.getByRole('button', { name: 'Gost' }).click();
    const next = sheet.getByRole('group', { name: 'Najbliža vremena' });
    await expect(next.getByRole('button', { name: `Iva Rakić ${split_slots}` }).first()).toBeVisible();
    await expect(next.getByRole('button', { name: `Vesna Tomić ${split_slots}` })).toHaveCount(0);
  });
