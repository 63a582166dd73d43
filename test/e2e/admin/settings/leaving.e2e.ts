import type { Page } from '@playwright/test';
import type { Server } from '../../../support/server.ts';
import { expectAccessible } from '../../axe.ts';
import { sheetsInHistory } from '../../client/booking-steps.ts';
import { expect, test } from '../../fixture.ts';
import { holdRequests } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';
import { put, save } from './open.ts';

const ADDRESS = 'Dunavska 7, Novi Sad';

/** Opens the section from the panel, so that Back has a page to return to, and types a postal address without saving it. */
async function typeAnAddress(page: Page, salon: Server) {
  await put(salon, { salon_address: '' });
  await arriveAsOwner(page, salon, '/admin');
  await page.getByRole('main').getByRole('link', { name: 'Podešavanja' }).click();
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Podaci o salonu/ })
    .click();
  const form = page.getByRole('form', { name: 'Podaci o salonu' });
  await form.getByLabel('Adresa').fill(ADDRESS);
  await sheetsInHistory(page, 1); // waits until the form has added its history entry; before that, Back would leave the page
  return { form, question: page.getByRole('alertdialog', { name: 'Potvrda' }) };
}

test('a link that would leave unsaved settings asks for confirmation first', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { form, question } = await typeAnAddress(page, salon);
  const home = page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Početna' });
  await home.click();
  await expect(question).toContainText('Odbaciti ono što ste upisali?');
  await expectAccessible(page);
  await question.getByRole('button', { name: 'Nastavi unos' }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('Adresa')).toHaveValue(ADDRESS);
  await home.click();
  await question.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(page).toHaveURL(`${salon.url}/`);
});

test('the + opens its sheet over unsaved settings, which stay as they were typed', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { form, question } = await typeAnAddress(page, salon);
  const here = page.url();
  const navigation = page.getByRole('navigation', { name: 'Navigacija' });
  await navigation.getByRole('link', { name: 'Zakaži termin' }).click();
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  await expect(sheet).toBeVisible();
  await expect(question).toHaveCount(0);
  await sheet.getByRole('button', { name: 'Zatvori' }).click();
  await expect(sheet).toHaveCount(0);
  await expect(page).toHaveURL(here);
  await expect(form.getByLabel('Adresa')).toHaveValue(ADDRESS);
});

test('Back from unsaved settings asks for confirmation first, and “Nastavi unos” stays on the page', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { form, question } = await typeAnAddress(page, salon);
  const here = page.url();
  await page.evaluate(() => window.history.back());
  await expect(question).toContainText('Odbaciti ono što ste upisali?');
  await expect(page).toHaveURL(here);
  await question.getByRole('button', { name: 'Nastavi unos' }).click();
  await expect(form.getByLabel('Adresa')).toHaveValue(ADDRESS);
  await sheetsInHistory(page, 1);
  await page.evaluate(() => window.history.back());
  await question.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(page).not.toHaveURL(here);
});

test('closing the tab with unsaved settings opens the browser’s confirmation dialog', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { form } = await typeAnAddress(page, salon);
  const asked = page.waitForEvent('dialog');
  const closed = page.close({ runBeforeUnload: true });
  const dialog = await asked;
  expect(dialog.type()).toBe('beforeunload');
  await dialog.dismiss();
  await closed;
  await expect(form.getByLabel('Adresa')).toHaveValue(ADDRESS);
});

test('after saving, the owner can leave the settings without a confirmation', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const { form, question } = await typeAnAddress(page, salon);
  await save(page, form);
  await page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Početna' }).click();
  await expect(page).toHaveURL(`${salon.url}/`);
  await expect(question).toHaveCount(0);
});

test('the button “Odustani” asks for confirmation, then restores the saved settings in the form', async ({
  page,
  salon,
}, { project }) => {
  const { form, question } = await typeAnAddress(page, salon);
  if (project.name === 'desktop') await expect(form.getByText('Ima nesačuvanih izmena')).toBeVisible();
  await form.getByRole('button', { name: 'Odustani' }).click();
  await question.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(form.getByLabel('Adresa')).toHaveValue('');
  await expect(page.getByRole('heading', { name: 'Podaci o salonu', exact: true })).toBeFocused();
  if (project.name === 'desktop') {
    await expect(form.getByRole('button', { name: 'Odustani' })).toHaveCount(0);
    return;
  }
  await form.getByRole('button', { name: 'Odustani' }).click();
  await expect(page.getByRole('heading', { name: 'Podešavanja', level: 1 })).toBeFocused();
});

test('if the owner follows the link to the section that is already open, “Odbaci” restores the saved settings', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  await put(salon, { salon_address: '' });
  await arriveAsOwner(page, salon, '/admin/settings');
  const form = page.getByRole('form', { name: 'Podaci o salonu' });
  await form.getByLabel('Adresa').fill(ADDRESS);
  await page
    .getByRole('navigation', { name: 'Delovi podešavanja' })
    .getByRole('link', { name: 'Podaci o salonu' })
    .click();
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await question.getByRole('button', { name: 'Odbaci', exact: true }).click();
  await expect(question).toHaveCount(0);
  await expect(form.getByLabel('Adresa')).toHaveValue('');
});

test('text that the owner types while the settings are being saved stays in the form', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { form } = await typeAnAddress(page, salon);
  const release = await holdRequests(page, '**/api/settings');
  const sent = page.waitForRequest('**/api/settings');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await sent;
  await form.getByLabel('Telefon').fill('064 111 222');
  release();
  await expect(page.getByText('Podaci uspešno sačuvani.').first()).toBeVisible();
  await expect(form.getByLabel('Adresa')).toHaveValue(ADDRESS);
  await expect(form.getByLabel('Telefon')).toHaveValue('064 111 222');
});
