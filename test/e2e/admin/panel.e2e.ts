import { expectAccessible } from '../axe.ts';
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { expectFitting } from '../layout-checks.ts';
import { aGuestBooking, arriveAsOwner } from './prepare.ts';

const CARDS = [
  'Kalendar',
  'Termini',
  'Klijenti',
  'Usluge',
  'Notifikacije',
  'Statistika',
  'Odsustva',
  'Podešavanja',
];

test('an empty salon begins with five steps, ticked as they are done', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin');
  const main = page.getByRole('main');
  for (const name of CARDS) await expect(main.getByRole('link', { name, exact: true })).toBeVisible();
  const steps = main.getByRole('region', { name: 'Prvi koraci' });
  await expect(steps.getByRole('listitem')).toHaveCount(5);
  await expect(steps.getByText('0 od 5')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);

  await steps.getByRole('link', { name: 'Upišite podatke o salonu' }).click();
  const contact = page.getByRole('form', { name: 'Podaci o salonu' });
  await contact.getByLabel('Telefon').fill('021 555 330');
  await contact.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podaci uspešno sačuvani.')).toBeVisible();
  await page.goto(`${salon.url}/admin`);
  await expect(steps.getByText('1 od 5')).toBeVisible();
  await expect(steps.getByRole('listitem').first()).toContainText('Urađeno');
  await expect(steps.getByRole('link', { name: 'Upišite prvu uslugu' })).toBeVisible();

  await aService(salon, 'Gel lak', 60);
  await page.reload();
  await steps.getByRole('link', { name: 'Upišite prvi šablon' }).click();
  await page.getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('Šablon je dodat.')).toBeVisible();
  await aSlot(salon, await dayAhead(salon, 1), '10:00');
  await page.goto(`${salon.url}/admin`);
  await expect(steps.getByText('4 od 5')).toBeVisible();
  await steps.getByRole('link', { name: 'Otvorite link i QR kod' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Preuzmi', exact: true }).click();
  await saved;
  await page.goto(`${salon.url}/admin`);
  await expect(main.getByRole('link', { name: 'Kalendar' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('a salon that has been booked sees no first steps', { tag: '@once' }, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin');
  const main = page.getByRole('main');
  const steps = main.getByRole('region', { name: 'Prvi koraci' });
  await expect(steps).toBeVisible();
  await aGuestBooking(salon, await dayAhead(salon, 2), '10:00', 'Mila');
  const asked = page.waitForResponse((response) => response.url().includes('status=BOOKED'));
  await page.reload();
  await asked;
  await expect(main.getByRole('link', { name: 'Kalendar' })).toBeVisible();
  await expect(steps).toHaveCount(0);
});

test('a client is sent to the login', async ({ page, salon }) => {
  await page.goto(`${salon.url}/services`);
  await page.evaluate(() => {
    localStorage.setItem('token', 'x');
    localStorage.setItem('role', 'CLIENT');
  });
  for (const path of ['/admin', '/admin/appoitments', '/admin/services', '/admin/annual']) {
    await page.goto(`${salon.url}${path}`);
    await expect(page).toHaveURL(`${salon.url}/login`);
  }
});
