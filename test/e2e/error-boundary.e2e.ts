import { aGuestBooking, arriveAsOwner } from './admin/prepare.ts';
import { dayAhead } from './client/prepare.ts';
import { expect, test } from './fixture.ts';

test.describe('the error boundary', { tag: '@once' }, () => {
  test('if a page throws, it shows an error and keeps the navigation, and other pages still work', async ({
    browser,
    salon,
  }) => {
    // opens a separate page: the fixture's `page` fails the test on any uncaught error, and this test causes one
    const page = await (await browser.newContext({ baseURL: salon.url })).newPage();
    const errors: string[] = [];
    page.on('pageerror', ({ message }) => errors.push(message));
    await page.route('**/assets/guest-links-*.js', (route) =>
      route.fulfill({
        contentType: 'text/javascript',
        body: "export const GuestTicketsPage = () => { throw new Error('a broken page'); };",
      }),
    );
    await page.goto('/appointments');
    await expect(page.getByRole('main').getByText('Nešto nije u redu.')).toBeVisible();
    await expect(page.getByRole('button', { name: 'Osveži stranicu' })).toBeVisible();
    await expect.poll(() => errors).toContain('a broken page');
    await page.getByRole('navigation', { name: 'Navigacija' }).getByRole('link', { name: 'Prijava' }).click();
    await expect(page.getByRole('heading', { name: 'Prijava' })).toBeVisible();
    await expect(page.getByText('Nešto nije u redu.')).toHaveCount(0);
    await page.context().close();
  });
});

test.describe('stylesheets and scripts that fail to load', { tag: '@once' }, () => {
  test('if the sheet behind the + cannot load without a network, the page says so and keeps the navigation', async ({
    browser,
    salon,
  }) => {
    // a separate page, because the missing script is an uncaught error
    const context = await browser.newContext({ baseURL: salon.url });
    const page = await context.newPage();
    await arriveAsOwner(page, salon, '/admin');
    await context.setOffline(true);
    const navigation = page.getByRole('navigation', { name: 'Navigacija' });
    await navigation.getByRole('link', { name: 'Zakaži termin' }).click();
    await expect(page.getByRole('main').getByText('Nešto nije u redu.')).toBeVisible();
    await expect(navigation).toBeVisible();
    await context.close();
  });

  test('if the prefetch of a stylesheet fails, the stylesheet is requested again when it is needed', async ({
    page,
  }) => {
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

  test('a page whose script is missing is reloaded when the user opens it, also while a prefetch is running', async ({
    page,
  }) => {
    // this request gets no response, so that the prefetch stays in progress
    await page.route('**/assets/background-tasks-*.js', () => undefined);
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

  test('if the prefetch of the owner’s dialogs fails, the page ignores it and loads a dialog when the owner opens it', async ({
    page,
    salon,
  }) => {
    const date = await dayAhead(salon, 1);
    await aGuestBooking(salon, date, '09:00', 'Mila Đokić');
    await arriveAsOwner(page, salon, '/services');
    const lost = ['dialogs-ahead', 'opened-appointment'].map((name) => `**/assets/${name}*.js`);
    for (const path of ['/', '/admin', '/admin/calendar', '/admin/clients']) {
      for (const asset of lost) await page.route(asset, (route) => route.abort());
      const failed = page.waitForEvent('requestfailed', (sent) => sent.url().includes('/dialogs-ahead'));
      await page.goto(`${salon.url}${path}`);
      await failed;
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      await page.evaluate(() => Object.assign(window, { isSame: true }));
      await page.waitForTimeout(500); // time in which a reload would happen
      expect(await page.evaluate(() => 'isSame' in window), path).toBe(true);
      await expect(page.getByText('Nešto nije u redu.')).toHaveCount(0);
      await page.unrouteAll();
    }
    await page.goto(`${salon.url}/appointments`);
    await page
      .getByRole('button', { name: /Mila Đokić/ })
      .first()
      .click();
    await expect(page.getByRole('dialog')).toBeVisible();
  });

  test('if a script fails to load while the user leaves the page, the page is not reloaded', async ({
    page,
  }) => {
    await page.route('**/assets/accounts-*.js', (route) => route.abort());
    await page.goto('/');
    await page.waitForLoadState('networkidle');
    let loads = 0;
    page.on('framenavigated', () => loads++);
    await page.evaluate(() => window.dispatchEvent(new Event('beforeunload')));
    await page.evaluate(() => window.dispatchEvent(new Event('vite:preloadError', { cancelable: true })));
    await page.waitForTimeout(500);
    expect(loads).toBe(0);
  });
});
