import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { arriveAsOwner } from './prepare.ts';

test('the owner sets the salon’s contact and rules, and visitors see them', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/settings');
  await expect(page.getByRole('heading', { name: 'Podešavanja', level: 1 })).toBeVisible();
  await expectAccessible(page);
  const contact = page.getByRole('form', { name: 'Podaci o salonu' });
  await contact.getByLabel('Naziv salona').fill('');
  await contact.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(contact.getByText('Unesite naziv salona.')).toBeVisible();
  await contact.getByLabel('Naziv salona').fill('Salon Mesečina');
  await contact.getByLabel('Telefon').fill('021 555 330');
  await contact.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podešavanja su sačuvana.')).toBeVisible();

  const rules = page.getByRole('form', { name: 'Zakazivanje' });
  await rules.getByLabel('Aktivnih termina po osobi').fill('11');
  await rules.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(rules.getByText('Ceo broj od 1 do 10.')).toBeVisible();
  await expectAccessible(page);
  await rules.getByLabel('Aktivnih termina po osobi').fill('3');
  await rules.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByText('Podešavanja su sačuvana.').last()).toBeVisible();
  await page.reload();
  await expect(rules.getByLabel('Aktivnih termina po osobi')).toHaveValue('3');
  await expect(contact.getByLabel('Naziv salona')).toHaveValue('Salon Mesečina');

  await page.evaluate(() => localStorage.clear());
  await page.goto(`${salon.url}/`);
  await expect(page.getByText('Salon Mesečina').first()).toBeVisible();
  await page.getByRole('button', { name: 'Pozovi' }).click();
  await expect(page.getByRole('dialog', { name: 'Kontakt telefon' })).toContainText('021 555 330');
});
