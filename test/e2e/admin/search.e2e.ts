import { request } from '../../../src/web/lib/api.ts';
import { expectAccessible } from '../axe.ts';
import { expect, test } from '../fixture.ts';
import { asAdmin, at } from '../network.ts';
import { arriveAsOwner } from './prepare.ts';

test('Ctrl+K opens a search for clients (by name or phone), days and pages; the search can be used without a mouse', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  const body = { name: 'Željka Traženi', phone: '064 333 9911' };
  await request('POST /users/clients', { headers: await asAdmin(salon), body }, at(salon));
  await arriveAsOwner(page, salon, '/admin/settings');
  const open = page.getByRole('navigation').getByRole('button', { name: 'Pretraga' });
  await expect(open).toBeVisible();
  await page.keyboard.press('Control+k');
  const search = page.getByRole('dialog', { name: 'Pretraga' });
  const field = search.getByRole('searchbox');
  await expect(field).toBeFocused();
  await expectAccessible(page);
  await page.keyboard.type('sutra');
  await expect(search.getByRole('link')).toHaveCount(1);
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/calendar\?view=day&date=/);
  await expect(search).toHaveCount(0);
  await open.click();
  await field.fill('statist');
  await page.keyboard.press('ArrowDown');
  await expect(search.getByRole('link', { name: /^Statistika/ })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/admin\/statistics/);
  for (const query of ['zeljka', '0643339911']) {
    await page.keyboard.press('Control+k');
    await field.fill(query);
    await expect(search.getByRole('link')).toHaveText(/Željka Traženi/);
    await page.keyboard.press('Escape');
  }
  await expect(search).toHaveCount(0);
  await page.keyboard.press('Control+k');
  await field.fill('zeljka');
  await search.getByRole('link').click();
  await expect(page.getByRole('dialog', { name: 'Klijent' })).toBeVisible();
});

test('while a search waits for its response, it shows no clients of the previous search and no empty result; a failed search shows an error', {
  tag: ['@once', '@mouse'],
}, async ({ page, salon }) => {
  const body = { name: 'Vesna Prethodna', phone: null };
  await request('POST /users/clients', { headers: await asAdmin(salon), body }, at(salon));
  await arriveAsOwner(page, salon, '/admin/settings');
  await page.getByRole('navigation').getByRole('button', { name: 'Pretraga' }).click();
  const search = page.getByRole('dialog', { name: 'Pretraga' });
  const field = search.getByRole('searchbox');
  await field.fill('prethodna');
  await expect(search.getByRole('link')).toHaveText(/Vesna Prethodna/);
  const answer = Promise.withResolvers<void>();
  await page.route('**/api/people?*q=nepoznata*', async (route) => {
    await answer.promise;
    await route.fulfill({ status: 500, json: { error: 'Greška na serveru. Pokušajte ponovo.' } });
  });
  const asked = page.waitForRequest('**/api/people?*q=nepoznata*');
  await field.fill('nepoznata');
  await asked;
  await expect(search.getByRole('status')).toHaveText('Traženje…');
  await expect(search.getByRole('link')).toHaveCount(0);
  answer.resolve();
  await expect(search.getByRole('status')).toHaveText('Greška na serveru. Pokušajte ponovo.');
});
