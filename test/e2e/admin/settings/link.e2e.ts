import { expectAccessible } from '../../axe.ts';
import { expect, test } from '../../fixture.ts';
import { expectFitting } from '../../layout-checks.ts';
import { pictureOf, readPicture } from '../../qr-picture.ts';
import { arriveAsOwner } from '../prepare.ts';

test('the owner copies the booking link and downloads its QR code as PNG and SVG', {
  tag: '@once',
}, async ({ page, salon, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await arriveAsOwner(page, salon, '/admin/settings?deo=link');
  const link = `${salon.url}/booking`;
  await expect(page.getByLabel('Link za Instagram i poruke')).toHaveValue(link);
  await expect(page.getByRole('img', { name: /^QR kod/ })).toBeVisible();
  await expectAccessible(page);
  await expectFitting(page);
  await page.getByRole('button', { name: 'Kopiraj link' }).click();
  await expect(page.getByText('Link je kopiran.')).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(link);
  const files = [
    ['Preuzmi', 'zakazivanje.png', 'image/png'],
    ['Preuzmi SVG za štampariju', 'zakazivanje.svg', 'image/svg+xml'],
  ] as const;
  for (const [name, fileName, type] of files) {
    const saved = page.waitForEvent('download');
    await page.getByRole('button', { name, exact: true }).click();
    const file = await saved;
    expect(file.suggestedFilename()).toBe(fileName);
    expect(await readPicture(page, await pictureOf(file, type))).toBe(link);
  }
});

test('the printed poster contains only the salon’s name, the QR code and the web address', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.addInitScript(() => {
    window.print = () => document.body.setAttribute('data-printed', '');
  });
  await arriveAsOwner(page, salon, '/admin/settings?deo=link');
  await page.getByRole('button', { name: 'Štampaj' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-printed', '');
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('navigation', { name: 'Navigacija' })).toBeHidden();
  await expect(page.getByRole('heading', { name: 'Link i QR kod' })).toBeHidden();
  const poster = page.locator('.poster-on-paper');
  await expect(poster).toHaveText(`LunulaZakažite termin${new URL(salon.url).host}`);
  await expect(poster.getByRole('img', { name: /^QR kod/ })).toBeVisible();
});

test('on a device that can share, a button shares the booking link', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/settings?deo=kalendar');
  await page.addInitScript(() => {
    navigator.share = (what) => {
      document.body.setAttribute('data-shared', what?.url ?? '');
      return Promise.resolve();
    };
  });
  await page.goto(`${salon.url}/admin/settings?deo=link`);
  await page.getByRole('button', { name: 'Podeli' }).click();
  await expect(page.locator('body')).toHaveAttribute('data-shared', `${salon.url}/booking`);
});
