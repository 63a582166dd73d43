// Pictures of what a client wishes: with a booking, on the ticket, and from the salon's works.
import type { Page } from '@playwright/test';
import sharp from 'sharp';
import { addDays } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { anAppointment } from '../admin/new-steps.ts';
import { appointmentNow, arriveAsOwner, listOf, openFromList } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { choose, confirm, confirmation } from '../client/booking-steps.ts';
import { aPhone, aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt } from '../network.ts';

const aPicture = async (background: string) => ({
  name: 'nokti.jpg',
  mimeType: 'image/jpeg',
  buffer: await sharp({ create: { width: 900, height: 600, channels: 3, background } })
    .jpeg()
    .toBuffer(),
});

const widthOf = (page: Page, name: string) =>
  page.getByRole('img', { name }).evaluate((img: HTMLImageElement) => img.naturalWidth);

async function aWork(salon: Server, service_id: number, background: string) {
  const headers = await asAdmin(salon);
  const { buffer } = await aPicture(background);
  const file = new Blob([new Uint8Array(buffer)], { type: 'image/jpeg' });
  const sent = { headers, query: { kind: 'WORK' }, file } as const;
  const { id } = await request('POST /pictures', sent, at(salon));
  const body = { picture_id: id, service_id: service_id as never, consent: 1 } as const;
  return request('POST /works', { headers, body }, at(salon));
}

test('a guest sends a picture of her wish with the booking, and another one on the ticket', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 2);
  const slot = await aSlot(salon, day, '10:00');
  await page.goto(`${salon.url}/booking`);
  await choose(page, day, '10:00 - 11:00');
  await confirmation(page).getByLabel('Ime').fill('Milena Rakić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await confirmation(page)
    .getByLabel('Dodaj sliku')
    .setInputFiles([await aPicture('#aa3355'), await aPicture('#335577')]);
  await confirmation(page).getByRole('button', { name: 'Ukloni' }).last().click();
  await expect(confirmation(page).getByRole('img', { name: 'Slika 1' })).toBeVisible();
  await expect(confirmation(page).getByRole('img', { name: 'Slika 2' })).toHaveCount(0);
  await expectAccessible(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await expect.poll(() => widthOf(page, 'Slika 1')).toBe(320);
  expect((await appointmentNow(salon, slot.id)).pictures).toMatchObject([{ kind: 'WISH', width: 900 }]);
  await page.getByRole('link', { name: 'Otvori moj termin' }).click();
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
  await page.getByLabel('Dodaj sliku').setInputFiles(await aPicture('#ddccbb'));
  await expect.poll(() => widthOf(page, 'Slika 2')).toBe(320);
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Obriši sliku' }).first().click();
  await expect(page.getByRole('img', { name: 'Slika 2' })).toHaveCount(0);
  await expect.poll(async () => (await appointmentNow(salon, slot.id)).pictures.length).toBe(1);
});

test('the owner publishes a result with consent; a visitor finds it and books it, also once it is gone', {
  tag: '@once',
}, async ({ page, salon }) => {
  const today = await todayAt(salon);
  const yesterday = addDays(today, -1);
  const service_id = await aService(salon, 'Gel lak', 60);
  const day = await dayAhead(salon, 3);
  const slot = await aSlot(salon, day, '10:00');
  const later = await aSlot(salon, day, '12:00');
  const visit = await anAppointment(salon, {
    guest_name: 'Nina Babić',
    duration_minutes: 60,
    start_datetime: `${yesterday} 12:00:00`,
    service_id: service_id as never,
  });
  await page.goto(`${salon.url}/works`);
  await expect(page).toHaveURL(`${salon.url}/`);
  await arriveAsOwner(page, salon, listOf(yesterday));
  const dialog = await openFromList(page, visit);
  await dialog.getByLabel('Dodaj, Rezultat').setInputFiles(await aPicture('#8c2f45'));
  await dialog.getByRole('button', { name: 'Rezultat 1' }).click();
  await page.getByRole('button', { name: 'Dodaj u radove' }).click();
  const publish = page.getByRole('dialog', { name: 'Dodaj u radove' });
  await publish.getByRole('button', { name: 'Dodaj u radove' }).click();
  await expect(publish.getByText('Bez saglasnosti slika ne može u radove.')).toBeVisible();
  await publish.getByLabel('Klijentkinja je saglasna da se slika objavi').check();
  await expectAccessible(page);
  await publish.getByRole('button', { name: 'Dodaj u radove' }).click();
  await expect(page.getByText('Slika je u radovima.')).toBeVisible();
  const second = await aWork(salon, service_id, '#d8c8b8');

  await page.goto(`${salon.url}/admin/services?tab=radovi`);
  const rows = page.getByRole('listitem').filter({ hasText: 'saglasnost: danas' });
  await expect(rows).toHaveCount(2);
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectFitting(page);

  await page.evaluate(() => localStorage.clear());
  await page.goto(salon.url);
  await page.getByRole('heading', { name: 'Naši radovi' }).scrollIntoViewIfNeeded();
  await expect.poll(() => widthOf(page, 'Rad 1')).toBe(320);
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Svi radovi' }).click();
  await expect(page.getByRole('heading', { name: 'Naši radovi' })).toBeVisible();
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Rad: Gel lak' }).first().click();
  const viewer = page.getByRole('dialog', { name: 'Gel lak' });
  await expect(viewer.getByText('1 od 2')).toBeVisible();
  await viewer.getByRole('link', { name: 'Zakaži ovako' }).click();
  const book = async (range: string, isKnown = false) => {
    await choose(page, day, range);
    if (!isKnown) {
      await confirmation(page).getByLabel('Ime').fill('Vesna Rakić');
      await confirmation(page).getByLabel('Telefon').fill(aPhone());
    }
    await expect(confirmation(page).getByRole('img', { name: 'Izabrani rad' })).toBeVisible();
  };
  await book('10:00 - 11:00');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  expect(await appointmentNow(salon, slot.id)).toMatchObject({
    service_name: 'Gel lak',
    pictures: [{ kind: 'WISH', width: 900 }],
  });

  await page.goto(`${salon.url}/booking?usluga=${service_id}&rad=${second.id}`);
  await book('12:00 - 13:00', true); // the phone remembers the guest
  const headers = await asAdmin(salon);
  await request('DELETE /works/{id}', { headers, params: { id: second.id } }, at(salon));
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  expect(await appointmentNow(salon, later.id)).toMatchObject({ status: 'BOOKED', pictures: [] });
});
