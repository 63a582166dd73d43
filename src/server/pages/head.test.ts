import { describe, expect, test } from 'vitest';
import { LANGUAGES, type Language } from '#domain/language/languages.ts';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import { inLanguage } from '../platform/language.ts';
import { type PreviewedSalon, pageHead, robotsText, sitemap } from './head.ts';
import { shortName, webManifest } from './manifest.ts';

const SALON: PreviewedSalon = {
  origin: 'https://mila.rs',
  settings: {
    ...DEFAULT_SETTINGS,
    salon_name: 'Salon Mila',
    salon_phone: '021 555 0184',
    salon_address: 'Bulevar oslobođenja 84, Novi Sad',
    salon_social_url: 'https://instagram.com/mila',
  },
  works: 0,
  services: [
    { name: 'Gel lak', price: 1800 },
    { name: 'Ukrašavanje', price: 0 },
  ],
  hasPicture: true,
};
const BARE: PreviewedSalon = {
  origin: 'http://localhost:3000',
  settings: DEFAULT_SETTINGS,
  works: 0,
  services: [],
  hasPicture: false,
};

function contentOf(head: string, name: string): string | undefined {
  return new RegExp(`<meta (?:name|property)="${name}" content="([^"]*)" />`).exec(head)?.[1];
}

const dataOf = (head: string): Record<string, unknown> =>
  JSON.parse(/<script type="application\/ld\+json">(.*)<\/script>/.exec(head)?.[1] ?? 'null');

describe('pageHead: title and metadata of a page', () => {
  test.each([
    ['/', 'Početna - Salon Mila'],
    ['/services', 'Usluge - Salon Mila'],
    ['/booking', 'Zakažite termin - Salon Mila'],
    ['/login', 'Prijava - Salon Mila'],
    ['/register', 'Registracija - Salon Mila'],
    ['/reset', 'Nova lozinka - Salon Mila'],
  ])('%s has a title, a description and a picture, and its preview names the salon', (path, title) => {
    const head = pageHead(path, SALON);
    expect(head).toContain(`<title>${title}</title>`);
    expect(head).toContain(`<link rel="canonical" href="https://mila.rs${path}" />`);
    expect(contentOf(head, 'og:title')).toBe('Salon Mila');
    expect(contentOf(head, 'og:description')).toBe(contentOf(head, 'description'));
    expect(contentOf(head, 'description')?.length).toBeGreaterThan(20);
    expect(contentOf(head, 'og:url')).toBe(`https://mila.rs${path}`);
    expect(contentOf(head, 'og:image')).toBe('https://mila.rs/preview.png');
    expect(contentOf(head, 'robots')).toBeUndefined();
  });

  test.each(['/admin', '/admin/calendar', '/appointments', '/profile', '/logout'])(
    '%s is private and has no preview',
    (path) => expect(pageHead(path, SALON)).toBe('<meta name="robots" content="noindex" />'),
  );

  test.each(['/nowhere', '/administracija', '/constructor'])(
    'the unknown path %s has the head of the home page',
    (path) => expect(pageHead(path, SALON)).toBe(pageHead('/', SALON)),
  );

  test('the description of the price list names the first services', () =>
    expect(contentOf(pageHead('/services', SALON), 'description')).toBe(
      'Usluge i cene: Gel lak 1.800 din, Ukrašavanje Cena na upit.',
    ));

  test('the head of a page contains a description even if the salon has neither services nor texts', () => {
    expect(contentOf(pageHead('/services', BARE), 'description')).toBe('Usluge i cene salona.');
    expect(contentOf(pageHead('/', BARE), 'description')).toBe(
      'Lepi nokti, bez čekanja. Izaberite dan i vreme koje vam odgovara. Rezervacija traje kraće od minuta.',
    );
  });

  test('the head of a page escapes texts that the owner wrote', () => {
    const salon_name = '</title></script><b a="x">&';
    const head = pageHead('/', { ...SALON, settings: { ...SALON.settings, salon_name } });
    expect(head).not.toContain('<b');
    expect(contentOf(head, 'og:site_name')).toBe(
      '&lt;/title&gt;&lt;/script&gt;&lt;b a=&quot;x&quot;&gt;&amp;',
    );
    expect(dataOf(head).name).toBe(salon_name);
  });
});

describe('pages of a salon with several languages', () => {
  const settings = { ...SALON.settings, languages: LANGUAGES };
  const headIn = (language: Language, path: string, isNamed = false) =>
    inLanguage(language, () => pageHead(path, { ...SALON, settings }, isNamed));
  const linksIn = (head: string) =>
    [...head.matchAll(/<link rel="alternate" hreflang="(.*?)" href="(.*?)" \/>/g)].map(([, ...link]) => link);
  const ALTERNATES = [
    ...LANGUAGES.map((language) => [language, `https://mila.rs/services?jezik=${language}`]),
    ['x-default', 'https://mila.rs/services'],
  ];

  test.each([
    ['sr-Latn', 'Usluge', 'sr_RS', 'Usluge i cene: Gel lak 1.800 din, Ukrašavanje Cena na upit.'],
    ['sr-Cyrl', 'Услуге', 'sr_RS', 'Услуге и цене: Gel lak 1.800 дин, Ukrašavanje Цена на упит.'],
    ['en', 'Services', 'en_US', 'Services and prices: Gel lak 1,800 RSD, Ukrašavanje Price on request.'],
    ['ru', 'Услуги', 'ru_RU', 'Услуги и цены: Gel lak 1\u00a0800 дин., Ukrašavanje Цена по запросу'],
  ] as const)('in %s the head has title and description in it', (language, title, locale, description) => {
    const head = headIn(language, '/services');
    expect(head).toContain(`<title>${title} - Salon Mila</title>`);
    expect(contentOf(head, 'description')).toBe(description);
    expect(contentOf(head, 'og:description')).toBe(description);
    expect(contentOf(head, 'og:locale')).toBe(locale);
  });

  test('each page names the addresses in all languages', () => {
    for (const isNamed of [true, false])
      expect(linksIn(headIn('ru', '/services', isNamed))).toEqual(ALTERNATES);
    expect(linksIn(headIn('ru', '/profile'))).toEqual([]);
  });

  test.each([
    [true, 'https://mila.rs/services?jezik=ru'],
    [false, 'https://mila.rs/services'],
  ])('the address of a page whose URL names the language (%s) is %s', (isNamed, address) => {
    const head = headIn('ru', '/services', isNamed);
    expect(head).toContain(`<link rel="canonical" href="${address}" />`);
    expect(contentOf(head, 'og:url')).toBe(address);
  });

  test('the first texts of a new salon are translated, texts that the owner wrote are not', () => {
    expect(contentOf(headIn('en', '/'), 'description')).toBe(
      'Beautiful nails, no waiting. Choose the day and time that suit you. Booking takes less than a minute.',
    );
    const own = { ...SALON, settings: { ...settings, salon_headline: 'Ruke koje se pamte.' } };
    expect(inLanguage('sr-Cyrl', () => pageHead('/', own))).toContain(
      'content="Ruke koje se pamte. Изаберите',
    );
  });

  test('names of services are in the language, if the owner has translated them', () => {
    const services = [{ name: 'Gel lak', name_ru: 'Гель-лак', price: 1800 }];
    const russian = inLanguage('ru', () => pageHead('/services', { ...SALON, settings, services }));
    expect(contentOf(russian, 'description')).toContain('Гель-лак');
    expect(dataOf(russian)).toMatchObject({
      hasOfferCatalog: { name: 'Цены', itemListElement: [{ itemOffered: { name: 'Гель-лак' } }] },
    });
  });

  test('the sitemap lists the alternates of each page', () => {
    const text = sitemap({ ...SALON, settings });
    const [, , services = ''] = text.split('<url>');
    expect(services).toContain('<loc>https://mila.rs/services</loc>');
    const links = [...services.matchAll(/<xhtml:link rel="alternate" hreflang="(.*?)" href="(.*?)"\/>/g)];
    expect(links.map(([, ...link]) => link)).toEqual(ALTERNATES);
    expect(text).toContain('xmlns:xhtml="http://www.w3.org/1999/xhtml"');
    expect(sitemap(SALON)).not.toContain('xhtml');
  });
});

describe('structured data', () => {
  test('structured data contain the salon with its services and prices', () =>
    expect(dataOf(pageHead('/services', SALON))).toMatchObject({
      '@type': 'BeautySalon',
      name: 'Salon Mila',
      url: 'https://mila.rs/',
      telephone: '021 555 0184',
      address: 'Bulevar oslobođenja 84, Novi Sad',
      sameAs: ['https://instagram.com/mila'],
      hasOfferCatalog: {
        itemListElement: [
          { itemOffered: { name: 'Gel lak' }, price: 1800, priceCurrency: 'RSD' },
          { itemOffered: { name: 'Ukrašavanje' } },
        ],
      },
    }));

  test('structured data omit empty settings, and omit prices that are shown as “Cena na upit”', () => {
    const bare = dataOf(pageHead('/', BARE));
    for (const key of ['telephone', 'address', 'sameAs', 'hasOfferCatalog'])
      expect(bare).not.toHaveProperty(key);
    expect(JSON.stringify(dataOf(pageHead('/', SALON))).match(/"price":/g)).toHaveLength(1);
  });

  test.each(['/booking', '/login', '/reset'])('the page %s has no structured data', (path) =>
    expect(pageHead(path, SALON)).not.toContain('ld+json'),
  );
});

describe('robots.txt and sitemap.xml', () => {
  test('robots.txt excludes crawlers from private pages', () =>
    expect(robotsText('https://mila.rs')).toBe(
      'User-agent: *\nDisallow: /admin\nDisallow: /appointments\nDisallow: /profile\nDisallow: /logout\nDisallow: /api/\nSitemap: https://mila.rs/sitemap.xml\n',
    ));

  test.each([
    [1, 0, ['/', '/services', '/booking']],
    [0, 0, ['/', '/services']],
    [0, 1, ['/', '/services', '/works']],
  ] as const)(
    'with guest_booking %s and %s works, the sitemap contains the pages $2',
    (guest_booking, works, paths) => {
      const text = sitemap({ ...SALON, works, settings: { ...DEFAULT_SETTINGS, guest_booking } });
      expect([...text.matchAll(/<loc>(.*?)<\/loc>/g)].map(([, address]) => address)).toEqual(
        paths.map((path) => `https://mila.rs${path}`),
      );
    },
  );
});

test.each([
  ['Lunula', 'Lunula'],
  ['Salon Mila', 'Salon Mila'],
  ['Salon lepot', 'Salon lepot'],
  ['Salon lepota', 'Salon lepota'],
  ['Salon lepotan', 'Salon'],
  ['Kozmetičkistudio Ana', 'Kozmetičkistudio'],
  ['  Salon   Mila  i Ana', 'Salon Mila i'],
])('shows the name %s as %s under an icon', (name, short) => expect(shortName(name)).toBe(short));

test('the manifest is in the language that its address names', () => {
  const manifest = inLanguage('ru', () => JSON.parse(webManifest('Salon Mila', 'everybody', 'ru')));
  expect(manifest).toMatchObject({ id: '/', lang: 'ru', name: 'Salon Mila' });
  expect(manifest.shortcuts).toEqual([
    { name: 'Записаться', url: '/booking' },
    { name: 'Мои записи', url: '/appointments' },
  ]);
});

test('the owner’s manifest differs from the visitors’ manifest only in its shortcuts', () => {
  const [own, others] = (['owner', 'everybody'] as const).map((reader) =>
    JSON.parse(webManifest('Salon "Mila" </script>', reader, 'sr-Latn')),
  );
  expect(own.shortcuts.map(({ name }: { name: string }) => name)).toEqual([
    'Kalendar',
    'Novi termin',
    'Moji termini',
  ]);
  expect(others.shortcuts.map(({ name }: { name: string }) => name)).toEqual(['Zakaži', 'Moji termini']);
  expect({ ...own, shortcuts: null }).toEqual({ ...others, shortcuts: null });
  expect(own).toMatchObject({ id: '/', start_url: '/', scope: '/', name: 'Salon "Mila" </script>' });
});
