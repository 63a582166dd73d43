// Import and export of clients as CSV.
import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import { request } from '../../../../src/web/lib/api.ts';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { asAdmin, at } from '../../network.ts';
import { arriveAsOwner, chooseMore } from '../prepare.ts';

const PATH = '/admin/clients?uvoz=1';
/** The bytes of Š š Đ đ Č č Ć ć Ž ž in windows-1250. */
const WINDOWS = new Map(
  [...'ŠšĐđČčĆćŽž'].map((letter, n) => [
    letter,
    [0x8a, 0x9a, 0xd0, 0xf0, 0xc8, 0xe8, 0xc6, 0xe6, 0x8e, 0x9e][n] ?? 0,
  ]),
);
const inWindows1250 = (text: string) =>
  Buffer.from([...text].map((letter) => WINDOWS.get(letter) ?? letter.charCodeAt(0)));

const choose = (page: Page, buffer: Buffer, name = 'klijenti.csv') =>
  page.getByLabel('CSV fajl').setInputFiles({ name, mimeType: 'text/csv', buffer });
const named = async (salon: Server, q: string) =>
  request('GET /users', { query: { q }, headers: await asAdmin(salon) }, at(salon));
const rows = (page: Page) => page.getByRole('main').locator('[data-index]');

test('a CSV file from Serbian Excel is shown as a preview of its rows, and saved only when the owner confirms', {
  tag: '@once',
}, async ({ page, salon }) => {
  await request(
    'POST /users/clients',
    { headers: await asAdmin(salon), body: { name: 'Tijana Uvoz', phone: '062 555 977' } },
    at(salon),
  );
  await arriveAsOwner(page, salon, '/admin/clients');
  await page.getByRole('link', { name: 'Uvoz klijenata' }).click();
  await expect(page.getByRole('heading', { name: 'Uvoz klijenata' })).toBeVisible();
  await expectAccessible(page);
  const lines = [
    'Ime i prezime;Telefon;E-mail;Grad;Beleška',
    'Đurđa Šćepanović;064 555 1212;djurdja@primer.rs;Žabalj;Čeka poziv',
    'Tijana Ćirić;+381 62 555-977;;Novi Sad;',
    'Dušica Pavlović;12;;Futog;',
    ';063 555 0801;;Novi Sad;',
    'Žana Džinić;;zana@primer.rs;;',
  ];
  await choose(page, inWindows1250(lines.join('\r\n')));
  await expect(page.getByText('klijenti.csv, 5 redova. Ništa još nije sačuvano.')).toBeVisible();
  await expect(page.getByText('Zaglavlje prepoznato: ime, telefon, email, grad, beleška')).toBeVisible();
  await expect(rows(page)).toHaveCount(5);
  await expect(rows(page).nth(0)).toContainText('Đurđa Šćepanović');
  await expect(rows(page).nth(0)).toContainText('nova');
  await expect(rows(page).nth(1)).toContainText('postoji');
  await expect(rows(page).nth(1)).toContainText('isti telefon');
  await expect(rows(page).nth(2)).toContainText('Proverite broj telefona.');
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Odbijene 2' }).click();
  await expect(rows(page)).toHaveCount(2);
  await expect(rows(page).nth(1)).toContainText('Unesite ime.');
  await expect(rows(page).nth(1)).toContainText('5');
  expect(await named(salon, 'djurdja')).toEqual([]);
  await page.route('**/api/users/clients/import', (route) => route.abort());
  await page.getByRole('button', { name: 'Uvezi 2 klijentkinje' }).click();
  await expect(
    page.getByText('Uvoz nije završen. Pokušajte ponovo, niko se ne upisuje dvaput.'),
  ).toBeVisible();
  await page.unroute('**/api/users/clients/import');
  await page.getByRole('button', { name: 'Uvezi 2 klijentkinje' }).click();
  await expect(page.getByRole('heading', { name: 'Uvoz je gotov' })).toBeFocused();
  await expect(page.getByText('Nove: 2, već postoje: 1, odbijene: 2.')).toBeVisible();
  await expectAccessible(page);
  expect(await named(salon, 'djurdja')).toMatchObject([{ name: 'Đurđa Šćepanović', phone: '064 555 1212' }]);
  await page.getByRole('link', { name: 'Pregled svih klijenta' }).click();
  await page.getByLabel('Pretraga').fill('zana dzinic');
  await expect(page.getByText(/pronađeno 1$/)).toBeVisible();
});

test('the import reads Google contacts (BOM, commas) and refuses an empty file and a file that is not CSV', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, PATH);
  await choose(page, Buffer.from('PK\u0003\u0004\0\0'), 'klijenti.xlsx');
  await expect(page.getByRole('alert')).toContainText('Ovo nije CSV fajl.');
  await choose(page, Buffer.from(''));
  await expect(page.getByRole('alert')).toContainText('Fajl je prazan.');
  await expectAccessible(page);
  const heading = 'First Name,Middle Name,Last Name,Notes,E-mail 1 - Value,Phone 1 - Value';
  await choose(
    page,
    Buffer.from(`\uFEFF${heading}\n"Ćana",,"Žunić, dr",,cana@primer.rs,064 700 1 ::: 065 1\n`),
  );
  await expect(page.getByRole('alert')).toBeEmpty();
  await expect(rows(page)).toHaveCount(1);
  await expect(rows(page).first()).toContainText('Ćana Žunić, dr');
  await expect(page.getByRole('button', { name: 'Uvezi 1 klijentkinju' })).toBeVisible();
});

test('of five thousand imported clients, the preview renders only the visible rows', {
  tag: '@once',
}, async ({ page, salon }) => {
  const many = Array.from(
    { length: 5000 },
    (_, n) => `Uvezena ${String(n).padStart(4, '0')};064 ${2_000_000 + n}`,
  );
  await arriveAsOwner(page, salon, PATH);
  await choose(page, Buffer.from(['Ime;Telefon', ...many].join('\n')));
  await expect(page.getByRole('button', { name: 'Uvezi 5.000 klijentkinja' })).toBeVisible();
  expect(await rows(page).count()).toBeLessThan(100);
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(page.getByText('Uvezena 4999')).toBeVisible();
});

test('when an exported client list is imported again, the preview finds no new clients', {
  tag: '@once',
}, async ({ page, salon }) => {
  const body = {
    name: '=Formula "Čačak"',
    phone: '+381 64 909-118',
    email: 'formula@primer.rs',
    notes: 'a\n;b',
  };
  await request('POST /users/clients', { headers: await asAdmin(salon), body }, at(salon));
  await arriveAsOwner(page, salon, '/admin/clients');
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    chooseMore(page.locator('body'), 'Izvoz'),
  ]);
  expect(file.suggestedFilename()).toBe('clients.csv');
  const bytes = await readFile(await file.path());
  expect(bytes.toString('utf8')).toContain(
    `"'=Formula ""Čačak""";'+381 64 909-118;formula@primer.rs;;"a\n;b"`,
  );
  await page.getByRole('link', { name: 'Uvoz klijenata' }).click();
  await choose(page, bytes, 'clients.csv');
  await expect(page.getByText('Ništa još nije sačuvano.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Nema novih' })).toBeDisabled();
  await expect(page.getByText('=Formula "Čačak"')).toBeVisible();
});
