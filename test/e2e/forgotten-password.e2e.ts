import { request } from '../../src/web/lib/api.ts';
import { type MailServer, openMailServer } from '../support/mail-server.ts';
import { expect, test } from './fixture.ts';
import { at } from './network.ts';

let mail: MailServer;

test.describe('a forgotten password', { tag: '@once' }, () => {
  test.use({
    settings: async ({ browserName: _ }, use) => {
      mail = await openMailServer();
      await use({ SMTP_URL: mail.url });
      await mail.close();
    },
  });

  const LINK = /https?:\/\/\S+\/reset\S+/;

  test('a client who forgot the password gets a link by mail that works once', async ({
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
    await page.getByRole('heading', { name: 'Zaboravljena lozinka' }).waitFor(); // the login page has a field Email too
    await page.getByLabel('Email').fill(email);
    await page.getByRole('button', { name: 'Pošalji link' }).click();
    await expect(page.getByText('Ako nalog postoji, poslali smo link na email.')).toBeVisible();

    await mail.until(1);
    const [received] = mail.mails;
    expect(received?.to).toContain(email);
    const link = LINK.exec(received?.text ?? '')?.[0] ?? '';
    const setPassword = async () => {
      await page.goto('about:blank'); // the token is in the fragment: from /reset itself the browser would not load the page
      await page.goto(link);
      await page.getByLabel('Nova lozinka', { exact: true }).fill('nova-lozinka');
      await page.getByLabel('Potvrda nove lozinke').fill('nova-lozinka');
      await page.getByRole('button', { name: 'Sačuvaj lozinku' }).click();
    };
    await setPassword();
    await expect(page.getByText('Lozinka je promenjena.')).toBeVisible();
    await page.getByLabel('Email').fill(email);
    await page.getByLabel('Lozinka', { exact: true }).fill('nova-lozinka');
    await page.getByRole('button', { name: 'Prijavi se' }).click();
    await expect(page.getByRole('heading', { name: /Zorica Blagojević/ })).toBeVisible();

    await setPassword();
    await expect(page.getByText('Link više ne važi. Zatražite novi.')).toBeVisible();
  });
});
