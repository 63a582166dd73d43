import type { Page } from '@playwright/test';
import { request } from '../../src/web/lib/api.ts';
import { expect, test } from './fixture.ts';
import { at, withoutStream } from './network.ts';

const PASSWORD = 'lak-za-nokte';
let made = 0;
/** Returns the registration data of a new user; each call returns a different email. */
const someone = (project: string) => ({
  name: 'Milica Đurić',
  email: `milica${++made}.${project}@primer.rs`,
  password: PASSWORD,
  password_confirm: PASSWORD,
});

/** The keys in local and session storage, without the copy of the bookings that a page stores once it is idle. */
const keys = (page: Page) =>
  page.evaluate(() =>
    [localStorage, sessionStorage].map((storage) =>
      Object.keys(storage).filter((key) => key !== 'last-seen' || !storage.getItem('token')),
    ),
  );
const tab = (page: Page) => page.getByRole('navigation', { name: 'Navigacija' });

async function logIn(page: Page, email: string, password = PASSWORD): Promise<void> {
  await page.getByLabel('Email').fill(email);
  await page.getByLabel('Lozinka', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Prijavi se' }).click();
}

test(
  'a visitor registers, the home page shows the new user’s name, and the user logs out',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const { name, email } = someone(info.project.name);
    await page.goto(`${salon.url}/`);
    await page.getByRole('link', { name: 'Registracija' }).click();
    await expect(page.getByRole('heading', { name: 'Registracija' })).toBeFocused();

    await page.getByRole('button', { name: 'Registruj se' }).click();
    await expect(page.getByText('Popunite sva obavezna polja.')).toBeVisible();
    await expect(page.getByLabel('Ime i prezime')).toBeFocused();

    await page.getByLabel('Ime i prezime').fill(name);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
    await page.getByLabel('Potvrda lozinke').fill('nešto drugo');
    await page.getByRole('button', { name: 'Registruj se' }).click();
    await expect(page.getByText('Lozinke se ne poklapaju.')).toBeVisible();
    await expect(page.getByLabel('Potvrda lozinke')).toBeFocused();

    await page.getByLabel('Potvrda lozinke').fill(PASSWORD);
    await page.getByRole('button', { name: 'Registruj se' }).click();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(name);
    expect((await keys(page))[0]?.toSorted()).toEqual(['email', 'name', 'role', 'token']);

    await page.goto(`${salon.url}/logout`);
    await expect(page.getByRole('heading', { name: 'Lepi nokti, bez čekanja.' })).toBeVisible();
    expect(await keys(page)).toEqual([[], []]);
  },
);

test(
  'a wrong password shows an error in the form; the right password opens the home page',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const person = someone(info.project.name);
    await request('POST /auth/register', { body: person }, at(salon));
    await page.goto(`${salon.url}/login`);
    await page.getByRole('button', { name: 'Prijavi se' }).click();
    await expect(page.getByRole('alert')).toHaveText('Unesite email i lozinku.');
    await expect(page.getByLabel('Email')).toBeFocused();

    await logIn(page, person.email, 'pogrešna');
    await expect(page.getByRole('alert')).toHaveText('Pogrešan email ili lozinka.');
    await page.getByRole('button', { name: 'Prikaži lozinku' }).click();
    await expect(page.getByLabel('Lozinka', { exact: true })).toHaveAttribute('type', 'text');

    await page.getByLabel('Zapamti me').uncheck();
    await logIn(page, person.email);
    await expect(page).toHaveURL(`${salon.url}/`);
    await expect(page.getByRole('heading', { level: 1 })).toContainText('Milica Đurić');
    const [local, session] = await keys(page);
    expect(local).toEqual([]);
    expect(session?.toSorted()).toEqual(['email', 'name', 'role', 'token']);
  },
);

test(
  'two users who log in without “remember me” in two tabs have separate sessions',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const person = someone(info.project.name);
    await request('POST /auth/register', { body: person }, at(salon));
    const other = await page.context().newPage();
    for (const [device, email, password] of [
      [page, person.email, PASSWORD],
      [other, salon.admin.email, salon.admin.password],
    ] as const) {
      await device.goto(`${salon.url}/login`);
      const remember = device.getByLabel('Zapamti me');
      await remember.click(); // uncheck() fails before hydration, when the page only records the press
      await expect(remember).not.toBeChecked();
      await logIn(device, email, password);
      await expect(device).toHaveURL(`${salon.url}/`);
    }
    await expect(tab(other).getByRole('link', { name: 'Admin panel' })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
    await expect(page.getByRole('heading', { name: 'Aktivni termini' })).toBeVisible();
    await other.goto(`${salon.url}/logout`);
    await expect(other.getByRole('heading', { name: 'Lepi nokti, bez čekanja.' })).toBeVisible();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
    await page.reload();
    await expect(page.getByRole('heading', { level: 1 })).toContainText(person.name);
  },
);

test(
  'a user whose token was revoked is sent to the login page, which shows a message',
  { tag: '@once' },
  async ({ page, salon }, info) => {
    const { token } = await request('POST /auth/register', { body: someone(info.project.name) }, at(salon));
    await page.goto(`${salon.url}/services`);
    await page.evaluate((alive) => {
      localStorage.setItem('token', alive);
      localStorage.setItem('role', 'CLIENT');
      localStorage.setItem('name', 'Milica');
    }, token);
    await withoutStream(page);
    await page.goto(`${salon.url}/`);
    await expect(page.getByRole('heading', { name: 'Aktivni termini' })).toBeVisible();
    await expect(page.getByText('Nema aktivnih termina')).toBeVisible();
    // waits for pending requests: if one of them were refused, the page would redirect before the reload
    await page.waitForLoadState('networkidle');
    await request('POST /auth/logout', { headers: { authorization: `Bearer ${token}` } }, at(salon));
    await page.reload();
    await expect(page).toHaveURL(`${salon.url}/login`);
    await expect(page.getByRole('alert')).toHaveText('Prijavite se ponovo.');
    expect(await keys(page)).toEqual([[], []]);
  },
);

test('a page to which the visitor or client has no access redirects to the login page', {
  tag: '@once',
}, async ({ page, salon }) => {
  for (const path of ['/appointments', '/profile', '/admin', '/admin/appoitments', '/admin/calendar']) {
    await page.goto(`${salon.url}${path}`);
    await expect(page, path).toHaveURL(`${salon.url}/login`);
  }
  await page.evaluate(() => {
    localStorage.setItem('token', 'x');
    localStorage.setItem('role', 'CLIENT');
  });
  for (const path of ['/admin', '/admin/appoitments', '/admin/services', '/admin/annual', '/admin/clients']) {
    await page.goto(`${salon.url}${path}`);
    await expect(page, path).toHaveURL(`${salon.url}/login`);
  }
});

test('if the server does not respond, the login and the registration form each show their own error', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.route('**/api/auth/**', (route) => route.abort());
  await page.goto(`${salon.url}/login`);
  await logIn(page, 'milica@primer.rs');
  await expect(page.getByRole('alert')).toHaveText('Neuspešna prijava. Proverite podatke.');
  await tab(page).getByRole('link', { name: 'Prijava' }).click();
  await page.getByRole('link', { name: 'Registracija' }).click();
  await page.getByLabel('Ime i prezime').fill('Ana');
  await page.getByLabel('Email').fill('ana@primer.rs');
  await page.getByLabel('Lozinka', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Potvrda lozinke').fill(PASSWORD);
  await page.getByRole('button', { name: 'Registruj se' }).click();
  await expect(page.getByRole('alert')).toHaveText('Neuspešna registracija.');
});

test('if the token of a password reset link is unknown, the form says that the link is no longer valid', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.goto(`${salon.url}/reset?token=izmisljen`);
  await page.getByLabel('Nova lozinka', { exact: true }).fill(PASSWORD);
  await page.getByLabel('Potvrda nove lozinke').fill(PASSWORD);
  await page.getByRole('button', { name: 'Sačuvaj lozinku' }).click();
  await expect(page.getByRole('alert')).toHaveText('Link više ne važi. Zatražite novi.');
});
