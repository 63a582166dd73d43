// The web app manifest, with which a phone installs the salon's app.
import type { Page } from '@playwright/test';
import { arriveAsOwner } from '../admin/prepare.ts';
import { openSection, put } from '../admin/settings/open.ts';
import { sheetsInHistory } from '../client/booking-steps.ts';
import { aPerson, storeSession } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';

interface Manifest {
  shortcuts: { name: string; url: string }[];
  icons: { src: string; sizes: string; type: string; purpose: string }[];
}

/** The manifest that the browser loaded; fails on parser errors. */
async function manifestOf(page: Page): Promise<Manifest> {
  const devtools = await page.context().newCDPSession(page);
  const { errors, data } = await devtools.send('Page.getAppManifest');
  expect(errors).toEqual([]);
  return JSON.parse(data ?? 'null');
}

/** Fields that browsers require before they offer to install the app. */
const INSTALLABLE = {
  id: '/',
  name: 'Salon „Mila“ & ćerke',
  short_name: 'Salon „Mila“',
  lang: 'sr-Latn',
  start_url: '/',
  scope: '/',
  display: 'standalone',
  background_color: expect.stringMatching(/^#/),
  theme_color: expect.stringMatching(/^#/),
  icons: expect.arrayContaining([
    expect.objectContaining({ sizes: '192x192', type: 'image/png', purpose: 'any' }),
    expect.objectContaining({ sizes: '512x512', type: 'image/png', purpose: 'any' }),
    expect.objectContaining({ sizes: '512x512', type: 'image/png', purpose: 'maskable' }),
  ]),
};

const pixelsOf = (page: Page, src: string): Promise<string> =>
  page.evaluate(async (url) => {
    const image = Object.assign(new Image(), { src: url });
    await image.decode();
    return `${image.naturalWidth}x${image.naturalHeight}`;
  }, src);

/** Expects every icon to have its stated size, and every shortcut to lead to a page. */
async function expectFilesOf(page: Page, manifest: Manifest): Promise<void> {
  for (const { src, sizes } of manifest.icons) expect(await pixelsOf(page, src), src).toBe(sizes);
  for (const { url } of manifest.shortcuts) expect((await page.request.get(url)).status(), url).toBe(200);
}

const shortcutsOf = ({ shortcuts }: Manifest) => shortcuts.map(({ name }) => name);

test('the manifest makes the salon installable, with shortcuts for the visitor, the client and the owner', {
  tag: '@once',
}, async ({ page, salon }) => {
  await put(salon, { salon_name: 'Salon „Mila“ & ćerke' });
  await page.goto(salon.url);
  const visitor = await manifestOf(page);
  expect(visitor).toMatchObject(INSTALLABLE);
  expect(shortcutsOf(visitor)).toEqual(['Zakaži', 'Moji termini']);
  await expectFilesOf(page, visitor);
  await expect(page.locator('meta[name=apple-mobile-web-app-title]')).toHaveAttribute(
    'content',
    'Salon „Mila“ & ćerke',
  );

  await storeSession(page, salon, await aPerson(salon));
  await page.goto(`${salon.url}/appointments`);
  expect(shortcutsOf(await manifestOf(page))).toEqual(['Zakaži', 'Moji termini']);

  await arriveAsOwner(page, salon, '/admin');
  await expect(page.locator('link[rel=manifest]')).toHaveAttribute('href', /za=vlasnica$/);
  const owner = await manifestOf(page);
  expect(owner).toMatchObject(INSTALLABLE);
  expect(shortcutsOf(owner)).toEqual(['Kalendar', 'Novi termin', 'Moji termini']);
  await expectFilesOf(page, owner);
});

test('the owner’s manifest is linked after login, and the visitors’ manifest after logout', {
  tag: '@once',
}, async ({ page, salon }) => {
  const link = page.locator('link[rel=manifest]');
  await page.goto(`${salon.url}/login`);
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await expect(link).toHaveAttribute('href', '/site.webmanifest?za=vlasnica');
  await page.goto(`${salon.url}/logout`);
  await expect(link).toHaveAttribute('href', '/site.webmanifest');
});

test('the shortcut for a new appointment opens the sheet once, and not again after a reload', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/calendar?novi=1');
  const sheet = page.getByRole('dialog', { name: 'Novi termin' });
  await expect(sheet.getByLabel('Usluga')).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/admin/calendar`);
  await sheet.getByRole('button', { name: 'Odustani' }).click();
  await expect(sheet).toBeHidden();
  await sheetsInHistory(page, 0);
  await page.reload();
  await expect(page.getByRole('button', { name: 'Novi termin' })).toBeVisible();
  await expect(sheet).toBeHidden();
});

test('the owner sets the time of the morning overview, and an invalid time shows an error', {
  tag: '@once',
}, async ({ page, salon }) => {
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
