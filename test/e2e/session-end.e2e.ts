// Sessions that end while their page is open, and the page to which a login leads.
import type { Page } from '@playwright/test';
import { request } from '../../src/web/lib/api.ts';
import type { Server } from '../support/server.ts';
import { choose, confirm, confirmation } from './client/booking-steps.ts';
import { aPerson, aSlot, dayAhead, PASSWORD, type Person, storeSession } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { at } from './network.ts';

const revoke = (salon: Server, { headers }: Person) => request('POST /auth/logout', { headers }, at(salon));

const notice = (page: Page) =>
  page.getByRole('alert').filter({ has: page.getByRole('button', { name: 'Prijavi se' }) });
const note = (page: Page) => confirmation(page).getByLabel('Napomena');

async function logIn(page: Page, { email }: Pick<Person, 'email'>, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
}

/** Opens the confirmation, types a note, and ends the session before the booking is sent. */
async function endInConfirmation(page: Page, salon: Server, client: Person, n: number): Promise<void> {
  const date = await dayAhead(salon, n);
  await aSlot(salon, date, '09:00');
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/booking`);
  await choose(page, date, '09:00 - 10:00');
  await note(page).fill('Kraći nokti');
  await revoke(salon, client);
  await confirm(page);
  await expect(notice(page)).toContainText('Prijavite se ponovo.');
}

test('if the session ends before a booking is sent, the page and the typed note stay, and the user can book after a login', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  await endInConfirmation(page, salon, client, 2);
  await expect(note(page)).toHaveValue('Kraći nokti');
  expect(await page.evaluate(() => [localStorage.length, sessionStorage.length])).toEqual([0, 0]);
  await notice(page).getByRole('button', { name: 'Prijavi se' }).click();
  const login = page.getByRole('dialog', { name: 'Prijava' });
  await expect(login.getByLabel('Email')).toHaveValue(client.email);
  await login.getByLabel('Lozinka', { exact: true }).fill('pogrešna');
  await login.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(login.getByRole('alert')).toBeVisible();
  await login.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await login.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(login).toBeHidden();
  await expect(notice(page)).toHaveCount(0);
  await expect(note(page)).toHaveValue('Kraći nokti');
  await confirm(page);
  await expect(page.getByRole('heading', { name: 'Termin je rezervisan.' })).toBeVisible();
});

test('after a session has ended, another user who logs in sees nothing that the first user typed', {
  tag: '@once',
}, async ({ page, salon }) => {
  await endInConfirmation(page, salon, await aPerson(salon), 3);
  await notice(page).getByRole('button', { name: 'Prijavi se' }).click();
  await logIn(page, await aPerson(salon, 'Mira Druga'));
  await expect(page).toHaveURL(`${salon.url}/`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Mira');
  await page.goto(`${salon.url}/booking`);
  await choose(page, await dayAhead(salon, 3), '09:00 - 10:00');
  await expect(note(page)).toHaveValue('');
});

test('a user whose session has ended becomes a visitor after opening another page', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/profile`);
  await page.getByLabel('Grad').fill('Niš');
  await revoke(salon, client);
  await page.getByLabel('Stara lozinka').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(notice(page)).toBeVisible();
  await expect(page.getByLabel('Grad')).toHaveValue('Niš');
  await page.getByRole('link', { name: 'Početna' }).last().click();
  await expect(page.getByRole('link', { name: 'Prijava' }).last()).toBeVisible();
  await expect(notice(page)).toHaveCount(0);
});

test('a login leads to the page that required it, or to the home page if the user opened the login page directly', {
  tag: '@once',
}, async ({ page, salon }) => {
  const client = await aPerson(salon);
  await page.goto(`${salon.url}/profile?tab=notifikacije`);
  await expect(page).toHaveURL(`${salon.url}/login`);
  await logIn(page, client);
  await expect(page).toHaveURL(`${salon.url}/profile?tab=notifikacije`);
  await page.goto(`${salon.url}/logout`);
  await expect(page).toHaveURL(`${salon.url}/`);
  await page.goto(`${salon.url}/profile`);
  await expect(page).toHaveURL(`${salon.url}/login`);
  await page.getByRole('link', { name: 'Početna' }).first().click();
  await page.getByRole('link', { name: 'Prijava' }).last().click();
  await logIn(page, client);
  await expect(page).toHaveURL(`${salon.url}/`);
});

test('opening an owner’s page requires a login; after the login the owner sees this page, a client the home page', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.goto(`${salon.url}/admin/clients`);
  await logIn(page, await aPerson(salon));
  await expect(page).toHaveURL(`${salon.url}/`);
  await page.goto(`${salon.url}/logout`);
  await expect(page).toHaveURL(`${salon.url}/`);
  await page.goto(`${salon.url}/admin/clients`);
  await logIn(page, salon.admin, salon.admin.password);
  await expect(page).toHaveURL(`${salon.url}/admin/clients`);
});

test('if a session ends, each tab keeps its page and what was typed', { tag: '@once' }, async ({
  page,
  context,
  salon,
}) => {
  const client = await aPerson(salon);
  await storeSession(page, salon, client);
  const other = await context.newPage();
  for (const tab of [page, other]) {
    await tab.goto(`${salon.url}/profile`);
    await tab.getByLabel('Grad').fill('Niš');
    await tab.getByLabel('Stara lozinka').fill(PASSWORD);
  }
  await revoke(salon, client);
  for (const tab of [page, other]) {
    await tab.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(notice(tab)).toBeVisible();
    await expect(tab.getByLabel('Grad')).toHaveValue('Niš');
  }
});

test('a logout in one tab logs out the other tabs', { tag: '@once' }, async ({ page, context, salon }) => {
  await storeSession(page, salon, await aPerson(salon));
  const other = await context.newPage();
  await other.goto(`${salon.url}/profile`);
  await expect(other.getByLabel('Grad')).toBeVisible();
  await page.goto(`${salon.url}/logout`);
  await expect(other).toHaveURL(`${salon.url}/login`);
});
