import { DEFAULT_SETTINGS } from '../../../../src/domain/settings.ts';
import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { openSection, put, save, settingsNow } from './open.ts';

test.beforeEach(({ salon }) => put(salon, DEFAULT_SETTINGS));

test('the owner writes a message with placeholders, sees its preview and saves it', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const form = await openSection(page, salon, 'poruke', 'Poruke');
  await expectAccessible(page);
  await expectFitting(page);
  const text = form.getByLabel('Tekst poruke');
  await text.fill('Vidimo se,  dragi gosti!');
  await text.press('Home');
  for (let n = 0; n < 'Vidimo se, '.length; n += 1) await text.press('ArrowRight');
  await form.getByRole('button', { name: 'ime', exact: true }).click();
  await expect(text).toHaveValue('Vidimo se, {ime} dragi gosti!');
  await expect(text).toBeFocused();
  await page.keyboard.type(', ');
  await form.getByRole('button', { name: 'link', exact: true }).click();
  await expect(text).toHaveValue('Vidimo se, {ime}, {link} dragi gosti!');
  await expect(
    form.getByText(`Vidimo se, Marta Đukanović, ${salon.url}/appointments dragi gosti!`),
  ).toBeVisible();
  await save(page, form);
  expect((await settingsNow(salon)).message_confirmation).toBe('Vidimo se, {ime}, {link} dragi gosti!');
  await form.getByRole('button', { name: 'Vrati početni tekst' }).click();
  await expect(text).toHaveValue(DEFAULT_SETTINGS.message_confirmation);
  await expect(form.getByRole('button', { name: 'Vrati početni tekst' })).toHaveCount(0);
});

test('while the owner types, an unknown placeholder or a text that is too long shows an error; saving opens the tab with the error', {
  tag: '@once',
}, async ({ page, salon }) => {
  const form = await openSection(page, salon, 'poruke', 'Poruke');
  const text = form.getByLabel('Tekst poruke');
  await page.getByRole('tab', { name: 'Otkazan' }).click();
  await text.fill('Zdravo, {imee}');
  await expect(form.getByText('Nepoznata oznaka {imee}.')).toBeVisible();
  await page.getByRole('tab', { name: 'Slobodan termin' }).click();
  await expect(text).toHaveValue(DEFAULT_SETTINGS.message_free_slot);
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(page.getByRole('tab', { name: 'Otkazan' })).toHaveAttribute('aria-selected', 'true');
  await expect(text).toBeFocused();
  await expectAccessible(page);
  await text.fill('a'.repeat(501));
  await expect(form.getByText('Najviše 500 karaktera.')).toBeVisible();
  await expect(form.getByText('501/500')).toBeVisible();
  expect((await settingsNow(salon)).message_cancelled).toBe(DEFAULT_SETTINGS.message_cancelled);
});

test('the owner sets the link for reviews, and the preview of the review message contains it', {
  tag: '@once',
}, async ({ page, salon }) => {
  const form = await openSection(page, salon, 'poruke', 'Poruke');
  await page.getByRole('tab', { name: 'Utisak' }).click();
  const link = form.getByLabel('Link za utiske');
  await link.fill('http://g.page/lunula');
  await page.getByRole('tab', { name: 'Potvrda' }).click();
  await form.getByRole('button', { name: 'Sačuvaj' }).click();
  await expect(form.getByText('Unesite adresu koja počinje sa https://.')).toBeVisible();
  await expect(link).toBeFocused();
  await link.fill('https://g.page/lunula');
  await expect(form.getByText(/napišite nam utisak: https:\/\/g\.page\/lunula/)).toBeVisible();
  await expectAccessible(page);
  await save(page, form);
  expect((await settingsNow(salon)).review_url).toBe('https://g.page/lunula');
});
