import { expect, test } from '../fixture.ts';
import { keepOnDevice } from '../network.ts';
import { fillSalon, holdScripts, listen, started, storedClient } from './prepare.ts';

test.beforeEach(({ salon }) => fillSalon(salon));

test('a time that is tapped before the scripts is chosen when they come', async ({ page, salon }) => {
  const letGo = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await page.getByText('10:00 - 11:00').click();
  letGo();
  await started(page);
  await expect(page.locator('[data-over-page]').or(page.getByRole('main'))).toContainText(['10:00 - 11:00']);
  await expect(page.getByText('izaberite vreme')).toHaveCount(0);
});

test('what is typed and pressed before the scripts is sent by them, never by the browser', async ({
  page,
  salon,
}) => {
  const heard = listen(page);
  const letGo = await holdScripts(page);
  await page.goto(`${salon.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${salon.url}/login`);
  letGo();
  await expect(page.getByRole('link', { name: 'Admin panel' }).first()).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/`);
  expect(heard).toEqual([]);
});

test('a form that is sent by the keyboard before the scripts stays as it is typed', async ({
  page,
  salon,
}) => {
  const letGo = await holdScripts(page);
  await page.goto(`${salon.url}/register`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('milica@primer.rs');
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${salon.url}/register`);
  letGo();
  await started(page);
  await expect(page.getByLabel('Email')).toHaveValue('milica@primer.rs');
  await page.getByLabel('Ime', { exact: false }).first().fill('Milica');
  await expect(page.getByLabel('Email')).toHaveValue('milica@primer.rs');
});

test('a page whose scripts are gone since a release is loaded anew, once', async ({ page, salon }) => {
  let loads = 0;
  page.on('request', (request) => {
    if (request.isNavigationRequest()) loads++;
  });
  await page.route('**/assets/app-*.js', (route) =>
    loads < 2 ? route.fulfill({ status: 404, body: '' }) : route.continue(),
  );
  await page.goto(`${salon.url}/services`, { waitUntil: 'commit' });
  await expect.poll(() => loads).toBe(2);
  await started(page);
});

test('where the scripts stay away the page is loaded anew once, and can be read', async ({ page, salon }) => {
  let pages = 0;
  page.on('request', (request) => {
    if (request.url() === `${salon.url}/services`) pages++;
  });
  await page.route('**/assets/app-*.js', (route) => route.abort());
  await page.goto(`${salon.url}/services`, { waitUntil: 'commit' });
  await expect.poll(() => pages).toBe(3); // asked for whether it is there, and loaded anew
  await page.waitForTimeout(1000);
  expect(pages).toBe(3);
  await expect(page.getByRole('main')).toContainText('Gel lak');
});

test('a client sees nothing of a visitor’s, and her tap on what both have is kept', async ({
  page,
  salon,
}) => {
  await keepOnDevice(page, salon, await storedClient(salon));
  const letGo = await holdScripts(page);
  await page.goto(`${salon.url}/`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Pozovi' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Registracija' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Prijava' }).first()).toBeHidden();
  await page.getByRole('button', { name: 'Pozovi' }).click();
  letGo();
  await expect(page.getByRole('heading', { name: /Milica/ })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Kontakt telefon' })).toBeVisible();
});
