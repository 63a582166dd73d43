import type { Page } from '@playwright/test';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { anAppointment, chooseClient, rowsOn } from '../admin/new-steps.ts';
import { arriveAsOwner, editElsewhere, listed, listOf, openFromList } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { sheetsInHistory, today } from '../client/booking-steps.ts';
import { aPerson, aService, book, dayAhead, seen } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at } from '../network.ts';
import { aSlotOf, aTechnician } from './prepare.ts';

async function openRadnice(page: Page, salon: Server): Promise<void> {
  await arriveAsOwner(page, salon, '/admin/settings?deo=radnice');
  await expect(page.getByRole('heading', { name: 'Radnice', exact: true })).toBeVisible();
}

test('the list of appointments names each technician and can be filtered by technician', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 1);
  const sanja = await aTechnician(salon, { name: 'Sanja Pavlović' });
  const mirjana = await aTechnician(salon, { name: 'Mirjana Kostić' });
  const hers = await aSlotOf(salon, sanja, day, '10:00');
  const others = await aSlotOf(salon, mirjana, day, '10:00');
  await arriveAsOwner(page, salon, listOf(day));
  await expect(listed(page, hers.id)).toContainText('Sanja Pavlović');
  await expect(listed(page, others.id)).toContainText('Mirjana Kostić');
  const chips = page.getByRole('group', { name: 'Radnica' }).getByRole('button');
  await expect(chips).toHaveText(['Sve radnice', 'AAdmin', 'SPSanja Pavlović', 'MKMirjana Kostić']);
  await page.getByRole('button', { name: 'Sanja Pavlović', exact: true }).click();
  await expect(listed(page, others.id)).toHaveCount(0);
  await expect(listed(page, hers.id)).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`technician_id=${sanja}`));
});

test('in a narrow row of “Moji termini”, at least 8 px separate the phone number from the technician’s name', {
  tag: '@once',
}, async ({ page, salon }) => {
  const eva = await aTechnician(salon, { name: 'Eva' });
  const slot = await aSlotOf(salon, eva, await dayAhead(salon, 2), '17:00');
  const body = { ...seen(slot), guest_name: 'Lana', guest_phone: '064 123 4567' };
  const headers = await asAdmin(salon);
  await request('POST /appointments/{id}/book', { params: { id: slot.id }, headers, body }, at(salon));
  await arriveAsOwner(page, salon, '/appointments');
  const [phone, name] = await Promise.all(
    ['064 123 4567', 'Eva'].map((text) => page.getByText(text, { exact: true }).boundingBox()),
  );
  expect(name && phone && name.x - phone.x - phone.width).toBeGreaterThanOrEqual(8);
});

test('the owner adds a technician, limits her services, moves her up in the list, opens her templates and removes her', async ({
  page,
  salon,
}) => {
  await aService(salon, 'Gel lak', 60);
  await aService(salon, 'Pedikir', 60);
  await openRadnice(page, salon);
  await page.getByRole('button', { name: 'Dodaj radnicu' }).click();
  const added = page.getByRole('dialog', { name: 'Nova radnica' });
  await added.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(added).toContainText('Unesite ime.');
  await added.getByLabel('Ime i prezime').fill('Nina Babić');
  await added.getByRole('radio', { name: 'Boja 6' }).check();
  await added.getByRole('checkbox', { name: 'Pedikir' }).uncheck();
  await added.getByLabel('Email').fill('nina@primer.rs');
  await added.getByLabel('Lozinka').fill('lak-za-nokte');
  await expectAccessible(page);
  await expectFitting(page);
  await added.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Radnica je dodata.')).toBeVisible();
  const rows = page.getByRole('main').getByRole('list').getByRole('listitem');
  const hers = rows.filter({ hasText: 'Nina Babić' });
  await expect(hers).toContainText('1 usluga, ima prijavu');
  await expectAccessible(page);
  await expectFitting(page);
  await hers.getByRole('button', { name: 'Pomeri gore' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Nina Babić: mesto' })).toBeAttached();

  await hers.getByRole('button', { name: /Nina Babić/ }).click();
  const dialog = page.getByRole('dialog', { name: 'Nina Babić' });
  await expect(dialog.getByRole('radio', { name: 'Boja 6' })).toBeChecked();
  // hides the links while there are unsaved changes, because a link would discard them
  await dialog.getByLabel('Ime i prezime').fill('Nina');
  await expect(dialog.getByRole('link')).toHaveCount(0);
  await dialog.getByLabel('Ime i prezime').fill('Nina Babić');
  await dialog.getByRole('link', { name: 'Radno vreme' }).click();
  await expect(page.getByRole('button', { name: 'Nina Babić', pressed: true })).toBeVisible();
  await page.getByRole('tabpanel').getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('1 šablon', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Admin', exact: true }).click();
  await expect(page.getByText('Još nema šablona.')).toBeVisible();

  await openRadnice(page, salon);
  await hers.getByRole('button', { name: /Nina Babić/ }).click();
  await dialog.getByRole('button', { name: 'Više ne radi ovde' }).click();
  await page
    .getByRole('alertdialog', { name: 'Potvrda' })
    .getByRole('button', { name: 'Više ne radi ovde' })
    .click();
  await expect(page.getByRole('heading', { name: 'Više ne rade ovde' })).toBeVisible();
  await hers.getByRole('button', { name: /Nina Babić/ }).click();
  await dialog.getByRole('button', { name: 'Ponovo radi ovde' }).click();
  await expect(page.getByRole('heading', { name: 'Više ne rade ovde' })).toHaveCount(0);
});

test('the confirmation of deleting a service names the technicians who do only this service and will do all services after the deletion', {
  tag: '@once',
}, async ({ page, salon }) => {
  const only = await aService(salon, 'Samo ovo', 60);
  const other = await aService(salon, 'Nešto drugo', 60);
  await aTechnician(salon, { name: 'Lena Samo', service_ids: [only] });
  await aTechnician(salon, { name: 'Vida Oba', service_ids: [only, other] });
  await arriveAsOwner(page, salon, '/admin/services');
  const ask = async (name: string) => {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await row.getByRole('button', { name: 'Obriši' }).click();
  };
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await ask('Nešto drugo');
  await expect(question).not.toContainText('Sve usluge');
  await question.getByRole('button', { name: 'Otkaži' }).click();
  await ask('Samo ovo');
  await expect(question).toContainText('Sve usluge posle toga radi: Lena Samo.');
});

test('the owner cannot remove a technician who has upcoming bookings', {
  tag: '@once',
}, async ({ page, salon }) => {
  const id = await aTechnician(salon, { name: 'Vera Ilić' });
  const slot = await aSlotOf(salon, id, await dayAhead(salon, 2), '12:00');
  await book(salon, slot, await aPerson(salon));
  await openRadnice(page, salon);
  await page
    .getByRole('button', { name: /Vera Ilić/ })
    .first()
    .click();
  await page
    .getByRole('dialog', { name: 'Vera Ilić' })
    .getByRole('button', { name: 'Više ne radi ovde' })
    .click();
  const leaving = page.getByRole('dialog', { name: 'Vera Ilić više ne radi ovde?' });
  await expect(leaving).toContainText('Vera Ilić ima 1 termin. Kome ih prebacujemo?');
  await expectAccessible(page);
  await leaving
    .getByRole('button', { name: /^Prebaci sve/ })
    .first()
    .click();
  const asked = page.getByRole('alertdialog', { name: 'Potvrda' });
  await asked.getByRole('button', { name: 'Više ne radi ovde' }).click();
  await expect(page.getByRole('heading', { name: 'Više ne rade ovde' })).toBeVisible();
});

test('the owner books a client in a technician’s free slot, then changes service and technician of the booking', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  const vera = await aTechnician(salon, { name: 'Ana Ilić' });
  const [gel, pedicure] = [await aService(salon, 'Gel', 60), await aService(salon, 'Pedikir', 60)];
  const lena = await aTechnician(salon, { name: 'Lena Vasić', service_ids: [pedicure] });
  await aSlotOf(salon, vera, date, '09:00');
  await aSlotOf(salon, lena, date, '09:30');
  const client = await aPerson(salon, 'Marta Đukanović');
  await arriveAsOwner(page, salon, '/admin/calendar');
  await page.getByRole('button', { name: 'Novi termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  await chooseClient(sheet, client.name);
  await sheet.getByLabel('Početak').fill('14:00');
  await sheet.getByRole('button', { name: 'Lena Vasić', exact: true }).click();
  await expect(sheet.getByLabel('Početak')).toHaveValue('14:00');
  await sheet.getByRole('button', { name: 'Admin', exact: true }).click();
  await sheet.getByRole('button', { name: 'Slobodni termini' }).click();
  const day = sheet.getByRole('radio', { name: dayInWords(date, today()) });
  await day.click();
  await expect(sheet.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
  await sheet.getByRole('button', { name: 'Ana Ilić', exact: true }).click();
  await day.click();
  await sheet.getByRole('button', { name: '09:00 - 10:00' }).click();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: /Upiši/ }).click();
  await expect(page.getByText('Termin je uspešno dodat.')).toBeVisible();
  await expect
    .poll(async () => (await rowsOn(salon, date)).sort())
    .toEqual(['09:00-10:00 BOOKED Marta Đukanović', '09:30-10:30 AVAILABLE']);

  await sheetsInHistory(page, 0);
  const query = { from: date, to: date, status: 'BOOKED' } as const;
  const [made] = await request('GET /appointments/list', { headers: await asAdmin(salon), query }, at(salon));
  await editElsewhere(salon, made?.id ?? 0, { service_id: gel });
  await page.goto(`${salon.url}${listOf(date)}`);
  await page.getByRole('button', { name: 'Marta Đukanović' }).click();
  const dialog = page.getByRole('dialog', { name: 'Termin', exact: true });
  await expect(dialog).toContainText('Ana Ilić');
  await dialog.getByRole('button', { name: 'Izmeni Usluge' }).click();
  await dialog.getByLabel('Usluga', { exact: true }).selectOption(String(pedicure));
  await dialog.getByRole('button', { name: 'Izmeni Radnica' }).click();
  await dialog.getByRole('button', { name: 'Lena Vasić' }).click();
  await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(dialog).toHaveCount(0);
  const booked = page.getByRole('main').getByRole('listitem').filter({ hasText: 'Marta Đukanović' });
  await expect(booked).toContainText('Lena Vasić');
  expect((await rowsOn(salon, date)).sort()).toEqual([
    '09:00-10:00 AVAILABLE',
    '09:00-10:00 BOOKED Marta Đukanović',
    '10:00-10:30 AVAILABLE',
  ]);
});

test('the time of a canceled booking is offered again with the same technician', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 6);
  const mina = await aTechnician(salon, { name: 'Mina Zec' });
  const other = await aTechnician(salon, { name: 'Tea Bauk' });
  const slot = await aSlotOf(salon, mina, date, '11:00');
  await book(salon, slot, await aPerson(salon, 'Ines Kiš'));
  const start_datetime = slot.start_datetime;
  await anAppointment(salon, {
    start_datetime,
    duration_minutes: 60,
    status: 'BLOCKED',
    technician_id: other,
  });
  const wait = { date, technician_id: other, guest_name: 'Dara Rus', guest_phone: '065 555 031' };
  await request('POST /client-notifications/free-slot', { body: wait }, at(salon));
  const headers = await asAdmin(salon);
  const cancellation = { params: { id: slot.id }, headers, body: { reason: 'Bolest' } };
  await request('POST /appointments/{id}/cancel', cancellation, at(salon));
  await arriveAsOwner(page, salon, listOf(date));
  const dialog = await openFromList(page, slot);
  await dialog.getByRole('button', { name: 'Ponudi termin ponovo' }).click();
  await expect(page.getByText('Ponovo je u ponudi.')).toBeVisible(); // names no number of notified clients, because nobody waits for Mina
  const free = await request('GET /appointments', { query: { from: date, to: date } }, at(salon));
  expect(free.map(({ technician_id }) => technician_id)).toEqual([mina]);
});

test('each technician has a calendar link, in addition to the calendar link of the salon', {
  tag: '@once',
}, async ({ page, salon, request: get }) => {
  const lena = await aTechnician(salon, { name: 'Lena Tešić' });
  await arriveAsOwner(page, salon, '/admin/settings?deo=radnice');
  await page.getByRole('button', { name: /Lena Tešić/ }).click();
  await page.getByRole('link', { name: 'Kalendar na telefonu' }).click();
  await expect(page).toHaveURL(new RegExp(`deo=kalendar&radnica=${lena}$`));
  await expect(page.getByRole('button', { name: 'Lena Tešić', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await page.getByRole('button', { name: 'Napravi link' }).click();
  const link = await page.getByLabel('Tajni link').inputValue();
  expect((await get.get(link)).status()).toBe(200);
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Sve radnice' }).click();
  await expect(page.getByRole('button', { name: 'Napravi link' })).toBeVisible();
  await page.getByRole('button', { name: 'Lena Tešić', exact: true }).click();
  await page.getByRole('button', { name: 'Ukini link' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Ukini link' }).click();
  await expect(page.getByRole('button', { name: 'Napravi link' })).toBeVisible();
  expect((await get.get(link)).status()).toBe(404);
});

test('a new order of the technicians is at once the order of the calendar’s columns', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  await aTechnician(salon, { name: 'Ana Prva' });
  await aTechnician(salon, { name: 'Zora Druga' });
  const menu = page.getByRole('navigation', { name: 'Navigacija' });
  const heads = page.locator('[data-hue] b').filter({ hasText: /Prva|Druga/ });
  await arriveAsOwner(page, salon, '/admin/calendar?view=day');
  await expect(heads).toHaveText(['Ana Prva', 'Zora Druga']);
  await menu.getByRole('link', { name: 'Podešavanja' }).click();
  await page.getByRole('link', { name: 'Radnice' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'Zora Druga' });
  const saved = page.waitForResponse('**/api/technicians/order');
  await row.getByRole('button', { name: 'Pomeri gore' }).click();
  await saved;
  await menu.getByRole('link', { name: 'Kalendar' }).click();
  await page.getByRole('button', { name: 'Dan', exact: true }).click();
  await expect(heads).toHaveText(['Zora Druga', 'Ana Prva']);
});
