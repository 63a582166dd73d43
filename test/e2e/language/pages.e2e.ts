// Public pages in the reader's language, and its choice.
import type { Page } from '@playwright/test';
import { LANGUAGES, type Language } from '../../../src/domain/language/languages.ts';
import { request } from '../../../src/web/lib/api.ts';
import type { Server } from '../../support/server.ts';
import { aPerson, storeSession } from '../client/prepare.ts';
import {
  fillSalon,
  holdScripts,
  PUBLIC_PATHS,
  parsed,
  recordConsole,
  started,
} from '../first-screen/prepare.ts';
import { expect, test } from '../fixture.ts';
import { cachedPaths } from '../installed/device.ts';
import { asAdmin, at } from '../network.ts';

async function offer(salon: Server, ...languages: readonly Language[]): Promise<void> {
  const headers = await asAdmin(salon);
  await request('PUT /settings', { headers, body: { languages: [...languages] } }, at(salon));
}

test.beforeEach(async ({ salon }) => {
  await fillSalon(salon);
  await offer(salon, ...LANGUAGES);
});

const expectLanguage = (page: Page, language: Language) =>
  expect(page.locator('html')).toHaveAttribute('lang', language);
const chosen = async (page: Page): Promise<string | undefined> =>
  (await page.context().cookies()).find(({ name }) => name === 'jezik')?.value;
const shown = (page: Page): Promise<string> => page.locator('body').ariaSnapshot();

test('a page in each language shows the same content before and after hydration', {
  tag: '@once',
}, async ({ page, salon }) => {
  const consoleLines = recordConsole(page);
  for (const language of LANGUAGES)
    for (const path of PUBLIC_PATHS)
      await test.step(`${path} in ${language}`, async () => {
        const release = await holdScripts(page);
        await page.goto(`${salon.url}${path}?jezik=${language}`, { waitUntil: 'commit' });
        await parsed(page);
        const before = await shown(page);
        release();
        await started(page);
        expect(await shown(page)).toBe(before);
        await expectLanguage(page, language);
        expect(consoleLines).toEqual([]);
        await page.unrouteAll({ behavior: 'ignoreErrors' });
      });
});

test('pages follow the salon when it turns another language on and off', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const consoleLines = recordConsole(page);
  const links = page.getByRole('navigation', { name: 'Jezik' });
  const open = async (search: string) => {
    await page.goto(`${salon.url}/services${search}`);
    await started(page);
    await expectLanguage(page, 'sr-Latn');
  };
  await offer(salon, 'sr-Latn');
  await open('?jezik=sr-Latn');
  await expect(links).toHaveCount(0);
  await page.locator('nav a[href="/login"]').click();
  await expect(page).toHaveURL(`${salon.url}/login`);
  await offer(salon, 'sr-Latn', 'en');
  await open('');
  await links.getByRole('link', { name: 'English' }).click();
  await expectLanguage(page, 'en');
  await started(page);
  await offer(salon, 'sr-Latn');
  await open('');
  await expect(links).toHaveCount(0);
  expect(consoleLines).toEqual([]);
});

test('a page sends its own language, so that the server refuses in it', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.goto(`${salon.url}/login?jezik=ru`);
  await started(page);
  await page.locator('input[type=email]').fill('niko@primer.rs');
  await page.locator('input[type=password]').fill('pogresna');
  await page.locator('form button[type=submit]').click();
  await expect(page.getByRole('alert')).toContainText('Неверный email или пароль.');
});

test('a language chosen at the foot of a page stays, one that only the URL names does not', {
  tag: '@once',
}, async ({ page, salon }) => {
  await page.goto(`${salon.url}/services?jezik=en`);
  await started(page);
  await expectLanguage(page, 'en');
  expect(await chosen(page)).toBeUndefined();
  await page.locator('nav a[href^="/booking"]').click();
  await expect(page).toHaveURL(/\/booking\?(.*&)?jezik=en/);
  await page.goto(`${salon.url}/services`);
  await expectLanguage(page, 'sr-Latn');

  await page.getByRole('link', { name: 'Русский' }).click();
  await expectLanguage(page, 'ru');
  await started(page);
  expect(await chosen(page)).toBe('ru');
  await expect(page).toHaveURL(`${salon.url}/services`);
  await expect(page.getByRole('link', { name: 'Русский' })).toHaveAttribute('aria-current', 'true');
  await page.goto(salon.url);
  await expectLanguage(page, 'ru');
});

test.describe(() => {
  test.use({ javaScriptEnabled: false });

  test('without JavaScript the names of languages lead to the page in them', { tag: '@once' }, async ({
    page,
    salon,
  }) => {
    await page.goto(`${salon.url}/services`);
    await page.getByRole('link', { name: 'English' }).click();
    await expectLanguage(page, 'en');
    await expect(page).toHaveURL(/\/services\?jezik=en$/);
    await expect(page.locator('nav a[href^="/booking"]')).toHaveAttribute('href', '/booking?jezik=en');
  });
});

test('a client chooses her language in the profile, also for what is sent', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  const client = await aPerson(salon);
  await storeSession(page, salon, client);
  await page.goto(`${salon.url}/profile`);
  await expect(page.getByRole('radio', { name: 'Srpski, latinica' })).toBeChecked();
  await page.getByRole('radio', { name: 'English' }).check();
  await expectLanguage(page, 'en');
  await expect(page.getByRole('radio', { name: 'English' })).toBeChecked();
  expect(await chosen(page)).toBe('en');
  const profile = await request('GET /auth/me', { headers: client.headers }, at(salon));
  expect(profile.language).toBe('en');
});

test('the owner reads Serbian whatever her browser has chosen', { tag: '@once' }, async ({ page, salon }) => {
  const consoleLines = recordConsole(page);
  await page.goto(`${salon.url}/login?jezik=ru`);
  await started(page);
  await page.locator('input[type=email]').fill(salon.admin.email);
  await page.locator('input[type=password]').fill(salon.admin.password);
  await page.locator('form button[type=submit]').click();
  await expect(page).toHaveURL(/\/$/);
  await page.context().addCookies([{ name: 'jezik', value: 'ru', url: salon.url }]);
  for (const path of ['/', '/services', '/profile', '/admin']) {
    await page.goto(salon.url + path);
    await started(page);
    await expectLanguage(page, 'sr-Latn');
    await expect(page.locator('nav').first()).toContainText('Početna');
  }
  expect(consoleLines).toEqual([]);
});

test('a page goes on working after the browser has translated it', { tag: '@once' }, async ({
  page,
  salon,
}) => {
  await page.goto(`${salon.url}/booking?jezik=en`);
  await started(page);
  // browsers put each text that they translate into <font> elements
  await page.evaluate(() => {
    const texts = document.createTreeWalker(document.querySelector('#app') as Element, NodeFilter.SHOW_TEXT);
    const nodes: Node[] = [];
    while (texts.nextNode()) nodes.push(texts.currentNode);
    for (const node of nodes) {
      const font = document.createElement('font');
      font.textContent = `${node.textContent}*`;
      node.parentNode?.replaceChild(font, node);
    }
  });
  const time = page.getByText(/10:00 - 11:00/).first();
  await time.click();
  await page.locator('nav a[href^="/login"]').click();
  await expect(page.locator('input[type=password]')).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/10:00 - 11:00/).first()).toBeVisible();
});

test.describe(() => {
  test.use({ serviceWorkers: 'allow' });

  test('an installed app stores the pages of its salon, when it has one language and when it has two', {
    tag: '@once',
  }, async ({ page, context, salon }) => {
    await storeSession(page, salon, await aPerson(salon));
    /** Opens a page and waits until its own worker has taken over, stored its files and deleted those of others. */
    const openWith = async (script: string, shell: string, ...languages: Language[]) => {
      await offer(salon, ...languages);
      await page.goto(salon.url);
      const current = () => page.evaluate(() => navigator.serviceWorker.controller?.scriptURL);
      await expect.poll(current).toBe(salon.url + script);
      await page.reload();
      const shells = async () => (await cachedPaths(page)).filter((path) => path.endsWith('/index.html'));
      await expect.poll(shells).toEqual([shell]);
    };
    await openWith('/sw.js', '/index.html', 'sr-Latn');
    await openWith('/sw.sr-Latn.js', '/sr-Latn/index.html', 'sr-Latn', 'en');
    await openWith('/sw.js', '/index.html', 'sr-Latn');
    expect((await cachedPaths(page)).filter((path) => /\/(tongue|language-links)/.test(path))).toEqual([]);
    await context.setOffline(true);
    await page.goto(`${salon.url}/profile`);
    await started(page);
    await expectLanguage(page, 'sr-Latn');
  });

  test('an installed app opens offline in its language', { tag: '@once' }, async ({
    page,
    context,
    salon,
  }) => {
    await storeSession(page, salon, await aPerson(salon));
    await context.addCookies([{ name: 'jezik', value: 'ru', url: salon.url }]);
    await page.goto(salon.url);
    await expect.poll(() => cachedPaths(page)).toContain('/ru/index.html');
    const kept = await cachedPaths(page);
    expect(kept.filter((path) => path.includes('/tongue-'))).toHaveLength(1);
    await context.setOffline(true);
    await page.goto(`${salon.url}/profile`);
    await expectLanguage(page, 'ru');
    await started(page);
  });
});
