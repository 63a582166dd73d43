import { minutesBetween } from '../../../src/domain/wall-clock.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { appointmentNow, arriveAsOwner, listed } from '../admin/prepare.ts';
import { expectAccessible } from '../axe.ts';
import { choose, confirm, confirmation, day, expectNarrow } from '../client/booking-steps.ts';
import { aPerson, aPhone, aService, aSlot, book, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { asAdmin, at, nowAt } from '../network.ts';

const set = async (salon: Server, body: object): Promise<unknown> =>
  request('PUT /settings', { headers: await asAdmin(salon), body }, at(salon));

test('a guest sends a request, and the owner accepts it on the home page', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await set(salon, { requests_for: 'ALL', request_hours: 48 });
  const date = await dayAhead(salon, 4);
  await aSlot(salon, date, '12:00', 60);
  await aService(salon, 'Gel lak', 60);
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '12:00 - 13:00');
  await confirmation(page).getByLabel('Ime').fill('Mila Đokić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  await confirmation(page).getByLabel('Usluga').selectOption({ index: 1 });
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Zahtev je poslat.' })).toBeFocused();
  await expect(page.getByRole('article')).toContainText(/Salon potvrđuje do .* u \d\d:\d\d/);
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('link', { name: 'Otvori moj termin' }).click();
  await expect(page.getByRole('article')).toContainText('Salon potvrđuje do');
  await expect(page.getByRole('link', { name: 'Pomeri termin' })).toHaveCount(0);

  await arriveAsOwner(page, salon, '/');
  const heading = page.getByRole('heading', { name: 'Zahtevi koji čekaju' });
  await expect(heading).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Prihvati' }).click();
  await expect(page.getByText('Termin je potvrđen.').first()).toBeVisible();
  await expect(heading).toHaveCount(0);
});

test('the owner declines a request with a reason, which the client reads', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await set(salon, { requests_for: 'ALL', request_hours: 48 });
  const person = await aPerson(salon);
  const { id } = await book(salon, await aSlot(salon, await dayAhead(salon, 5), '12:00'), person);
  await arriveAsOwner(page, salon, '/');
  await listed(page, id).getByRole('button', { name: 'Odbij' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Bolest' }).click();
  await expectAccessible(page);
  await dialog.getByRole('button', { name: 'Potvrdi otkazivanje' }).click();
  await expect(page.getByText('Zahtev je odbijen.').first()).toBeVisible();
  expect(await appointmentNow(salon, id)).toMatchObject({ status: 'CANCELLED', cancel_reason: 'Bolest' });
  await storeSession(page, salon, person);
  await page.goto(`${salon.url}/profile?tab=notifikacije`);
  await expect(page.getByText('Razlog: Bolest')).toBeVisible();
});

test('a day within the notice asks to call', { tag: '@once' }, async ({ page, salon }) => {
  await set(salon, { requests_for: 'NONE', notice_minutes: 10_080, salon_phone: '021 555 330' });
  const date = await dayAhead(salon, 1);
  await aSlot(salon, date, '12:00', 60);
  await page.goto(`${salon.url}/booking`);
  await day(page, date).click();
  await expect(page.getByText('Za ovaj dan zakazujemo telefonom.')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Pozovi 021 555 330' }).first()).toBeVisible();
  await expect(page.getByRole('list').filter({ hasText: 'telefonom' })).toBeVisible();
  await expectAccessible(page);
  await expectNarrow(page);
  await set(salon, { notice_minutes: 0 });
});

test('a long slot whose starts are all within the notice asks to call too', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 2);
  const service = await aService(salon, 'Nadogradnja', 120);
  await aSlot(salon, date, '12:00', 240);
  // the last start is 14:00, the slot ends at 16:00
  const notice_minutes = Math.ceil(minutesBetween(await nowAt(salon), `${date} 15:00:00`));
  await set(salon, { requests_for: 'NONE', split_slots: 1, notice_minutes });
  await page.goto(`${salon.url}/booking?usluga=${service}`);
  await day(page, date).click();
  await expect(page.getByText('Za ovaj dan zakazujemo telefonom.')).toBeVisible();
  await set(salon, { split_slots: 0, notice_minutes: 0 });
});

test('the settings say who books, and list numbers that must call', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=ko');
  await page.getByRole('radio', { name: /Nove klijentkinje/ }).check();
  await expect(page.getByLabel('Rok za odgovor')).toHaveValue(/\d+/);
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.').first()).toBeVisible();
  await page.getByRole('button', { name: 'Dodaj broj' }).click();
  const dialog = page.getByRole('dialog', { name: 'Dodaj broj' });
  await dialog.getByLabel('Telefon').fill('064 555 0123');
  await dialog.getByLabel('Ime i prezime').fill('Tijana Ćirić');
  await dialog.getByRole('button', { name: 'Dodaj' }).click();
  await expect(page.getByText('Tijana Ćirić')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Ukloni' }).click();
  await expect(page.getByText('Tijana Ćirić')).toHaveCount(0);
});
