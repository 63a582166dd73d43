// The bar with 'Sačuvaj' at the lower edge of a phone: it hides no next step, and says when the salon cannot be reached.
import { expect, test } from '../../fixture.ts';
import { withoutStream } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';
import { openSection, save, settingsNow } from './open.ts';

test('after the first step is saved, the link to the next step stands in view, above the bar with “Sačuvaj”', {
  tag: ['@once', '@touch'],
}, async ({ page, salon }) => {
  await arriveAsOwner(page, salon, '/admin');
  await page.getByRole('link', { name: /podatke o salonu/ }).tap();
  const form = page.getByRole('form', { name: 'Podaci o salonu' });
  const next = page.getByRole('link', { name: 'Sledeći korak: Dodajte usluge' });
  await form.getByLabel('Telefon').fill('065 123 45 67');
  await form.getByLabel('Adresa').fill('Cara Dušana 5, Niš');
  await form.getByLabel('Radno vreme').fill('pon-pet 9-17');
  await expect(next).toHaveCount(0);
  await save(page, form);
  await expect(next).toBeInViewport({ ratio: 1 });
  const bar = page.locator('.save-bar');
  const bottom = async () => {
    const box = await next.boundingBox();
    return (box?.y ?? 0) + (box?.height ?? 0);
  };
  await expect
    .poll(async () => (await bottom()) - ((await bar.boundingBox())?.y ?? 0))
    .toBeLessThanOrEqual(0);
  await next.tap();
  await expect(page).toHaveURL(`${salon.url}/admin/services?tab=dodaj`);
});

test('while the server is down, the banner stays in view and “Sačuvaj” says why it waits; afterwards nothing old remains', {
  tag: ['@once', '@touch'],
}, async ({ page, salon }) => {
  await withoutStream(page);
  const form = await openSection(page, salon, 'salon', 'Podaci o salonu');
  const address = form.getByLabel('Adresa');
  await address.fill('Bulevar 9, Novi Sad');
  await page.route('**/api/**', (route) => route.fulfill({ status: 502, body: 'Bad Gateway' }));
  await page.locator('.save-bar').getByRole('button', { name: 'Sačuvaj' }).click();
  const banner = page.getByText('Nema veze sa salonom. Čim se vrati, stranica se osvežava sama.');
  const waits = page.locator('.save-bar').getByRole('button', { name: 'Nema veze sa salonom.' });
  await expect(waits).toBeDisabled();
  await page.evaluate(() => window.scrollTo(0, document.body.scrollHeight));
  await expect(banner).toBeInViewport({ ratio: 1 });
  await expect(waits).toBeInViewport({ ratio: 1 });

  await page.unrouteAll();
  await expect(banner).toBeHidden({ timeout: 15_000 });
  await expect(page.getByText('Nema veze sa salonom.')).toHaveCount(0);
  await expect(address).toHaveValue('Bulevar 9, Novi Sad');
  await save(page, form);
  expect((await settingsNow(salon)).salon_address).toBe('Bulevar 9, Novi Sad');
});
