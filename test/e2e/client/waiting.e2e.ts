import { dayAsObject, dayInWords } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { confirm, day, expectNarrow, proceed, slot, today } from './booking-steps.ts';
import { aPerson, aPhone, aSlot, book, dayAhead, storeSession } from './prepare.ts';

const JOIN = 'Obavesti me ako se oslobodi termin';
const JOINED = 'Obavestićemo vas ako se oslobodi termin.';

test('a client joins the waitlist of a full day, is notified of a free slot and books it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  const other = await aPerson(salon, 'Druga');
  const booked = await book(salon, await aSlot(salon, date, '12:00'), other);
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await day(page, date).click();
  await page.getByRole('button', { name: JOIN }).click();
  await expect(page.getByText(JOINED)).toBeVisible();
  await expect(page.getByRole('listitem').filter({ hasText: dayInWords(date, today()) })).toBeVisible();

  const reason = { reason: 'Ne mogu.' };
  await request(
    'POST /appointments/{id}/cancel',
    { params: { id: booked.id }, headers: other.headers, body: reason },
    at(salon),
  );
  await page.goto(`${salon.url}/profile`);
  await page.getByRole('tab', { name: 'Notifikacije' }).click();
  await expect(page.getByText('NOVO')).toBeVisible();
  await page.getByRole('link', { name: 'Oslobodio se termin' }).click();
  await expect(day(page, date)).toBeChecked();
  await expect(slot(page, '12:00 - 13:00')).toHaveAttribute('aria-pressed', 'true');
  await proceed(page);
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
  await page.getByRole('link', { name: 'Zakaži termin' }).click();
  await expect(page.getByRole('heading', { name: 'Čekate slobodan termin' })).toHaveCount(0);
});

test('if a day for which the client is on the waitlist gets a free slot, the home page and “Moji termini” show the slot with a link to book it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 10);
  const client = await aPerson(salon);
  await request(
    'POST /client-notifications/free-slot',
    { headers: client.headers, body: { date } },
    at(salon),
  );
  await storeSession(page, salon, client);
  await page.goto(salon.url);
  await expect(page.getByText('Nema aktivnih termina')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Oslobodio se termin' })).toHaveCount(0);
  const { id } = await aSlot(salon, date, '11:00');
  const row = page.getByRole('listitem').filter({ hasText: dayInWords(date, today()) });
  for (const path of ['/', '/appointments', '/']) {
    await page.goto(`${salon.url}${path}`);
    await expect(row).toContainText('Slobodno 11:00 - 12:00');
    await expectNarrow(page);
  }
  await expect(page.getByRole('heading', { name: 'Oslobodio se termin' })).toBeVisible();
  await row.getByRole('link', { name: 'Rezerviši' }).click();
  await expect(slot(page, '11:00 - 12:00')).toHaveAttribute('aria-pressed', 'true');
  await request('DELETE /appointments/{id}', { params: { id }, headers: await asAdmin(salon) }, at(salon));
  await page.goto(`${salon.url}/appointments`);
  await expect(row).toBeVisible();
  await expect(row).not.toContainText('Slobodno');
});

test('if the slot of a notification is no longer free, the link of the notification opens the booking page with an error, also if the day has no other slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [date, full] = [await dayAhead(salon, 4), await dayAhead(salon, 7)];
  await aSlot(salon, date, '09:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking?dan=${date}&slot=999999`);
  await expect(day(page, date)).toBeChecked();
  await expect(page.getByRole('alert')).toHaveText('Termin više nije dostupan');
  await page.goto(`${salon.url}/booking?dan=${full}&slot=999999`);
  await expect(day(page, full)).toBeChecked();
  await expect(page.getByText('Nema slobodnih termina za izabrani datum.')).toBeVisible();
  await expect(page.getByRole('alert').filter({ hasText: 'Termin više nije dostupan' })).toBeVisible();
});

test('a client leaves the waitlist of a day', { tag: '@once' }, async ({ page, salon }) => {
  const date = await dayAhead(salon, 5);
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await day(page, date).click();
  await page.route('**/api/client-notifications/free-slot', (route) => route.abort());
  await page.getByRole('button', { name: JOIN }).click();
  await expect(page.getByText('Ne možemo da sačuvamo obaveštenje trenutno.')).toBeVisible();
  await expect(page.getByRole('dialog')).toHaveCount(0); // no dialog, because only guests are asked for name and phone
  await page.unrouteAll();
  await page.getByRole('button', { name: JOIN }).click();
  await page.getByRole('button', { name: `Ne čekaj više: ${dayInWords(date, today())}` }).click();
  await expect(page.getByRole('heading', { name: 'Čekate slobodan termin' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: JOIN })).toBeVisible();
});

test('a guest joins the waitlist of a day with name and phone number', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const date = await dayAhead(salon, 6);
  await page.goto(`${salon.url}/booking`);
  await day(page, date).click();
  await page.getByRole('button', { name: JOIN }).click();
  const sheet = page.getByRole('dialog', { name: 'Kome da javimo?' });
  await expect(sheet.getByText('Unesite ime i kontakt telefon da bismo vas obavestili.')).toBeVisible();
  await expect(sheet.getByRole('alert')).toBeEmpty();
  await expect(page.getByLabel('Ime')).toBeFocused();
  await expectAccessible(page);
  await sheet.getByRole('button', { name: JOIN }).click();
  await expect(sheet.getByRole('alert')).toHaveText(/^Unesite ime i kontakt telefon/);
  await page.goBack();
  await expect(sheet).toHaveCount(0);
  await page.getByRole('button', { name: JOIN }).click();
  await page.getByLabel('Ime').fill('Nevena Đukić');
  await page.getByLabel('Telefon').fill(aPhone());
  await page.route('**/api/client-notifications/free-slot', (route) => route.abort());
  await page.getByRole('button', { name: JOIN }).click();
  await expect(page.getByText('Ne možemo da sačuvamo obaveštenje trenutno.')).toBeVisible();
  await page.unrouteAll();
  await page.getByRole('button', { name: JOIN }).click();
  await expect(page.getByText(JOINED)).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test('on a day without free slots, the main button of the booking page opens the first free day', {
  tag: '@once',
}, async ({ page, salon }) => {
  const [free, empty] = [await dayAhead(salon, 2), await dayAhead(salon, 8)];
  await aSlot(salon, free, '20:00');
  await page.goto(`${salon.url}/booking?dan=${empty}`);
  const first = page.getByRole('button', { name: `Pogledaj ${dayAsObject(free, today())}` });
  await expect(first).toHaveClass(/bg-accent/);
  await expect(page.getByRole('button', { name: JOIN })).not.toHaveClass(/bg-accent/);
  await first.click();
  await expect(day(page, free)).toBeChecked();
});
