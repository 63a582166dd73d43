import type { Page } from '@playwright/test';
import { expect, test } from './fixture.ts';

/** What the page asked for before it answered to the user; from then on it fetches what may be needed next. */
async function askedBeforeStart(page: Page): Promise<string[]> {
  const mark = await page.waitForFunction(() => performance.getEntriesByName('lunula:started')[0]?.startTime);
  const startedMs = (await mark.jsonValue()) ?? 0;
  return page.evaluate((ms) => {
    const before = performance.getEntriesByType('resource').filter(({ startTime }) => startTime < ms);
    return before.map(({ name }) => new URL(name).pathname);
  }, startedMs);
}

test.describe('loading a page', { tag: '@once' }, () => {
  for (const path of ['/', '/services', '/booking', '/login', '/register', '/reset']) {
    test(`the page ${path} requests at once all that it needs, and shows no skeleton of a page that is here`, async ({
      page,
      salon,
    }) => {
      const html = await (await fetch(`${salon.url}${path}`)).text();
      await page.addInitScript(() => {
        // how long skeletons and prefetching may take is not tested here: a slow machine would answer instead of the page
        const soon = window.setTimeout;
        window.setTimeout = ((run: TimerHandler, ms = 0) =>
          soon(run, ms < 400 ? ms : 60_000)) as typeof setTimeout;
        new MutationObserver((_changes, observer) => {
          const main = document.querySelector('main');
          if (!main) return;
          observer.disconnect();
          document.documentElement.dataset.first = main.querySelector('h1')?.textContent ?? '';
        }).observe(document, { childList: true, subtree: true });
      });
      // no call is answered: a list that comes with its data may ask for its files then, and how soon depends on the machine
      await page.route('**/api/**', () => undefined);
      await page.goto(path);
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
      const files = (await askedBeforeStart(page)).filter((one) => /^\/assets\/.*\.(js|css)$/.test(one));
      expect(files.length).toBeGreaterThan(3);
      expect(files.filter((file) => !html.includes(`"${file}"`))).toEqual([]);
      await expect(page.locator('html')).toHaveAttribute('data-first', /.+/);
    });
  }

  test('the app can be kept on the home screen of a phone', async ({ page, salon }) => {
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
