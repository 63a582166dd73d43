// What a phone needs to put the salon on its home screen.
import type { Page } from '@playwright/test';
import { arriveAsOwner } from '../admin/prepare.ts';
import { openSection, put } from '../admin/settings/open.ts';
import { aPerson, comeBack } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';

/** As the browser reads it, with all that it finds wrong. */
async function manifestOf(page: Page) {
  const devtools = await page.context().newCDPSession(page);
  const { url, errors, data } = await devtools.send('Page.getAppManifest');
  const { installabilityErrors } = await devtools.send('Page.getInstallabilityErrors');
  return { url, errors, installabilityErrors, manifest: JSON.parse(data ?? 'null') };
}

const shortcutsOf = (manifest: { shortcuts: { name: string }[] }) =>
  manifest.shortcuts.map(({ name }) => name);

test('a visitor, a client and the owner can install the salon, each with their shortcuts', {
  tag: '@once',
}, async ({ page, salon }) => {
  await put(salon, { salon_name: 'Salon „Mila“ & ćerke' });
  await page.goto(salon.url);
  const visitor = await manifestOf(page);
  expect(visitor).toMatchObject({ errors: [], installabilityErrors: [] });
  expect(visitor.manifest).toMatchObject({ name: 'Salon „Mila“ & ćerke', short_name: 'Salon „Mila“' });
  expect(shortcutsOf(visitor.manifest)).toEqual(['Zakaži', 'Moji termini']);
  await expect(page.locator('meta[name=apple-mobile-web-app-title]')).toHaveAttribute(
    'content',
    'Salon „Mila“ & ćerke',
  );

  await comeBack(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/appointments`);
  expect(shortcutsOf((await manifestOf(page)).manifest)).toEqual(['Zakaži', 'Moji termini']);

  await arriveAsOwner(page, salon, '/admin');
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', /za=vlasnica$/);
  const owner = await manifestOf(page);
  expect(owner).toMatchObject({ errors: [], installabilityErrors: [] });
  expect(shortcutsOf(owner.manifest)).toEqual(['Kalendar', 'Novi termin', 'Moji termini']);
  expect(owner.manifest.id).toBe(visitor.manifest.id);
});

test('who logs in as the owner has her shortcuts, and who logs out has not', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const link = page.locator('link[rel=manifest]');
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(link).toHaveAttribute('href', '/site.webmanifest?za=vlasnica');
  await page.goto(`${salon.url}/logout`);
  await expect(link).toHaveAttribute('href', '/site.webmanifest');
});

test('the shortcut of a new appointment opens the sheet once; a step back does not open it again', async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/calendar?novi=1');
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  await expect(sheet.getByLabel('Usluga')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/admin/calendar`);
  await sheet.getByRole('button', { name: 'Otkaži' }).click();
  await expect(sheet).toBeHidden();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Novi termin' })).toBeVisible();
  await expect(sheet).toBeHidden();
});

test('the owner sets when she is told of the day; what is no time is said', async ({ page, salon }) => {
  const form = await openSection(page, salon, 'obavestenja', 'Obaveštenja');
  const time = form.getByLabel('Jutarnji pregled u');
  await time.fill('25:00');
  await expect(form.getByText('Unesite vreme kao 08:00.')).toBeVisible();
  await time.fill('7');
  await time.blur();
  await expect(time).toHaveValue('07:00');
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.').first()).toBeVisible();
  await page.reload();
  await expect(time).toHaveValue('07:00');
  await put(salon, { owner_morning_at: '' });
});
