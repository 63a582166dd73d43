import { expect, test } from '../../fixture.ts';
import { expectFittingLargeText } from '../../layout-checks.ts';
import { holdRequests } from '../../network.ts';
import { arriveAsOwner } from '../prepare.ts';

const ALL = '**/api/settings';

test('a section shows its title and the link back while it loads, and also if loading fails', {
  tag: '@once',
}, async ({ page, salon }) => {
  const { promise: held, resolve: release } = Promise.withResolvers<void>();
  await page.route(ALL, async (route) => {
    await held;
    await route.abort();
  });
  await arriveAsOwner(page, salon, '/admin/settings?deo=zakazivanje');
  const title = page.getByRole('heading', { name: 'Zakazivanje', exact: true });
  const back = page.getByRole('main').getByRole('link', { name: 'Podešavanja' });
  await expect(title).toBeVisible();
  await expect(back).toBeVisible();
  release();
  await expect(page.getByText('Greška pri učitavanju podešavanja.')).toBeVisible();
  await expect(title).toBeVisible();
  await expect(back).toBeVisible();
  await page.unroute(ALL);
  await page.getByRole('button', { name: 'Pokušaj ponovo' }).click();
  await expect(page.getByRole('form', { name: 'Zakazivanje' })).toBeVisible();
  await expect(title).toHaveCount(1);
});

test('if the title of a section has the focus, it keeps the focus when the settings have loaded', {
  tag: '@once',
}, async ({ page, salon }) => {
  const release = await holdRequests(page, ALL);
  await arriveAsOwner(page, salon, '/admin/settings?deo=salon');
  const title = page.getByRole('heading', { name: 'Podaci o salonu' });
  await title.focus();
  release();
  await expect(page.getByRole('form', { name: 'Podaci o salonu' })).toBeVisible();
  await expect(title).toBeFocused();
});

const PATHS = [
  '/admin/settings',
  '/admin/settings?deo=zakazivanje',
  '/admin/settings?deo=link',
  '/admin',
  '/admin/appoitments',
];

test('settings, panel and appointments fit the screen with text of twice the size', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await arriveAsOwner(page, salon, '/admin/services');
  for (const path of PATHS)
    await test.step(path, async () => {
      await page.goto(`${salon.url}${path}`);
      await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible();
      await expect(page.locator('[data-loading]')).toHaveCount(0);
      await expectFittingLargeText(page);
    });
});
