import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectAccessibleOnDesktop, expectFitting } from '../../layout-checks.ts';
import { arriveAsOwner } from '../prepare.ts';
import { openSection, put, save, settingsNow } from './open.ts';

test.afterEach(({ salon }) => put(salon, { languages: ['sr-Latn'] }));

test('the owner turns on English; then the form of a service asks for its English name only', {
  tag: '@once',
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin/services?tab=dodaj');
  await expect(page.getByLabel('Grupa')).toBeVisible();
  await expect(page.getByLabel('Naziv na engleskom')).toHaveCount(0);

  const form = await openSection(page, salon, 'jezici', 'Jezici');
  await expectAccessible(page);
  await expectFitting(page);
  await expectAccessibleOnDesktop(page);
  await form.getByRole('switch', { name: 'Русский' }).click();
  await form.getByRole('switch', { name: 'English' }).click();
  await form.getByRole('switch', { name: 'Русский' }).click();
  await save(page, form);
  expect((await settingsNow(salon)).languages).toEqual(['sr-Latn', 'en']);
  await page.reload();
  await expect(form.getByRole('switch', { name: 'English' })).toBeChecked();
  await expect(form.getByRole('switch', { name: 'Русский' })).not.toBeChecked();
  await expect(form.getByRole('switch', { name: 'Српски, ћирилица' })).not.toBeChecked();

  await arriveAsOwner(page, salon, '/admin/services?tab=dodaj');
  await page.getByLabel('Naziv', { exact: true }).fill('Gel lak');
  await page.getByLabel('Naziv na engleskom').fill('Gel polish');
  await expect(page.getByLabel('Naziv na ruskom')).toHaveCount(0);
  await expectAccessible(page);
  const added = page.waitForResponse('**/api/services');
  await page.getByRole('button', { name: 'Dodaj uslugu' }).click();
  expect(await (await added).json()).toMatchObject({ name: 'Gel lak', name_en: 'Gel polish', name_ru: null });
});
