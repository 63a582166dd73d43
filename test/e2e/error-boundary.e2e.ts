import { expect, test } from './fixture.ts';

test.describe('the error boundary', { tag: '@once' }, () => {
  test('a page that breaks leaves the navigation, and the next page is whole', async ({ browser, salon }) => {
    // the fixture's own page fails on any uncaught error, and one is reported here
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
