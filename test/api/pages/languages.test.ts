// Pages of a salon with several languages, as the build writes them and the server sends them.
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { buildWeb, pagesFolder } from '../../../scripts/build-web.ts';
import { LANGUAGES, type Language } from '../../../src/domain/language/languages.ts';
import type { RenderPage } from '../../../src/server/pages/rendered-pages.ts';
import { onSqlite, salon } from '../../support/salon-test.ts';

beforeAll(buildWeb);

/** The bundle, as in production: it has its own copy of the domain's modules. */
const renderPage: RenderPage = async (...page) =>
  (await import(pathToFileURL(join(pagesFolder, '..', 'render', 'render.js')).href)).renderPage(...page);

let callers = 0;
/** Sends each request from another address, because the server renders at most ten pages a second per address. */
async function get(url: string, headers: Record<string, string> = {}) {
  const remoteAddress = `203.0.113.${++callers % 250}`;
  const response = await salon.app.inject({
    url,
    remoteAddress,
    headers: { host: 'mila.rs', 'accept-encoding': 'identity', ...headers },
  });
  const html = response.body;
  return {
    html,
    headers: response.headers,
    status: response.statusCode,
    lang: /<html [^>]*lang="([^"]+)"/.exec(html)?.[1],
  };
}

const offer = (...languages: Language[]) => salon.admin.call('PUT /settings', { body: { languages } });

/** What a page of each language has, of the price of a service on. */
const PRICES: Readonly<Record<Language, string>> = {
  'sr-Latn': '1.800 din<',
  'sr-Cyrl': '1.800 дин<',
  en: '1,800 RSD<',
  ru: '1\u00a0800 дин.<',
};
/** The files that only pages in other languages load. */
const FILES = /\/assets\/(?:tongue|lora-cyrillic|cyrillic-face)-/;

onSqlite('pages in several languages', { pagesDirectory: pagesFolder, renderPage }, () => {
  beforeAll(async () => {
    await salon.admin.call('POST /services', {
      body: { name: 'Gel lak', price: 1800, duration_minutes: 60 },
    });
    // until the renderer is loaded, browsers render the pages
    await vi.waitFor(async () => expect((await get('/services')).html).toContain(PRICES['sr-Latn']), 10_000);
  });

  describe('a salon with one language', () => {
    test.each(['/', '/services?jezik=ru', '/booking', '/profile'])(
      '%s has nothing of others',
      async (url) => {
        const { html, headers, lang } = await get(url, { 'accept-language': 'ru', cookie: 'jezik=en' });
        expect(lang).toBe('sr-Latn');
        expect(headers.vary).toBe('accept-encoding');
        expect(html).not.toMatch(FILES);
        expect(html).not.toMatch(/hreflang|data-note|sr-Cyrl|Русский/);
      },
    );
  });

  const entryOf = (html: string) => /<script type="module"[^>]* src="([^"]+)"/.exec(html)?.[1];

  test('pages follow the salon when it turns another language on and off', async () => {
    for (const path of ['/', '/profile']) {
      const own = await get(`${path}?jezik=sr-Latn`, { cookie: 'jezik=en' });
      expect(own.html).not.toContain('jezik=');
      await offer('sr-Latn', 'en');
      const [serbian, english] = [await get(path), await get(path, { cookie: 'jezik=en' })];
      expect([serbian.lang, english.lang]).toEqual(['sr-Latn', 'en']);
      expect(entryOf(serbian.html)).toBe(entryOf(english.html));
      expect(entryOf(serbian.html)).not.toBe(entryOf(own.html));
      expect(serbian.headers.etag).not.toBe(own.headers.etag);
      await offer('sr-Latn');
      const again = await get(`${path}?jezik=sr-Latn`, { cookie: 'jezik=en' });
      expect([again.headers.etag, again.headers.vary]).toEqual([own.headers.etag, 'accept-encoding']);
    }
  });

  describe('the script of staff', () => {
    const staffs = (url: string, script: string) =>
      get(url, { cookie: `a=b; pismo=${script}`, 'accept-language': 'ru' });
    test.each(['/', '/admin/calendar', '/admin/notifications?tab=otkazani', '/profile'])(
      '%s is the page of the second build, with frames in Cyrillic',
      async (url) => {
        const cyrillic = await staffs(url, 'sr-Cyrl');
        const latin = await staffs(url, 'sr-Latn');
        expect([cyrillic.lang, latin.lang]).toEqual(['sr-Cyrl', 'sr-Latn']);
        expect(cyrillic.headers.vary).toContain('cookie');
        expect(entryOf(cyrillic.html)).toMatch(/^\/assets\//);
        expect(entryOf(cyrillic.html)).not.toBe(entryOf(latin.html));
        expect(cyrillic.html).toContain('>Почетна<');
        expect(cyrillic.html).not.toContain('>Početna<');
        expect(latin.html).toContain('>Početna<');
      },
    );

    test('another value of the cookie names no script', async () => {
      expect((await staffs('/admin', 'ru')).lang).toBe('sr-Latn');
      expect((await get('/admin', { cookie: 'xpismo=sr-Cyrl' })).lang).toBe('sr-Latn');
    });
  });

  describe('a salon with four languages', () => {
    beforeAll(() => offer(...LANGUAGES));

    test.each([
      ['the salon’s', {}, '', 'sr-Latn'],
      ['the browser’s', { 'accept-language': 'de, ru;q=0.8, en;q=0.5' }, '', 'ru'],
      [
        'the cookie’s, whatever the browser’s',
        { 'accept-language': 'ru', cookie: 'a=b; jezik=en' },
        '',
        'en',
      ],
      ['the URL’s, whatever the cookie’s', { cookie: 'jezik=en' }, '?jezik=sr-Cyrl', 'sr-Cyrl'],
      ['the cookie’s for an unknown one in the URL', { cookie: 'jezik=en' }, '?jezik=de', 'en'],
      ['the salon’s for an unreadable cookie', { cookie: 'jezik=; jezik2=en' }, '', 'sr-Latn'],
    ])('the language is %s', async (_which, headers, search, language) => {
      for (const path of ['/services', '/profile']) {
        const page = await get(path + search, headers);
        expect(page.lang).toBe(language);
        expect(page.headers.vary).toBe('accept-encoding, accept-language, cookie');
      }
    });

    test.each(LANGUAGES)('a page in %s loads its own sentences and no others', async (language) => {
      const { html } = await get(`/services?jezik=${language}`);
      expect(html).toContain(PRICES[language]);
      expect(html.match(/\/assets\/tongue-/g) ?? []).toHaveLength(language === 'sr-Latn' ? 0 : 1);
      const isCyrillic = language === 'sr-Cyrl' || language === 'ru';
      expect(html.includes('/assets/lora-cyrillic-')).toBe(isCyrillic);
      const query = language === 'sr-Latn' ? '' : `?jezik=${language}`;
      expect(html).toContain(`<link rel="manifest" href="/site.webmanifest${query}" />`);
    });

    test('links of a page keep the language that its URL names, and only that', async () => {
      // without the frames of other users, which end when the page starts
      const linksOf = ({ html }: { html: string }) =>
        [...html.replace(/<template[\s\S]*<\/template>/, '').matchAll(/<a [^>]*?href="(\/[^"]*)"/g)].map(
          ([, href]) => href,
        );
      const named = linksOf(await get('/?jezik=ru')).filter((href) => !href?.startsWith('/?'));
      expect(named).toContain('/booking?jezik=ru');
      expect(named.filter((href) => !href?.includes('jezik=ru'))).toEqual([]);
      const chosen = linksOf(await get('/', { cookie: 'jezik=ru' })).filter((href) =>
        href?.includes('jezik'),
      );
      expect(chosen).toEqual(LANGUAGES.map((language) => `/?jezik=${language}`));
    });

    test('the owner’s pages and frames are Serbian', async () => {
      expect((await get('/admin/calendar?jezik=ru', { cookie: 'jezik=ru' })).lang).toBe('sr-Latn');
      const { html } = await get('/profile?jezik=ru');
      const frames = [...html.matchAll(/<template data-frame="([^"]+)">([\s\S]*?)<\/template>/g)];
      const own = frames.filter(([, keys]) => keys?.includes('ADMIN'));
      expect(own.length).toBeGreaterThan(0);
      for (const [, , frame] of own) expect(frame).not.toMatch(/[а-я]/i);
    });

    test('the ETag of a page is that of its language', async () => {
      const [serbian, russian] = [await get('/services'), await get('/services?jezik=ru')];
      const again = (etag: unknown, cookie: string) =>
        get('/services', { 'if-none-match': String(etag), cookie });
      expect((await again(serbian.headers.etag, 'jezik=sr-Latn')).status).toBe(304);
      expect((await again(serbian.headers.etag, 'jezik=ru')).status).toBe(200);
      expect(russian.headers.etag).not.toBe(serbian.headers.etag);
    });

    test('the manifest is in the language of its address, whatever cookie and browser say', async () => {
      const manifest = async (url: string) =>
        JSON.parse((await get(url, { cookie: 'jezik=ru', 'accept-language': 'ru' })).html);
      expect(await manifest('/site.webmanifest')).toMatchObject({ lang: 'sr-Latn' });
      expect(await manifest('/site.webmanifest?jezik=en')).toMatchObject({
        lang: 'en',
        shortcuts: [{ name: 'Book' }, { name: 'My appointments' }],
      });
      expect(await manifest('/site.webmanifest?jezik=de')).toMatchObject({ lang: 'sr-Latn' });
    });

    let renderedCount = 0;
    /** A busy server leaves a page to the browser. */
    const isRendered = (html: string): boolean => {
      const isThere = html.includes('id="start"');
      renderedCount += Number(isThere);
      return isThere;
    };

    /** Reads a page that the URL or the cookie wants in the language, and says what is wrong with it. */
    async function faultsOf(language: Language, path: string, isNamed: boolean): Promise<string[]> {
      const address = isNamed ? `${path}?jezik=${language}` : path;
      const { html, lang } = await get(address, {
        'accept-language': 'ru',
        cookie: `jezik=${isNamed ? 'en' : language}`,
      });
      const faults = {
        lang: lang !== language,
        canonical: !html.includes(`<link rel="canonical" href="http://mila.rs${address}" />`),
        price: isRendered(html) && path === '/services' && !html.includes(PRICES[language]),
        mixed: LANGUAGES.some((one) => one !== language && html.includes(PRICES[one])),
      };
      return Object.entries(faults).flatMap(([fault, isThere]) => (isThere ? `${address}: ${fault}` : []));
    }

    test('50 readers of four languages at once never get a mixed page', async () => {
      const paths = ['/', '/services', '/booking', '/login'];
      for (let round = 0; round < 4; round++) {
        const readers = Array.from({ length: 50 }, (_, n) =>
          faultsOf(LANGUAGES[n % 4] as Language, String(paths[(n >> 2) % 4]), (n + round) % 3 === 0),
        );
        expect((await Promise.all(readers)).flat()).toEqual([]);
      }
      expect(renderedCount).toBeGreaterThan(50);
    });
  });
});
