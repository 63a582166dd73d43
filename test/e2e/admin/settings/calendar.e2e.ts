import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { arriveAsOwner } from '../prepare.ts';

test('the owner creates the secret calendar link, sees it only once, and revokes it', {
  tag: '@once',
}, async ({ page, salon, request }) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=kalendar');
  await page.getByRole('button', { name: 'Napravi link' }).click();
  const link = page.getByLabel('Vaš tajni link');
  await expect(link).toBeVisible();
  const address = await link.inputValue();
  expect(new URL(address).origin).toBe(salon.url);
  expect((await request.get(address)).headers()['content-type']).toContain('text/calendar');
  await expect(page.getByRole('link', { name: 'Dodaj u kalendar' })).toHaveAttribute(
    'href',
    address.replace('http:', 'webcal:'),
  );
  await expect(page.getByText('Link se prikazuje samo sada.')).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await page.reload();
  await expect(page.getByText(/^Link je napravljen .* Ne može se ponovo prikazati\.$/)).toBeVisible();
  await expect(link).toHaveCount(0);
  await page.getByRole('button', { name: 'Ukini link' }).click();
  const question = page.getByRole('alertdialog', { name: 'Potvrda' });
  await question.getByRole('button', { name: 'Odustani' }).click();
  expect((await request.get(address)).status()).toBe(200);
  await page.getByRole('button', { name: 'Ukini link' }).click();
  await question.getByRole('button', { name: 'Ukini link' }).click();
  await expect(page.getByRole('button', { name: 'Napravi link' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Kalendar na telefonu', exact: true })).toBeFocused();
  expect((await request.get(address)).status()).toBe(404);
});
