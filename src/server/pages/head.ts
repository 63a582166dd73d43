import type { Service } from '#contract/services.ts';
import { dialled } from '#domain/clients/phone.ts';
import { type Language, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { type NamedService, serviceName } from '#domain/language/service-name.ts';
import { type Sentence, said, t, tongue } from '#domain/language/translate.ts';
import { SETTINGS, type Settings } from '#domain/settings.ts';
import { priceText } from '#domain/wording/numbers.ts';
import { PICTURE_HEIGHT, PICTURE_WIDTH } from './preview-picture.ts';

/** Data of the salon that search engines and link previews show. docs/spec/behaviour.md §7.7 */
export interface PreviewedSalon {
  /** The origin of the salon's URLs, such as 'https://lunula.rs'. */
  readonly origin: string;
  readonly settings: Settings;
  readonly services: readonly (NamedService & Pick<Service, 'price'>)[];
  /** How many works visitors see. */
  readonly works: number;
  /** False if the server cannot draw the preview picture. */
  readonly hasPicture: boolean;
}

interface PreviewedPage {
  readonly title: Sentence;
  readonly description: (salon: PreviewedSalon) => string;
  readonly isAboutSalon?: true;
}

const DESCRIBED_SERVICES_COUNT = 4;

/** The owner's text as she typed it; the first one of a new salon in the reader's language. */
const ownersText = ({ settings }: PreviewedSalon, name: 'salon_headline' | 'salon_text'): string =>
  settings[name] === SETTINGS[name].default ? t(SETTINGS[name].default) : settings[name];

const welcome = (salon: PreviewedSalon): string =>
  [ownersText(salon, 'salon_headline'), ownersText(salon, 'salon_text')].filter(Boolean).join(' ');

function priceList({ services }: PreviewedSalon): string {
  const listed = services
    .slice(0, DESCRIBED_SERVICES_COUNT)
    .map((service) => `${serviceName(service)} ${priceText(service.price)}`);
  return listed.length === 0
    ? t('Usluge i cene salona.')
    : t('Usluge i cene: {services}.', { services: listed.join(', ') });
}

/** The public pages, by path. Other pages have neither description nor preview. */
const PUBLIC_PAGES: Readonly<Record<string, PreviewedPage>> = {
  '/': { title: 'Početna', description: welcome, isAboutSalon: true },
  '/services': { title: 'Usluge', description: priceList, isAboutSalon: true },
  '/works': { title: 'Naši radovi', description: welcome },
  '/booking': { title: 'Zakažite termin', description: welcome },
  '/login': { title: 'Prijava', description: () => t('Prijavite se i pogledajte svoje termine.') },
  '/register': {
    title: 'Registracija',
    description: () => t('Napravite nalog: termine ćete videti, pomerati i otkazivati na jednom mestu.'),
  },
  '/reset': { title: 'Nova lozinka', description: () => t('Postavite novu lozinku za svoj nalog.') },
};

const LISTED = ['/', '/services', '/booking', '/works'] as const;
const PRIVATE = ['/admin', '/appointments', '/profile', '/logout', '/api/'] as const;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
export const escaped = (text: string): string =>
  text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`;

const PICTURE = '/preview.png';

const webAddress = (text: string): string | undefined => (/^https?:\/\//.test(text) ? text : undefined);

function structuredData(described: PreviewedSalon): string {
  const { origin, settings, services, hasPicture } = described;
  const text = ownersText(described, 'salon_text');
  const offers = services.map((service) => ({
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name: serviceName(service) },
    ...(service.price > 0 && { price: service.price, priceCurrency: 'RSD' }),
    url: `${origin}/booking`,
  }));
  const social = webAddress(settings.salon_social_url);
  const salon = {
    '@context': 'https://schema.org',
    '@type': 'BeautySalon',
    name: settings.salon_name,
    url: `${origin}/`,
    ...(hasPicture && { image: `${origin}${PICTURE}` }),
    ...(text && { description: text }),
    ...(settings.salon_phone && { telephone: settings.salon_phone }),
    ...(settings.salon_address && { address: settings.salon_address }),
    ...(social && { sameAs: [social] }),
    ...(offers.length > 0 && {
      hasOfferCatalog: { '@type': 'OfferCatalog', name: t('Cenovnik'), itemListElement: offers },
    }),
    potentialAction: { '@type': 'ReserveAction', target: `${origin}/booking` },
  };
  // escapes '<': otherwise the name of a service could end the script element
  return `<script type="application/ld+json">${JSON.stringify(salon).replaceAll('<', '\\u003c')}</script>`;
}

const pictureMeta = (origin: string): string[] => [
  meta('property', 'og:image', `${origin}${PICTURE}`),
  meta('property', 'og:image:width', String(PICTURE_WIDTH)),
  meta('property', 'og:image:height', String(PICTURE_HEIGHT)),
  meta('name', 'twitter:card', 'summary_large_image'),
];

const LOCALES: Readonly<Record<Language, string>> = {
  'sr-Latn': 'sr_RS',
  'sr-Cyrl': 'sr_RS',
  en: 'en_US',
  ru: 'ru_RU',
};

const inLanguageAt = (address: string, language: string): string => `${address}?jezik=${language}`;

/** The addresses of the page at `address` in each of the salon's languages, for search engines; none if there is one language. docs/spec/behaviour.md §33.3 */
function alternates(address: string, { languages }: Settings): (readonly [language: string, href: string])[] {
  if (languages.length === 1) return [];
  return [
    ...languages.map((one) => [one, inLanguageAt(address, one)] as const),
    ['x-default', address] as const,
  ];
}

/**
 * The content of a page's head, in the reader's language; `isNamed`: the page's URL names it. An unknown path shows the home page, so it
 * gets the head of the home page. docs/spec/behaviour.md §7.7
 */
export function pageHead(path: string, salon: PreviewedSalon, isNamed = false): string {
  const { origin, settings } = salon;
  const language = tongue()?.language ?? SALONS_LANGUAGE;
  const isPrivate = PRIVATE.some((folder) => path === folder || path.startsWith(`${folder}/`));
  if (isPrivate) return meta('name', 'robots', 'noindex');
  const canonical = Object.hasOwn(PUBLIC_PAGES, path) ? path : '/';
  const page = PUBLIC_PAGES[canonical];
  if (!page) return '';
  const title = `${said(page.title)} - ${settings.salon_name}`;
  const description = page.description(salon);
  const bare = `${origin}${canonical}`;
  const address = isNamed ? inLanguageAt(bare, language) : bare;
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(address)}" />`,
    ...alternates(bare, settings).map(
      ([of, href]) => `<link rel="alternate" hreflang="${of}" href="${escaped(href)}" />`,
    ),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', LOCALES[language]),
    meta('property', 'og:site_name', settings.salon_name),
    meta('property', 'og:title', settings.salon_name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    ...(salon.hasPicture ? pictureMeta(origin) : []),
    ...(page.isAboutSalon ? [structuredData(salon)] : []),
  ].join('\n    ');
}

/** The name that iOS proposes for the icon on the home screen. docs/spec/behaviour.md §15.1 */
export const homeScreenName = ({ settings }: Pick<PreviewedSalon, 'settings'>): string =>
  meta('name', 'apple-mobile-web-app-title', settings.salon_name);

/** The robots.txt, which excludes private pages and the API. docs/spec/behaviour.md §7.7 */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );

const XHTML = ' xmlns:xhtml="http://www.w3.org/1999/xhtml"';

/** The sitemap.xml, with the addresses of each page's other languages. It lists the booking page only if visitors may book, and the works only if there are some. docs/spec/behaviour.md §7.7 */
export function sitemap({
  origin,
  settings,
  works,
}: Pick<PreviewedSalon, 'origin' | 'settings' | 'works'>): string {
  const isOpen = {
    '/': true,
    '/services': true,
    '/booking': settings.guest_booking === 1,
    '/works': works > 0,
  };
  const paths = LISTED.filter((path) => isOpen[path]);
  const urls = paths.map((path) => {
    const address = origin + path;
    const others = alternates(address, settings).map(
      ([of, href]) => `<xhtml:link rel="alternate" hreflang="${of}" href="${escaped(href)}"/>`,
    );
    return `  <url><loc>${escaped(address)}</loc>${others.join('')}</url>`;
  });
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"${settings.languages.length === 1 ? '' : XHTML}>`,
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** The message that a page shows without JavaScript. docs/spec/behaviour.md §7.12 */
export function noScript({ settings: { salon_phone } }: Pick<PreviewedSalon, 'settings'>): string {
  if (!salon_phone) return t('Za zakazivanje je potreban JavaScript. Uključite ga ili pozovite salon.');
  const phone = `<a class="text-link-inline whitespace-nowrap" href="tel:${dialled(salon_phone)}">${escaped(salon_phone)}</a>`;
  return t('Za zakazivanje je potreban JavaScript. Uključite ga ili pozovite salon: {phone}.', { phone });
}
