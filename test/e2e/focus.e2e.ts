import { expect, test } from './fixture.ts';

test.describe('loading a page', { tag: '@once' }, () => {
  for (const path of ['/', '/services', '/booking', '/login', '/register', '/reset']) {
    test(`the page ${path} requests at once all that it needs, and shows no skeleton of a page that is here`, async ({
      page,
      salon,
    }) => {
      const html = await (await fetch(`${salon.url}${path}`)).text();
      const asked: string[] = [];
      page.on('request', (request) => asked.push(new URL(request.url()).pathname));
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
      const files = asked.filter((one) => /^\/assets\/.*\.(js|css)$/.test(one));
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
