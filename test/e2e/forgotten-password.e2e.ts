import { request } from '../../src/web/lib/api.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { expectAccessible } from './axe.ts';
import { aPerson, PASSWORD, storeSession } from './client/prepare.ts';
import { expect, test } from './fixture.ts';
import { expectFitting } from './layout-checks.ts';
import { at } from './network.ts';

let mail: MailServer;

test.describe('password reset with a mail server', { tag: '@once' }, () => {
  test.use({
    settings: async ({ browserName: _ }, use) => {
      mail = await openMailServer();
      await use({ SMTP_URL: mail.url });
      await mail.close();
    },
  });

  const LINK = /https?:\/\/\S+\/reset\S+/;

  test('a client who forgot the password gets a link by mail; the link works only once and keeps the tickets of guests on the device', async ({
    page,
    salon,
  }, info) => {
    const email = `zaboravna.${info.project.name}@primer.rs`;
    const person = {
      name: 'Zorica Blagojević',
      email,
      password: 'stara-lozinka',
      password_confirm: 'stara-lozinka',
    };
    await request('POST /auth/register', { body: person }, at(salon));

    await page.goto(`${salon.url}/login`);
    await page.getByRole('link', { name: 'Zaboravljena lozinka?' }).click();
    await page.getByRole('heading', { name: 'Zaboravljena lozinka' }).waitFor(); // waits for the heading, because the login page has a field Email too
    await page.getByRole('button', { name: 'Pošalji link' }).click();
    await expect(page.getByText('Unesite email adresu.')).toBeVisible();
    await page.getByLabel('Email').fill('niko@primer.rs');
    await page.getByRole('button', { name: 'Pošalji link' }).click();
    await expect(page.getByText('Ako nalog postoji, poslali smo link na email.')).toBeVisible();
    await page.reload();
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Pošalji link' }).click();
    await expect(page.getByText('Ako nalog postoji, poslali smo link na email.')).toBeVisible();

    await mail.until(1);
    const [received] = mail.mails;
    expect(received?.to).toContain(email);
    const link = LINK.exec(received?.text ?? '')?.[0] ?? '';
    const setPassword = async () => {
      await page.goto('about:blank'); // links differ only in the fragment, so a browser already on /reset would not reload
      await page.goto(link);
      await page.getByLabel('Nova lozinka', { exact: true }).fill('nova-lozinka');
      await page.getByLabel('Potvrda nove lozinke').fill('nova-lozinka');
      await page.getByRole('button', { name: 'Sačuvaj lozinku' }).click();
    };
    const tickets = JSON.stringify([{ token: 'of-a-guest', end: '2099-01-01 10:00:00' }]);
    await page.evaluate((stored) => localStorage.setItem('guest-tickets', stored), tickets);
    await setPassword();
    await expect(page.getByText('Lozinka je promenjena.')).toBeVisible();
    expect(await page.evaluate(() => localStorage.getItem('guest-tickets'))).toBe(tickets);
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Lozinka', { exact: true }).fill('nova-lozinka');
    await page.getByRole('button', { name: 'Prijavi se' }).click();
    await expect(page.getByRole('heading', { name: /Zorica Blagojević/ })).toBeVisible();

    await setPassword();
    await expect(page.getByText('Link više ne važi. Zatražite novi.')).toBeVisible();
  });

  test('a client’s profile has a switch that turns mails on and off', async ({ page, salon }) => {
    await storeSession(page, salon, await aPerson(salon));
    await page.goto(`${salon.url}/profile`);
    await expect(page.getByRole('switch', { name: 'Obaveštenja na email' })).toBeChecked();
  });
});

test.describe('password reset without a mail server', { tag: '@once' }, () => {
  test.use({ settings: { SALON_PHONE: '021 555 333' } });

  test('a client who forgot the password is asked to call the salon', async ({ page, salon }) => {
    await page.goto(`${salon.url}/login`);
    await page.getByRole('link', { name: 'Zaboravljena lozinka?' }).click();
    await expect(page.getByText('Pozovite salon da vam postavi novu lozinku.')).toBeVisible();
    const call = page.getByRole('link', { name: 'Pozovi 021 555 333' });
    await expect(call).toHaveAttribute('href', 'tel:+38121555333');
    await expect(page.getByLabel('Email')).toHaveCount(0);
    await expect(page.getByText(/link/i)).toHaveCount(0);
    await expectFitting(page);
    await expectAccessible(page);
  });

  test('a client’s profile has no switch for mails, and saving the profile does not change the mail setting', async ({
    page,
    salon,
  }) => {
    const client = await aPerson(salon);
    await storeSession(page, salon, client);
    await page.goto(`${salon.url}/profile`);
    await expect(page.getByRole('heading', { name: 'Obaveštenja', exact: true })).toBeVisible();
    await expect(page.getByText('Obaveštenja na email')).toHaveCount(0);
    await page.getByLabel('Grad').fill('Novi Sad');
    await page.getByLabel('Stara lozinka').fill(PASSWORD);
    await page.getByRole('button', { name: 'Sačuvaj' }).click();
    await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
    const profile = await request('GET /auth/me', { headers: client.headers }, at(salon));
    expect(profile).toMatchObject({ city: 'Novi Sad', mail_on: 1 });
  });
});
