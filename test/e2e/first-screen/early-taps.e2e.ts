import { expect, test } from '../fixture.ts';
import { DESKTOP } from '../layout-checks.ts';
import { keepOnDevice } from '../network.ts';
import { fillSalon, holdScripts, recordConsole, started, storedClient } from './prepare.ts';

test.use({ reducedMotion: 'no-preference' });

test.beforeEach(({ salon }) => fillSalon(salon));

test('a slot tapped before hydration is chosen after hydration', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await page.getByText('10:00 - 11:00').click();
  release();
  await started(page);
  await expect(page.locator('[data-over-page]').or(page.getByRole('main'))).toContainText(['10:00 - 11:00']);
  await expect(page.getByText('izaberite vreme')).toHaveCount(0);
});

test('a slot tapped before hydration is shown as chosen at once, also in the bar', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  await page.getByText('10:00 - 11:00').click();
  const bar = page.locator('.choice-bar p > :last-child');
  await expect(bar).toHaveAttribute('data-early', '10:00 - 11:00', { timeout: 1000 });
  const shown = await bar.evaluate((element) => getComputedStyle(element, '::after').content);
  expect(shown).toBe('"10:00 - 11:00"');
  release();
  await started(page);
  await expect(bar).toHaveText('10:00 - 11:00');
  await expect(page.locator('[data-early]')).toHaveCount(0);
});

test('a form filled and submitted before hydration is sent once by the scripts, not by the browser', {
  tag: '@once',
}, async ({ page, salon }) => {
  const consoleLines = recordConsole(page);
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${salon.url}/login`);
  release();
  await expect(page.getByRole('link', { name: 'Admin panel' }).first()).toBeVisible();
  await expect(page).toHaveURL(`${salon.url}/`);
  expect(consoleLines).toEqual([]);
});

test('a form submitted with the keyboard before hydration keeps its values', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/register`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill('milica@primer.rs');
  await page.keyboard.press('Enter');
  expect(page.url()).toBe(`${salon.url}/register`);
  release();
  await started(page);
  await expect(page.getByLabel('Email')).toHaveValue('milica@primer.rs');
  await page.getByLabel('Ime', { exact: false }).first().fill('Milica');
  await expect(page.getByLabel('Email')).toHaveValue('milica@primer.rs');
});

test('a page reloads once when a new release has removed the scripts that it needs', {
  tag: '@once',
}, async ({ page, salon }) => {
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
  expect(pages).toBe(3); // three requests: the first load, a fetch that refreshes the HTTP cache, and the reload
  await page.getByRole('link', { name: 'Prijava' }).first().click(); // links work without scripts
  await page.waitForURL('**/login');
});

test('an error above the slots says that the scripts failed to load', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.route('**/assets/app-*.js', (route) => route.abort());
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  const alert = page.getByRole('alert').filter({ hasText: 'Osvežite' });
  await expect(alert).toBeInViewport({ ratio: 1 });
  await page.setViewportSize(DESKTOP);
  await expect(alert).toBeInViewport({ ratio: 1 });
});

test('a client does not see the visitors’ content before hydration, and taps before hydration take effect after it', {
  tag: '@once',
}, async ({ page, salon }) => {
  await keepOnDevice(page, salon, await storedClient(salon));
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/`, { waitUntil: 'commit' });
  await expect(page.getByRole('button', { name: 'Pozovi' })).toBeVisible();
  await expect(page.getByRole('heading', { level: 1 })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Registracija' })).toBeHidden();
  await expect(page.getByRole('link', { name: 'Prijava' }).first()).toBeHidden();
  await page.getByRole('button', { name: 'Pozovi' }).click();
  release();
  await expect(page.getByRole('heading', { name: /Milica/ })).toBeVisible();
  await expect(page.getByRole('dialog', { name: 'Kontakt telefon' })).toBeVisible();
});

test('a button pressed before hydration is marked as busy until its action runs', {
  tag: '@once',
}, async ({ page, salon }) => {
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/booking`, { waitUntil: 'commit' });
  const time = page.getByRole('button', { name: '10:00 - 11:00' });
  await time.click();
  await expect(time).toHaveAttribute('aria-busy', 'true');
  const waiting = () => time.evaluate((button) => button.getAnimations().map((one) => one.playState));
  expect(await waiting()).toContain('running');
  release();
  await started(page);
  await expect(time).toHaveAttribute('aria-pressed', 'true');
  await expect(time).not.toHaveAttribute('aria-busy');
  await expect(time).toHaveCSS('opacity', '1');
});

test('a form submitted before hydration is not sent while the user keeps typing', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && sent.push(request.url()));
  const release = await holdScripts(page);
  await page.goto(`${salon.url}/login`, { waitUntil: 'commit' });
  await page.getByLabel('Email').fill(salon.admin.email);
  await page.keyboard.press('Enter');
  const button = page.getByRole('button', { name: 'Prijavi se' });
  await expect(button).toHaveAttribute('aria-busy', 'true');
  await page.getByLabel('Lozinka', { exact: true }).fill(salon.admin.password.slice(0, 3));
  await expect(button).not.toHaveAttribute('aria-busy');
  release();
  await started(page);
  await page.waitForTimeout(300);
  expect(sent).toEqual([]);
  await expect(page.getByRole('alert')).toBeEmpty();
});
