import { expect, test } from './fixture.ts';

test.describe('the error boundary', { tag: '@once' }, () => {
  test('a broken page shows an error and keeps the navigation, and other pages work', async ({
    browser,
    salon,
  }) => {
    // the page of the fixture fails on uncaught errors, and this test causes one
    const page = await (await browser.newContext({ baseURL: salon.url })).newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.route('**/assets/guest-tickets-page-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export default () => { throw new Error('a broken page'); };",
      }),
    );
    await page.goto('/appointments');
    await expect(page.getByRole('main').getByText('Nešto nije u redu.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Osveži stranicu' })).toBeVisible();
    expect(errors).toContain('a broken page');
    await page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Prijava' }).click();
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible();
    await expect(page.getByText('Nešto nije u redu.')).toHaveCount(0);
    await page.context().close();
  });
});

test.describe('assets that fail to load', { tag: '@once' }, () => {
  test('a stylesheet is requested again after its prefetch has failed', async ({ page }) => {
    let requests = 0;
    await page.route('**/assets/all-pages-*.css', (route) =>
      ++requests === 1 ? route.abort() : route.fallback(),
    );
    const failed = page.waitForEvent('requestfailed', (request) => request.url().includes('/all-pages-'));
    await page.goto('/');
    await failed;
    await page.getByRole('button', { name: 'Pozovi' }).click();
    await expect(page.getByRole('dialog', { name: 'Kontakt telefon' })).toBeVisible();
    const ruleCount = await page.evaluate(() => {
      const sheet = [...document.styleSheets].find(({ href }) => href?.includes('/all-pages-'));
      return sheet?.cssRules.length ?? 0;
    });
    expect(ruleCount).toBeGreaterThan(0);
  });

  test('a page whose script is missing is reloaded when the user opens it during the prefetch', async ({
    page,
  }) => {
    await page.route('**/assets/background-tasks-*.js', () => undefined); // no response: the prefetch does not end
    let requests = 0;
    await page.route('**/assets/accounts-*.js', (route) =>
      ++requests === 1 ? route.fulfill({ status: 404 }) : route.fallback(),
    );
    const prefetch = page.waitForRequest('**/assets/background-tasks-*.js');
    await page.goto('/');
    await prefetch;
    await page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Prijava' }).click();
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible();
  });
});
