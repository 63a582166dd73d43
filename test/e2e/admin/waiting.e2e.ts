import type { Page } from '@playwright/test';
import { addDays, type WallDate } from '../../../src/domain/wall-clock.ts';
import { dayInWords } from '../../../src/domain/wording/dates.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { expectAccessible } from '../axe.ts';
import { aPerson, dayAhead, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../layout-checks.ts';
import { asAdmin, at, todayAt, withoutStream } from '../network.ts';
import { arriveAsOwner } from './prepare.ts';

const PATH = '/admin/waitlist';
const HOW = 'Kada se dan oslobodi, klijentkinje dobijaju obaveštenje, a gošće zovete vi.';

async function waits(
  salon: Server,
  date: WallDate,
  who: { guest_name: string } | { headers: Record<string, string> },
) {
  const { headers, ...guest } = 'headers' in who ? who : { ...who, headers: undefined };
  const body = headers ? { date } : { date, ...guest, guest_phone: '064 555 8887' };
  await request('POST /client-notifications/free-slot', { body, ...(headers && { headers }) }, at(salon));
}

/** Deletes all entries of the waitlist. */
async function emptyList(salon: Server): Promise<void> {
  const headers = await asAdmin(salon);
  const today = await todayAt(salon);
  const query = { from: today, to: addDays(today, 30) };
  for (const { id } of await request('GET /waitlist', { headers, query }, at(salon)))
    await request('DELETE /waitlist/{id}', { headers, params: { id } }, at(salon));
}

const dayOf = async (page: Page, salon: Server, day: WallDate) =>
  page.getByRole('region', { name: dayInWords(day, await todayAt(salon)) });

const rowOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('listitem').filter({ hasText: name });

test('the waitlist lists clients and guests by day, with links to call them', {
  tag: '@once',
}, async ({ page, salon }) => {
  await emptyList(salon);
  const [first, second] = [await dayAhead(salon, 3), await dayAhead(salon, 5)];
  const milica = await aPerson(salon, 'Milica Đurić');
  await waits(salon, second, { guest_name: 'Sanja Tomić' });
  await waits(salon, first, milica);
  await waits(salon, first, { guest_name: 'Jovana Kostić' });
  await arriveAsOwner(page, salon, PATH);
  await expect(page).toHaveTitle(/^Ko čeka - /);
  await expect(page.getByRole('heading', { level: 1, name: 'Ko čeka' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 2 })).toHaveText([
    dayInWords(first, await todayAt(salon)),
    dayInWords(second, await todayAt(salon)),
  ]);
  const ofFirst = await dayOf(page, salon, first);
  await expect(ofFirst).toContainText('2 čekaju');
  await expect(ofFirst.getByRole('listitem')).toHaveText([/^Milica Đurić/, /^Jovana Kostić/]);
  await expect(await dayOf(page, salon, second)).toContainText('1 čeka');
  const guest = rowOf(page, 'Jovana Kostić');
  await expect(guest).toContainText('Gošća');
  await expect(guest).toContainText(/čeka od \d+\. [a-z]+ u \d\d:\d\d/);
  await expect(guest.getByRole('link', { name: 'Pozovi' })).toHaveAttribute('href', 'tel:+381645558887');
  await expect(guest.getByRole('button', { name: 'Jovana Kostić' })).toHaveCount(0);
  const client = rowOf(page, 'Milica Đurić');
  await expect(client).not.toContainText('Gošća');
  await expect(client.getByRole('link', { name: 'Pozovi' })).toHaveCount(0); // no link, because this client has no phone number
  await expect(page.getByText(HOW)).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);

  await client.getByRole('button', { name: 'Milica Đurić' }).press('Enter');
  const card = page.getByRole('dialog', { name: 'Klijent' });
  await expect(card).toContainText('Milica Đurić');
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
  await expect(client.getByRole('button', { name: 'Milica Đurić' })).toBeFocused();
});

test('removing an entry from the waitlist needs a confirmation', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await emptyList(salon);
  const day = await dayAhead(salon, 4);
  await waits(salon, day, { guest_name: 'Jovana Kostić' });
  await waits(salon, day, await aPerson(salon, 'Lena Vukašinović'));
  await arriveAsOwner(page, salon, PATH);
  const remove = rowOf(page, 'Jovana Kostić').getByRole('button', { name: 'Ukloni' });
  await expect(remove).toHaveAccessibleDescription('Jovana Kostić');
  await remove.click();
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await expect(question).toContainText('Jovana Kostić');
  await question.getByRole('button', { name: 'Otkaži' }).click();
  await expect(question).toHaveCount(0);
  await expect(remove).toBeFocused();
  await remove.click();
  await question.getByRole('button', { name: 'Ukloni' }).click();
  await expect(rowOf(page, 'Jovana Kostić')).toHaveCount(0);
  await expect(page.getByRole('heading', { level: 1 })).toBeFocused();
  await expect(await dayOf(page, salon, day)).toContainText('1 čeka');
});

test('the owner books a person from the waitlist: the form preselects the person, and the booking removes the entry', {
  tag: '@once',
}, async ({ page, salon }) => {
  await emptyList(salon);
  const day = await dayAhead(salon, 6);
  await waits(salon, day, { guest_name: 'Jovana Kostić' });
  await waits(salon, day, await aPerson(salon, 'Lena Vukašinović'));
  await arriveAsOwner(page, salon, PATH);
  const dialog = page.getByRole('dialog', { name: 'Novi termin' });
  const book = async (clock: string) => {
    await dialog.getByRole('button', { name: 'Drugo vreme' }).click();
    await dialog.getByLabel('Početak').fill(clock);
    await dialog.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(dialog).toHaveCount(0);
  };
  await rowOf(page, 'Lena Vukašinović').getByRole('button', { name: 'Upiši' }).click();
  await expect(dialog).toContainText('Lena Vukašinović');
  await book('14:00');
  await expect(rowOf(page, 'Lena Vukašinović')).toHaveCount(0);
  await rowOf(page, 'Jovana Kostić').getByRole('button', { name: 'Upiši' }).click();
  await expect(dialog.getByLabel('Ime gosta')).toHaveValue('Jovana Kostić');
  await expect(dialog.getByLabel('Telefon gosta')).toHaveValue('064 555 8887');
  await book('10:00');
  await expect(page.getByText('Niko ne čeka na termin.')).toBeVisible();
  const headers = await asAdmin(salon);
  const booked = await request(
    'GET /appointments/list',
    { headers, query: { from: day, to: day, status: 'BOOKED' } },
    at(salon),
  );
  expect(booked.map(({ client_name, guest_name }) => client_name ?? guest_name)).toEqual([
    'Jovana Kostić',
    'Lena Vukašinović',
  ]);
});

test('the appointment list and the calendar link to the waitlist, but only if it has entries', async ({
  page,
  salon,
}) => {
  await emptyList(salon);
  const [day, other] = [await dayAhead(salon, 2), await dayAhead(salon, 7)];
  await waits(salon, day, { guest_name: 'Jovana Kostić' });
  await waits(salon, other, { guest_name: 'Sanja Tomić' });
  await arriveAsOwner(page, salon, '/admin/appoitments');
  await expect(page.getByRole('tab')).toHaveText(['Dodaj termin', 'Pregled termina', 'Šabloni']);
  await page.getByRole('link', { name: '2 čekaju' }).click();
  await expect(page.getByRole('listitem').filter({ hasText: 'Gošća' })).toHaveCount(2);

  await page.goto(`${salon.url}/admin/calendar?view=day&date=${day}`);
  await page.getByRole('link', { name: '1 čeka' }).click();
  await expect(rowOf(page, 'Jovana Kostić')).toBeVisible();
  await expect(rowOf(page, 'Sanja Tomić')).toHaveCount(0);
  await page.getByRole('link', { name: 'Svi koji čekaju' }).click();
  await expect(rowOf(page, 'Sanja Tomić')).toBeVisible();

  const asked = page.waitForResponse(/\/api\/waitlist\?from=/);
  await page.goto(`${salon.url}/admin/calendar?view=day&date=${await dayAhead(salon, 3)}`);
  await asked;
  await expect(page.getByRole('button', { name: 'Dan', exact: true })).toBeVisible();
  await expect(page.getByRole('link', { name: /ček/ })).toHaveCount(0);
});

test('an empty waitlist explains how it works; if the waitlist fails to load, the owner can retry', {
  tag: '@once',
}, async ({ page, salon }) => {
  await withoutStream(page);
  await emptyList(salon);
  await page.route('**/api/waitlist?*', (route) => route.abort());
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByRole('alert')).toContainText('Greška pri učitavanju liste čekanja.');
  await page.unroute('**/api/waitlist?*');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByText('Niko ne čeka na termin.')).toBeVisible();
  await expect(page.getByText(HOW)).toBeVisible();
  await expectAccessible(page);
});

test('if a day of the waitlist has a free slot, the page shows the slot, and the prepared SMS names its time', {
  tag: '@once',
}, async ({ page, salon }) => {
  await emptyList(salon);
  const day = await dayAhead(salon, 8);
  await waits(salon, day, { guest_name: 'Jovana Kostić' });
  const slot = {
    id: 7,
    status: 'AVAILABLE',
    start_datetime: `${day} 10:00:00`,
    end_datetime: `${day} 11:00:00`,
  };
  await page.route('**/api/appointments?*', (route) => route.fulfill({ json: [slot] }));
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByText('Još slobodno: 10:00 - 11:00')).toBeVisible();
  const message = rowOf(page, 'Jovana Kostić').getByRole('link', { name: 'SMS' });
  await expect(message).toHaveAttribute('href', /^sms:\+381645558887\?&body=.*10%3A00/);
  // guests have no page with their appointments, so the link in the SMS leads to the booking page
  await expect(message).toHaveAttribute('href', /%2Fbooking/);
});

test('a long waitlist loads in pages of 100 and says how many of its entries are shown', {
  tag: '@once',
}, async ({ page, salon }) => {
  const day = await dayAhead(salon, 3);
  const rows = Array.from({ length: 130 }, (_, n) => ({
    id: n + 1,
    day,
    client_id: null,
    name: `Gošća ${n + 1}`,
    phone: '064 555 018',
    created_at: `${day} 08:00:00`,
  }));
  await page.route('**/api/waitlist?*', (route) => {
    const query = new URL(route.request().url()).searchParams;
    const offset = Number(query.get('offset'));
    const json = rows.slice(offset, offset + Number(query.get('limit')));
    return route.fulfill({ json, headers: { 'x-total-count': '130' } });
  });
  await arriveAsOwner(page, salon, PATH);
  await expect(page.getByText('Prikazano 100 od 130')).toBeVisible();
  // a day shows the number of its entries only after all of them have loaded
  await expect(page.getByText('100 čeka')).toHaveCount(0);
  await page.getByRole('button', { name: 'Učitaj još' }).click();
  await expect(page.getByText('130 čeka')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Upiši' })).toHaveCount(130);
});

test('only the owner can open the waitlist page or request the waitlist', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.goto(`${salon.url}${PATH}`);
  await expect(page).toHaveURL(`${salon.url}/login`);
  const client = await aPerson(salon);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}${PATH}`);
  await expect(page).toHaveURL(`${salon.url}/login`);
  const query = `from=${await dayAhead(salon, 1)}&to=${await dayAhead(salon, 9)}`;
  const answer = (headers: Record<string, string>) =>
    fetch(`${salon.url}/api/waitlist?${query}`, { headers });
  expect((await answer({})).status).toBe(401);
  expect((await answer(client.headers)).status).toBe(403);
});
