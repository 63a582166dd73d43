// The address of a ticket: it survives a reload, Back, another tab, no network, registration, login and logout.
import type { Page } from '@playwright/test';
import type { Server } from '../support/server.ts';
import { choose, confirm, confirmation } from './client/booking-steps.ts';
import { aPerson, aPhone, aSlot, dayAhead, PASSWORD, type Slot, storeSession } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { withoutStream } from './network.ts';

const booked = (page: Page) => page.getByRole('heading', { name: 'Termin je rezervisan.' });
const ticket = (page: Page) => page.getByRole('heading', { name: 'Vaš termin' });
const gone = (page: Page) => page.getByText('Termin više nije dostupan');

/** Chooses a new slot and fills the confirmation. */
async function fillConfirmation(page: Page, salon: Server, dayNumber: number): Promise<Slot> {
  const date = await dayAhead(salon, dayNumber);
  const free = await aSlot(salon, date, '09:00');
  await page.goto(`${salon.url}/`);
  await page.getByRole('main').getByRole('link', { name: 'Zakaži termin' }).click();
  await choose(page, date, '09:00 - 10:00');
  await confirmation(page).getByLabel('Ime').fill('Nevena Đukić');
  await confirmation(page).getByLabel('Telefon').fill(aPhone());
  return free;
}

async function bookAsGuest(page: Page, salon: Server, dayNumber: number): Promise<Slot> {
  const free = await fillConfirmation(page, salon, dayNumber);
  await confirm(page);
  await expect(booked(page)).toBeVisible();
  await expect(page).toHaveURL(/\/booking#termin=[\w-]{22,}$/);
  return free;
}

test('a guest’s ticket has an address: a reload and another tab show it, Back leads home', {
  tag: '@once',
}, async ({ page, context, salon }) => {
  const free = await bookAsGuest(page, salon, 2);
  const address = page.url();
  await page.reload();
  await expect(ticket(page)).toBeVisible();
  await expect(gone(page)).toHaveCount(0);
  const other = await context.newPage();
  await other.goto(address);
  await expect(ticket(other)).toBeVisible();
  await other.close();
  await page.goBack();
  await expect(page).toHaveURL(`${salon.url}/`);
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  // a URL with the slot that the guest holds already shows the ticket, not an error
  await page.goto(`${salon.url}/booking?dan=${free.start_datetime.slice(0, 10)}&slot=${free.id}`);
  await expect(page).toHaveURL(address);
  await expect(ticket(page)).toBeVisible();
});

test('a client’s ticket has an address: a reload shows it, and so does the URL of its slot', {
  tag: '@once',
}, async ({ page, salon }) => {
  const date = await dayAhead(salon, 3);
  const free = await aSlot(salon, date, '09:00');
  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '09:00 - 10:00');
  await confirm(page);
  await expect(booked(page)).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/booking#termin=${free.id}`);
  await page.reload();
  await expect(ticket(page)).toBeVisible();
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  await page.goto(`${salon.url}/booking?dan=${date}&slot=${free.id}`);
  await expect(page).toHaveURL(`${salon.url}/booking#termin=${free.id}`);
  await expect(ticket(page)).toBeVisible();
  await page.getByRole('button', { name: 'Otkaži termin' }).click();
  await page.getByLabel('Razlog otkazivanja').fill('Ne mogu.');
  await page.getByRole('dialog').getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(page).toHaveURL(`${salon.url}/appointments`);
});

test('a reload while the booking is being sent ends in the ticket, and books once', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/book')) sent.push(request.headers()['idempotency-key'] ?? '');
  });
  await fillConfirmation(page, salon, 4);
  await page.route(
    '**/book',
    async (route) => {
      await route.fetch();
      await new Promise((resolve) => setTimeout(resolve, 60_000)); // the response never arrives
    },
    { times: 1 },
  );
  await confirm(page);
  await expect.poll(() => sent.length).toBe(1);
  await expect.poll(() => page.evaluate(() => sessionStorage.getItem('sent-booking'))).not.toBeNull();
  await page.reload();
  await expect(page).toHaveURL(/\/booking#termin=[\w-]{22,}$/);
  await expect(booked(page)).toBeVisible();
  expect(new Set(sent).size).toBe(1);
  await page.goto(salon.url);
  await expect(page.getByRole('article')).toHaveCount(1);
});

test('without a network the guest sees the ticket as the device last knew it', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await bookAsGuest(page, salon, 5);
  await page.goto(salon.url);
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  await page.route('**/api/**', (route) => route.abort());
  await page.reload();
  await expect(page.getByText(/Bez mreže - stanje od/)).toBeVisible();
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  await page.unrouteAll();
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).first().click();
  await expect(page.getByText(/Bez mreže - stanje od/)).toHaveCount(0);
});

test('a ticket that is canceled in one tab is canceled in the other', { tag: '@once' }, async ({
  page,
  context,
  salon,
}) => {
  await bookAsGuest(page, salon, 6);
  const address = page.url();
  await withoutStream(page);
  await page.goto(salon.url);
  await expect(page.getByRole('article')).toHaveCount(1);
  const other = await context.newPage();
  await other.goto(address);
  await other.getByRole('button', { name: 'Otkaži termin' }).click();
  await other.getByLabel('Razlog otkazivanja').fill('Ne mogu.');
  await other.getByRole('dialog').getByRole('button', { name: 'Otkaži termin' }).click();
  await expect(other.getByRole('heading', { name: 'Termin je otkazan.' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Termin je otkazan.' })).toBeVisible();
});

test('a guest who registers from the ticket comes back to it, and keeps it after a refusal and a logout', {
  tag: '@once',
}, async ({ page, salon }) => {
  await bookAsGuest(page, salon, 7);
  const address = page.url();
  await page.getByRole('navigation').getByRole('link', { name: 'Prijava' }).click();
  await page.getByRole('main').getByRole('link', { name: 'Registracija' }).click();
  await page.getByLabel('Ime i prezime').fill('Nevena Đukić');
  await page.getByLabel('Email').fill(`nevena.${Date.now()}@primer.rs`);
  for (const label of ['Lozinka', 'Potvrda lozinke'])
    await page.getByLabel(label, { exact: true }).fill(PASSWORD);
  await page.getByRole('button', { name: 'Registruj se' }).click();
  await expect(page).toHaveURL(address);
  const question = page.getByRole('dialog', { name: 'Dodati ovaj termin u vaš nalog?' });
  await question.getByRole('button', { name: 'Ne, hvala' }).click();
  await page.getByRole('navigation').getByRole('link', { name: 'Početna' }).click();
  await expect(page.getByRole('heading', { name: 'Zakazano bez naloga' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
  await page.goto(`${salon.url}/logout`);
  await expect(page.getByRole('heading', { name: 'Vaš termin' })).toBeVisible();
  await expect(page.getByRole('article')).toContainText('09:00 - 10:00');
});
