import { pino } from 'pino';
import { afterEach, describe, expect, test, vi } from 'vitest';
import type { Language } from '#domain/language/languages.ts';
import { t } from '#domain/language/translate.ts';
import { makeRenderedPages, type RenderPage, renderedAddress } from './rendered-pages.ts';

const MINUTE_MS = 60_000;
const log = pino({ level: 'silent' });
const CALLER = '203.0.113.1';

/** Returns rendered pages that read one API response. A test can set the response's text and the clock. */
function pagesOf(render: RenderPage) {
  const salon = { text: 'a', ms: 10 * MINUTE_MS, asked: 0 };
  const pageAt = makeRenderedPages({
    platform: { clock: { ms: () => salon.ms } as never },
    render,
    responseTo: async () => {
      salon.asked++;
      return salon.text;
    },
  });
  return {
    salon,
    htmlAt: async (url: string, caller = CALLER, language: Language = 'sr-Latn') =>
      (await pageAt(url, language, caller, log))?.html ?? null,
  };
}

/** Returns a fake renderer that outputs the API response and the minute, and records which URLs it renders. */
function countingRender() {
  const rendered: string[] = [];
  const render: RenderPage = async ({ path, search }, minuteMs, fetch) => {
    rendered.push(path + search);
    const text = await (await fetch('/api/salon')).text();
    return { html: `${text} at ${minuteMs / MINUTE_MS}`, start: null };
  };
  return { rendered, render };
}

describe('renderedAddress: which URLs the server renders', () => {
  test.each([
    ['/', '/', ''],
    ['/?fbclid=IwAR0', '/', ''],
    ['/booking?usluga=2&utm_source=ig', '/booking', '?usluga=2'],
    ['/booking?usluga=1,4', '/booking', '?usluga=1%2C4'],
    ['/booking?slot=5&dan=2025-03-05', '/booking', '?dan=2025-03-05&slot=5'],
    ['/booking?dan=2025-03-05&slot=5&radnica=2', '/booking', '?dan=2025-03-05&slot=5&radnica=2'],
    ['/booking?dan=2025-03-05&vreme=09:30', '/booking', '?dan=2025-03-05&vreme=09%3A30'],
    ['/reset?mail=1', '/reset', ''],
  ])('the URL %s renders the page %s with the query “%s”', (url, path, search) =>
    expect(renderedAddress(url, 'sr-Latn')).toEqual({ path, search }),
  );

  test.each([
    '/booking?dan=%22%3E',
    '/booking?dan=2025-02-30',
    '/booking?vreme=24:00',
    '/booking?slot=x1',
    '/booking?slot=007',
    '/booking?usluga=1e3',
    '/booking?usluga=1,',
    '/booking?usluga=1,2,3,4,5,6,7',
    '/booking?termin=abc',
    '/booking?pomeri=3',
    '/reset?token=abc',
    '/admin',
    '/appointments',
    '/nowhere',
    '/constructor',
    '//',
    '',
  ])('the page of the URL %s is rendered by the browser', (url) =>
    expect(renderedAddress(url, 'sr-Latn')).toBeUndefined(),
  );
});

test.each([
  ['/?jezik=ru', 'ru', '?jezik=ru'],
  ['/booking?jezik=ru&usluga=2', 'ru', '?usluga=2&jezik=ru'],
  ['/booking?usluga=2', 'ru', '?usluga=2'],
  ['/?jezik=de', 'en', ''],
  ['/?jezik=ru', 'en', ''],
] as const)('the URL %s of a page in %s renders with the query “%s”', (url, language, search) =>
  expect(renderedAddress(url, language)?.search).toBe(search),
);

describe('makeRenderedPages: renders and caches pages', () => {
  test('a rendered page is reused while its API responses stay the same', async () => {
    const { rendered, render } = countingRender();
    const { salon, htmlAt } = pagesOf(render);
    expect([await htmlAt('/'), await htmlAt('/')]).toEqual(['a at 10', 'a at 10']);
    expect(rendered).toEqual(['/']);
    salon.text = 'b';
    expect(await htmlAt('/')).toBe('b at 10');
    expect(rendered).toEqual(['/', '/']);
  });

  test.each([
    ['is reused until the last millisecond of its minute', MINUTE_MS - 1, 'a at 10', 1],
    ['is rendered again in the next minute', MINUTE_MS, 'a at 11', 2],
    ['is rendered again after the clock was set back', -1, 'a at 9', 2],
  ])('a rendered page %s', async (_title, laterMs, html, count) => {
    const { rendered, render } = countingRender();
    const { salon, htmlAt } = pagesOf(render);
    await htmlAt('/');
    salon.ms += laterMs;
    expect(await htmlAt('/')).toBe(html);
    expect(rendered).toHaveLength(count);
  });

  test('a rendered page is cached per URL, without the URL’s campaign parameters', async () => {
    const { rendered, render } = countingRender();
    const { htmlAt } = pagesOf(render);
    for (const url of ['/booking?dan=2025-03-05', '/booking', '/booking?fbclid=1', '/booking?fbclid=2'])
      await htmlAt(url);
    expect(rendered).toEqual(['/booking?dan=2025-03-05', '/booking']);
  });

  test('a rendered page is cached per language, and rendered in it', async () => {
    const languages = ['sr-Latn', 'ru', 'en', 'ru', 'sr-Latn'] as const;
    const { htmlAt } = pagesOf(async (_address, _minute, _fetch, tongue) => {
      await new Promise((resolve) => setTimeout(resolve, 2));
      return { html: `${tongue()?.language} ${t('Jezik')}`, start: null };
    });
    expect(await Promise.all(languages.map((language) => htmlAt('/', CALLER, language)))).toEqual([
      'undefined Jezik',
      'ru Язык',
      'en Language',
      'ru Язык',
      'undefined Jezik',
    ]);
  });

  test('the server leaves the rendering of a page to the browser if an API request fails', async () => {
    const { htmlAt } = pagesOf(async (_address, _minute, fetch) => {
      await fetch('/api/salon').catch(() => undefined);
      return { html: 'an empty price list', start: null };
    });
    expect(await htmlAt('/')).toBe('an empty price list');
    const failing = makeRenderedPages({
      platform: { clock: { ms: () => 0 } as never },
      render: async (_address, _minute, fetch) => {
        await fetch('/api/services').catch(() => undefined);
        return { html: 'an empty price list', start: null };
      },
      responseTo: () => Promise.reject(new Error('away')),
    });
    expect(await failing('/', 'sr-Latn', CALLER, log)).toBeNull();
  });

  describe('many requests with different URLs', () => {
    afterEach(() => vi.useRealTimers());
    const askForSlots = (htmlAt: (url: string) => Promise<string | null>, count: number, from = 1) =>
      Promise.all(Array.from({ length: count }, (_, n) => htmlAt(`/booking?slot=${from + n}`)));

    test('renders at most ten different URLs a second for one caller, and still renders URLs for other callers', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { rendered, render } = countingRender();
      const { htmlAt } = pagesOf(render);
      const pages = await askForSlots(htmlAt, 60);
      expect(pages.map((page) => page !== null)).toEqual(pages.map((_, n) => n < 10));
      expect(rendered).toHaveLength(10);
      expect(await htmlAt('/services', '203.0.113.2')).toBe('a at 10');
      expect(await htmlAt('/services')).toBe('a at 10');
      vi.advanceTimersByTime(1000);
      expect(await htmlAt('/booking?slot=99')).toBe('a at 10');
    });

    test('many different URLs evict cached pages that nobody requests, but not a page that is requested often', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { rendered, render } = countingRender();
      const { htmlAt } = pagesOf(render);
      for (let slot = 1; slot < 200; slot += 10) {
        await askForSlots(htmlAt, 10, slot);
        await htmlAt('/', '203.0.113.2');
        vi.advanceTimersByTime(1000);
      }
      expect(rendered.filter((address) => address === '/')).toHaveLength(1);
      expect(rendered).toHaveLength(201);
    });
  });

  describe('while a render waits for a slow database', () => {
    afterEach(() => vi.useRealTimers());
    /** Starts a render that ends only when the returned function is called. */
    async function heldRender() {
      const { rendered, render } = countingRender();
      const isHeld = Promise.withResolvers<void>();
      const { htmlAt } = pagesOf(async (address, ...rest) => {
        if (address.path === '/login') await isHeld.promise;
        return render(address, ...rest);
      });
      const first = htmlAt('/login');
      return { rendered, htmlAt, first, release: isHeld.resolve };
    }

    test('renders no page after its request stopped waiting', async () => {
      vi.useFakeTimers({ toFake: ['performance'] });
      const { rendered, htmlAt, first, release } = await heldRender();
      const late = htmlAt('/services');
      vi.advanceTimersByTime(1000);
      const recent = htmlAt('/');
      vi.advanceTimersByTime(500);
      release();
      expect(await Promise.all([first, late, recent])).toEqual(['a at 10', null, 'a at 10']);
      expect(rendered).toEqual(['/login', '/']);
    });

    test('leaves pages to the browser at once if 200 requests wait already', async () => {
      const { htmlAt, first, release } = await heldRender();
      let answered = 0;
      const pages = Array.from({ length: 500 }, () => htmlAt('/').finally(() => answered++));
      await new Promise((resolve) => setTimeout(resolve, 20));
      expect(answered).toBe(300);
      release();
      expect((await Promise.all([first, ...pages])).filter((page) => page !== null)).toHaveLength(201);
      expect(await htmlAt('/services')).toBe('a at 10');
    });
  });

  test('only one page is rendered at a time, so that the API requests of two pages do not mix', async () => {
    let isRendering = false;
    const { htmlAt } = pagesOf(async ({ path }) => {
      expect(isRendering).toBe(false);
      isRendering = true;
      await new Promise((resolve) => setTimeout(resolve, 5));
      isRendering = false;
      return { html: path, start: null };
    });
    expect(await Promise.all([htmlAt('/'), htmlAt('/login'), htmlAt('/services')])).toEqual([
      '/',
      '/login',
      '/services',
    ]);
  });
});
