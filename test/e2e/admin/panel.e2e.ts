import { expectAccessible } from '../axe.ts';
import { aService, aSlot, dayAhead } from '../client/prepare.ts';
import { expect, test } from '../fixture.ts';
import { arriveAsOwner } from './prepare.ts';

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

test('an empty salon begins with three steps, ticked as they are done', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin');
  const main = page.getByRole('main');
  for (const name of CARDS) await expect(main.getByRole('link', { name, exact: true })).toBeVisible();
  const steps = main.getByRole('region', { name: 'Prvi koraci' });
  await expect(steps.getByRole('listitem')).toHaveCount(3);
  await expect(steps.getByText('Urađeno')).toHaveCount(0);
  await expectAccessible(page);

  await aService(salon, 'Gel lak', 60);
  await page.reload();
  await expect(steps.getByRole('listitem').first()).toContainText('Urađeno');
  await expect(steps.getByText('Urađeno')).toHaveCount(1);
  await steps.getByRole('link', { name: /šablon/ }).click();
  await page.getByRole('button', { name: 'Dodaj šablon' }).click();
  await expect(page.getByText('Šablon je dodat.')).toBeVisible();
  await page.getByRole('link', { name: 'Admin panel' }).first().click();
  await expect(steps.getByText('Urađeno')).toHaveCount(2);
  await aSlot(salon, await dayAhead(salon, 1), '10:00');
  await page.reload();
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
