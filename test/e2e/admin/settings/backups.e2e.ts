import { readFileSync } from 'node:fs';
import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { arriveAsOwner } from '../prepare.ts';

const SQLITE_HEADER = 'SQLite format 3';

// starts a separate server: a server makes a backup in its first minute, so a shared one may have a backup already
test.use({ settings: { SALON_NAME: 'Mesečina' } });

test('the owner makes a backup, and the list shows it and downloads it', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=privatnost');
  await expect(page.getByRole('heading', { name: 'Rezervne kopije' })).toBeVisible();
  await expect(page.getByText('Još nema kopija.')).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('button', { name: 'Napravi rezervnu kopiju' }).click();
  await expect(page.getByText('Rezervna kopija je napravljena.')).toBeVisible();
  const copies = page.getByRole('list', { name: 'Rezervne kopije' });
  await expect(copies.getByRole('listitem')).toHaveCount(1);
  await expect(copies.getByText(/^napravljena na zahtev, \d+ kB$/)).toBeVisible();
  await expectAccessible(page);
  const saved = page.waitForEvent('download');
  await copies.getByRole('button', { name: /^Preuzmi kopiju, / }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toMatch(/^lunula-.*\.sqlite$/);
  expect(
    readFileSync(await file.path())
      .subarray(0, SQLITE_HEADER.length)
      .toString(),
  ).toBe(SQLITE_HEADER);
});

test('if the backups fail to load, the owner can retry; if the server cannot make backups, the settings say why', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.route('**/api/backups', (route) => route.fulfill({ status: 500, body: '{}' }));
  await arriveAsOwner(page, salon, '/admin/settings?deo=privatnost');
  await expect(page.getByText('Greška pri učitavanju kopija.')).toBeVisible();
  await page.unroute('**/api/backups');
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByRole('button', { name: 'Napravi rezervnu kopiju' })).toBeVisible();

  await page.route('**/api/backups', (route) => route.fulfill({ json: { possible: false, backups: [] } }));
  await page.reload();
  await expect(
    page.getByText(/^Na serveru nema programa pg_dump, pa se rezervna kopija ne pravi\./),
  ).toBeVisible();
  await expect(page.getByRole('button', { name: 'Napravi rezervnu kopiju' })).toHaveCount(0);
});
