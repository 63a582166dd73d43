import { expectAccessible } from '../axe.ts';
import { aService } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectAccessibleOnDesktop } from '../layout-checks.ts';
import { holdRequests } from '../network.ts';
import { arriveAsOwner } from './prepare.ts';

test('the owner adds services, edits them in their rows, reorders them with the keyboard and deletes them', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/services?tab=dodaj');
  const add = page.getByRole('button', { name: 'Dodaj uslugu' });
  await add.click();
  await expect(page.getByText('Unesite naziv usluge.')).toBeVisible();
  await page.getByLabel('Naziv').fill('Gel lak');
  await page.getByLabel('Cena (din)').fill('2.500');
  await page.getByLabel('Trajanje (min)').fill('60');
  await expect(page.getByText('2.500 din')).toBeVisible();
  await expectAccessible(page);
  await add.click();
  await expect(page.getByText('Usluga je dodata.').last()).toBeVisible();
  await expect(page.getByLabel('Naziv')).toBeFocused();
  await page.getByLabel('Naziv').fill('Nail art');
  await add.click();
  await expect(page.getByLabel('Naziv')).toHaveValue('');

  await page.getByRole('tab', { name: 'Pregled svih usluga' }).click();
  const rows = page.getByRole('listitem').filter({ has: page.getByRole('heading') });
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0)).toContainText('2.500 din');
  await expect(rows.nth(1)).toContainText('Cena na upit');
  await expect(rows.nth(1)).toContainText('Trajanje po dogovoru');
  await expectAccessible(page);
  await expectAccessibleOnDesktop(page);

  await rows.nth(1).getByRole('button', { name: 'Pomeri gore' }).focus();
  const ordered = page.waitForResponse('**/api/services/order');
  await page.keyboard.press('Enter');
  await expect(rows.nth(0)).toContainText('Nail art');
  await expect(rows.nth(0).getByRole('button', { name: 'Pomeri dole' })).toBeFocused();
  await ordered; // the page shows the new order before the server has saved it
  await page.reload();
  await expect(rows.nth(0)).toContainText('Nail art');

  const grip = await rows.nth(1).locator('.cursor-grab').boundingBox();
  const first = await rows.nth(0).boundingBox();
  const dragged = page.waitForResponse('**/api/services/order');
  await page.mouse.move((grip?.x ?? 0) + 20, (grip?.y ?? 0) + 20);
  await page.mouse.down();
  await page.mouse.move((grip?.x ?? 0) + 20, (first?.y ?? 0) + 10, { steps: 4 });
  await page.mouse.up();
  await dragged;
  await expect(rows.nth(0)).toContainText('2.500 din');
  await rows.nth(0).getByRole('button', { name: 'Pomeri dole' }).click();
  await expect(rows.nth(0)).toContainText('Nail art');

  await rows.nth(0).getByRole('button', { name: 'Izmeni' }).click();
  const form = page.getByRole('form', { name: 'Nail art' });
  await expect(form.getByLabel('Naziv')).toBeFocused();
  await form.getByLabel('Cena (din)').fill('sto');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(form.getByText('Cena je broj, na primer 2.500.')).toBeVisible();
  await form.getByLabel('Cena (din)').fill('1200');
  await expectAccessible(page);
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await expect(rows.nth(0)).toContainText('1.200 din');
  await expect(rows.nth(0).getByRole('button', { name: 'Izmeni' })).toBeFocused();
  await rows.nth(0).getByRole('button', { name: 'Izmeni' }).click();
  await page.getByRole('button', { name: 'Odustani' }).click();

  await rows.nth(0).getByRole('button', { name: 'Obriši' }).click();
  const confirm = page.getByRole('alertdialog', { name: 'Potvrda' });
  await confirm.getByRole('button', { name: 'Otkaži' }).click();
  await expect(rows).toHaveCount(2);
  await rows.nth(0).getByRole('button', { name: 'Obriši' }).click();
  await confirm.getByRole('button', { name: 'Obriši' }).click();
  await expect(page.getByText('Usluga je obrisana.')).toBeVisible();
  await expect(rows).toHaveCount(1);
  await expect(page.getByRole('heading', { name: 'Usluge', level: 1 })).toBeFocused();
});

test('the form of a service stays open when another service, which was being saved meanwhile, is saved', {
  tag: '@once',
}, async ({ page, salon }) => {
  await aService(salon, 'Manikir', 60);
  await aService(salon, 'Pedikir', 60);
  await arriveAsOwner(page, salon, '/admin/services');
  const edit = async (name: string) => {
    const row = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name }) });
    await row.getByRole('button', { name: 'Izmeni' }).click();
    return page.getByRole('form', { name });
  };
  const release = await holdRequests(page, '**/api/services/*');
  await (await edit('Manikir')).getByRole('button', { name: 'Sačuvaj' }).click();
  const other = (await edit('Pedikir')).getByLabel('Naziv');
  await other.fill('Pedikir i lak');
  release();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await expect(other).toHaveValue('Pedikir i lak');
});
