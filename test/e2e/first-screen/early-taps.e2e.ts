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

test('what is typed and pressed before the scripts is sent by them, never by the browser', {
  tag: '@once',
}, async ({ page, salon }) => {
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

test('a form that is sent by the keyboard before the scripts stays as it is typed', { tag: '@once' }, async ({
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

test('a page whose scripts are gone since a release is loaded anew, once', { tag: '@once' }, async ({
  page,
  salon,
}) => {
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

test('a page whose scripts fail to load reloads once, shows an error and stays readable', {
  tag: '@once',
}, async ({ page, salon }) => {
  let pages = 0;
  page.on('request', (request) => {
    if (request.url() === `${salon.url}/services`) pages++;
  });
  await page.route('**/assets/app-*.js', (route) => route.abort());
  await page.goto(`${salon.url}/services`, { waitUntil: 'commit' });
  await expect(page.getByRole('main')).toContainText('Gel lak');
  await expect(page.getByRole('alert')).toHaveText(
    'Stranica se nije učitala do kraja. Osvežite je ili pozovite salon.',
  );
  expect(pages).toBe(3); // the first load, the check whether the page is there, and one reload
  await page.getByRole('link', { name: 'Prijava' }).first().click(); // as a link does by itself
  await page.waitForURL('**/login');
});

test('where the scripts stay away it is seen above the times', async ({ page, salon }) => {
  await page.route('**/assets/app-*.js', (route) => route.abort());
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await expect(page.getByRole('alert').filter({ hasText: 'Osvežite' })).toBeInViewport({ ratio: 1 });
});

test('a client sees nothing of a visitor’s, and her tap on what both have is kept', { tag: '@once' }, async ({
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

test('what is pressed before the scripts shows that it waits, and no longer when it is done', {
  tag: '@once',
}, async ({ page, salon }) => {
  const letGo = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  const time = page.getByRole('button', { name: '10:00 - 11:00' });
  await time.click();
  await expect(time).toHaveAttribute('aria-busy', 'true');
  const waiting = () => time.evaluate((button) => button.getAnimations().map((one) => one.playState));
  expect(await waiting()).toContain('running');
  letGo();
  await started(page);
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  await expect(time).not.toHaveAttribute('aria-busy');
  await expect(time).toHaveCSS('opacity', '1');
});

test('a form is not sent while somebody types on in it', { tag: '@once' }, async ({ page, salon }) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const letGo = await holdScripts(page);
  await page.goto(`${salon.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Prijavi se' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password.slice(0, 3));
  await expect(button).not.toHaveAttribute('aria-busy');
  letGo();
  await started(page);
  await page.waitForTimeout(300);
  expect(sent).toEqual([]);
  await expect(page.getByRole('alert')).toBeEmpty();
});
