import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** Blocks all API requests and all assets that the HTML does not name. */
async function onlyNamed(page: Page, html: string): Promise<void> {
  await page.route('**/assets/**', async (route) => {
    if (html.includes(`"${new URL(route.request().url()).pathname}"`)) await route.continue();
  });
  await page.route('**/api/**', () => undefined);
}

test.describe('loading a page', { tag: '@once' }, () => {
  test('the HTML of a public page names all assets that it needs, and the page shows no skeleton', async ({
    page,
    salon,
  }) => {
    await page.addInitScript(() => {
      new MutationObserver(() => {
        const isSkeleton =
          document.querySelector('main [data-loading]') && !document.querySelector('main h1');
        if (isSkeleton) document.documentElement.dataset.skeleton = 'seen';
      }).observe(document, { childList: true, subtree: true });
    });
    for (const path of ['/', '/services', '/booking', '/login', '/register', '/reset'])
      await test.step(path, async () => {
        await onlyNamed(page, await (await fetch(`${salon.url}${path}`)).text());
        await page.goto(path, { waitUntil: 'commit' });
        await page.waitForFunction(() => performance.getEntriesByName('lunula:started').length > 0);
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
        await expect(page.locator('html')).not.toHaveAttribute('data-skeleton');
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
  });

  test('the manifest and its icons make the app installable', async ({ page, salon }) => {
    await page.goto('/');
    const linked = (rel: string) => page.locator(`link[rel="${rel}"]`).getAttribute('href');
    const manifest = await (await fetch(`${salon.url}${await linked('manifest')}`)).json();
    expect(manifest).toMatchObject({ name: 'Lunula', start_url: '/', display: 'standalone' });
    const icons = manifest.icons.map(({ src }: { src: string }) => src);
    for (const icon of [...icons, await linked('apple-touch-icon')]) {
      const answer = await fetch(`${salon.url}${icon}`);
      expect(answer.headers.get('content-type'), icon).toBe('image/png');
    }
  });
});
