// A salon moves from Google Calendar and Google Contacts, and types the rest from its paper book.
import type { Page } from '@playwright/test';
import { addDays, type WallDate } from '../../../../src/domain/wall-clock.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { aService, dayAhead } from '../../client/prepare.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { rowsOn } from '../new-steps.ts';
import { arriveAsOwner, chooseMore } from '../prepare.ts';

const CONTACTS = `First Name,Middle Name,Last Name,Notes,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value
Milena,,Selidbić,alergija,* myContacts,* Other,milena@primer.rs,Mobile,064 700 8001
Dragana,,Selidbić,,* myContacts,,,Mobile,064 700 8002 ::: 021 700 800
Pokvarena,,Selidbić,,* myContacts,,,Mobile,"6,41E+08"
`;

const stamp = (date: string, clock: string) => `${date.replaceAll('-', '')}T${clock.replace(':', '')}00`;
const event = (uid: string, summary: string, date: string, clock: string, more = '') =>
  `BEGIN:VEVENT\r\nUID:${uid}@google.com\r\nDTSTART;TZID=Europe/Belgrade:${stamp(date, clock)}\r\nDURATION:PT1H\r\n${more}SUMMARY:${summary}\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Google Inc//Google Calendar 70.9054//EN\r\n${events.join('')}END:VCALENDAR\r\n`;

const choose = (page: Page, label: string, name: string, text: string) =>
  page.getByLabel(label).setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) });
const rows = (page: Page) => page.getByRole('main').locator('[data-index]');
const spoken = (date: string): string => `${Number(date.slice(8))}.${Number(date.slice(5, 7))}.`;

async function imports(page: Page, salon: Server): Promise<void> {
  await arriveAsOwner(page, salon, '/admin/clients');
  await page.getByRole('link', { name: 'Uvoz klijenata' }).click();
  await choose(page, 'CSV fajl', 'contacts.csv', CONTACTS);
}

test('a salon moves from Google Calendar and Google Contacts; nothing is imported twice, and everything can be undone', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aService(salon, 'Gel lak', 60);
  const date = await dayAhead(salon, 3);
  const next = addDays(date as WallDate, 7);
  await imports(page, salon);
  await expect(page.getByText('Kolone, Google kontakti')).toBeVisible();
  await expect(rows(page).nth(1)).toContainText('Dragana Selidbić');
  await expect(rows(page).nth(2)).toContainText('Telefon „6,41E+08“ je izostavljen.');
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Uvezi 2 klijentkinje' }).click();
  await expect(page.getByRole('heading', { name: 'Uvoz je gotov' })).toBeFocused();
  await page.getByRole('link', { name: 'Pregled svih klijenta' }).click();

  await chooseMore(page.locator('body'), 'Unesi više termina');
  await expect(page.getByRole('heading', { name: 'Unesi više termina' })).toBeVisible();
  await expectAccessible(page);
  const file = calendar(
    event('a', 'Milena Selidbić gel lak 0647008001', date, '10:00'),
    event('b', 'Dragana Selidbić', date, '12:00', 'RRULE:FREQ=WEEKLY;COUNT=2\r\n'),
    event('c', 'Milena Selidbić', date, '10:30'),
    event('d', 'Zubar', date, '18:00'),
  );
  await choose(page, 'Fajl sa terminima', 'calendar.ics', file);
  await expect(rows(page)).toHaveCount(5);
  await page.getByRole('button', { name: 'Izbaci Zubar' }).click();
  await expect(rows(page)).toHaveCount(4);
  await expect(page.getByText('spremno', { exact: true })).toHaveCount(3);
  await expect(rows(page).filter({ hasText: 'zauzeto' })).toHaveCount(1);
  await expect(page.getByText('Klijentkinjama se ne javlja.')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Upiši 3 termina' }).click();
  await expect(page.getByText('upisano', { exact: true })).toHaveCount(3);
  expect(await rowsOn(salon, date)).toEqual([
    '10:00-11:00 BOOKED Milena Selidbić',
    '12:00-13:00 BOOKED Dragana Selidbić',
  ]);
  expect(await rowsOn(salon, next)).toEqual(['12:00-13:00 BOOKED Dragana Selidbić']);

  await choose(page, 'Fajl sa terminima', 'calendar.ics', file);
  await expect(page.getByText('već upisano')).toHaveCount(3);
  await expect(page.getByRole('button', { name: 'Upiši 1 termin' })).toBeVisible();
});

test('pasted lines are read in their places, booked in one press and undone', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aService(salon, 'Gel lak', 60);
  const date = await dayAhead(salon, 5);
  await arriveAsOwner(page, salon, '/admin/clients?uvoz=termini');
  const lines = [`Vesna Papirić ${spoken(date)} u 10 gel lak`, 'Lela Papirić gel lak'];
  await page.getByLabel('Redovi').fill(lines.join('\n'));
  await page.getByRole('button', { name: 'Pročitaj' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(0)).toContainText('spremno');
  await expect(rows(page).nth(1)).toContainText('nema vreme');
  await page.getByLabel('Red 2').fill(`Lela Papirić ${spoken(date)} u 13 gel lak`);
  await expect(rows(page).nth(1)).toContainText('spremno');
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Upiši 2 termina' }).click();
  await expect(page.getByText('upisano', { exact: true })).toHaveCount(2);
  const booked = ['10:00-11:00 BOOKED Vesna Papirić', '13:00-14:00 BOOKED Lela Papirić'];
  expect(await rowsOn(salon, date)).toEqual(booked);
  await page.getByRole('button', { name: 'Poništi uvoz' }).click();
  await expect(page.getByText('Uvoz je poništen. Uklonjeno: 2, ostaje: 0.')).toBeVisible();
  expect(await rowsOn(salon, date)).toEqual([]);
  await expect(page.getByRole('button', { name: 'Upiši 2 termina' })).toBeVisible();
});

test('columns without headings are assigned by hand, and what they do not show is asked', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/clients?uvoz=termini');
  await choose(
    page,
    'Fajl sa terminima',
    'termini.csv',
    'Datum;Sat;Ko dolazi\n03/04/2027;10:00;Ana Kolonić\n',
  );
  await page.getByLabel('Ko dolazi').selectOption('Ime i prezime');
  await page.getByLabel('Kako su u fajlu pisani datumi').selectOption('dan pa mesec');
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).nth(0)).toContainText('Ana Kolonić');
  await expect(rows(page).nth(0)).toContainText('3. apr');
  await expect(page.getByRole('button', { name: 'Upiši 1 termin' })).toBeVisible();
  await expectAccessible(page);
});
