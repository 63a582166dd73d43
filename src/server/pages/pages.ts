import { createHash } from 'node:crypto';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Service } from '#contract/services.ts';
import { dialled } from '#domain/clients/phone.ts';
import { DEFAULT_SETTINGS, type Settings } from '#domain/settings.ts';
import { priceText } from '#domain/wording/numbers.ts';
import type { Platform } from '../platform/http/request.ts';
import type { PageParts, PartsOf } from '../platform/http/static.ts';
import { currentSettings } from '../settings/settings.ts';
import { drawPreview, PICTURE_HEIGHT, PICTURE_WIDTH, readLetters } from './preview-picture.ts';
import { makeRenderedPages, type RenderedPage, type RenderPage } from './rendered-pages.ts';

type Known = Omit<PreviewedSalon, 'origin'>;

const WAIT_MS = 500; // how long a page waits for the settings if the database is unavailable
const RENDER_WAIT_MS = 1500; // how long a page waits for its rendering; long, because the first page waits until the renderer is loaded

async function readSalon({ db, config }: Platform): Promise<Known> {
  const settings = await currentSettings(db, config);
  const services = await db
    .selectFrom('services')
    .select(['name', 'price'])
    .orderBy('position')
    .orderBy('id')
    .execute();
  return { settings, services };
}

const originOf = ({ config }: Platform, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;

/** Escapes '<' in the data, which could otherwise end the script element. */
const bodyOf = ({ html, start }: RenderedPage): PageParts['body'] => ({
  app: html,
  beside: `<script type="application/json" id="start">${JSON.stringify(start).replaceAll('<', '\\u003c')}</script>`,
});

const within = <T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([promise, waitFor(ms, otherwise, { ref: false })]);

const SHORT_CACHE_SECONDS = 300; // a phone looks for changes of the manifest only when the app is opened; a longer cache time would hide them

/** Serves the web manifest. Browsers fetch it without a token, so the URL contains the role. */
function sendManifest(request: FastifyRequest, reply: FastifyReply, { settings }: Known): FastifyReply {
  const { za } = request.query as { za?: unknown };
  const text = webManifest(settings.salon_name, za === 'vlasnica' ? 'owner' : 'everybody');
  return sendCached(request, reply.type('application/manifest+json; charset=utf-8'), text);
}

function sendCached(request: FastifyRequest, reply: FastifyReply, content: string | Buffer): FastifyReply {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`;
  reply.headers({
    ...request.server.pageHeaders,
    'cache-control': `public, max-age=${SHORT_CACHE_SECONDS}`,
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  return reply.send(content);
}

function makePictures(pagesDirectory: string): (salon: Known) => Promise<Buffer> {
  let last: { key: string; picture: Buffer } | undefined;
  return async ({ settings: { salon_name, salon_headline } }) => {
    const key = `${salon_name}\0${salon_headline}`;
    if (last?.key !== key)
      last = {
        key,
        picture: await drawPreview(await readLetters(pagesDirectory), salon_name, salon_headline),
      };
    return last.picture;
  };
}

export interface PagesOptions {
  readonly responseTo: (address: string) => Promise<string>;
  /** Renders a page on the server; undefined if browsers render all pages. */
  readonly renderPage?: RenderPage | undefined;
  readonly pagesDirectory: string;
}

/** Registers robots.txt, sitemap, preview picture and manifest. Returns a function that makes a page's head and body, with old settings if the database is unavailable. docs/spec/behaviour.md §7.7 */
export function describePages(
  app: FastifyInstance,
  platform: Platform,
  { responseTo, renderPage, pagesDirectory }: PagesOptions,
): PartsOf {
  let known: Known = { settings: { ...DEFAULT_SETTINGS, ...platform.config.firstSettings }, services: [] };
  const rendered = renderPage && makeRenderedPages({ platform, render: renderPage, responseTo });
  const pictureOf = makePictures(pagesDirectory);
  const salonFor = async (request: FastifyRequest): Promise<PreviewedSalon> => {
    const reading = readSalon(platform).catch((error: unknown) => {
      request.log.warn({ err: error }, 'page metadata may be stale: settings unavailable');
      return undefined;
    });
    known = (await within(WAIT_MS, reading, undefined)) ?? known;
    return { ...known, origin: originOf(platform, request) };
  };
  const sendText = (reply: FastifyReply, type: string, text: string): FastifyReply =>
    reply
      .type(`${type}; charset=utf-8`)
      .headers({ ...app.pageHeaders, 'cache-control': 'no-cache' })
      .send(text);
  app.get('/robots.txt', async (request, reply) =>
    sendText(reply, 'text/plain', robotsText(originOf(platform, request))),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    sendText(reply, 'application/xml', sitemap(await salonFor(request))),
  );
  app.get('/preview.png', async (request, reply) =>
    sendCached(request, reply.type('image/png'), await pictureOf(await salonFor(request))),
  );
  app.get('/site.webmanifest', async (request, reply) =>
    sendManifest(request, reply, await salonFor(request)),
  );
  return async (request, path) => {
    const rendering = rendered?.(request.url, request.caller.address, request.log) ?? null;
    const [salon, page] = await Promise.all([
      salonFor(request),
      rendering && within(RENDER_WAIT_MS, rendering, null),
    ]);
    const head = `${pageHead(path, salon)}\n    ${homeScreenName(salon)}`;
    return { head, noScript: noScript(salon), body: page ? bodyOf(page) : undefined };
  };
}

/** Data of the salon that search engines and link previews show. docs/spec/behaviour.md §7.7 */
export interface PreviewedSalon {
  /** The origin of the salon's URLs, such as 'https://lunula.rs'. */
  readonly origin: string;
  readonly settings: Settings;
  readonly services: readonly Pick<Service, 'name' | 'price'>[];
}

interface PreviewedPage {
  readonly title: string;
  readonly description: (salon: PreviewedSalon) => string;
  readonly isAboutSalon?: true;
}

const DESCRIBED_SERVICES_COUNT = 4;

const welcome = ({ settings: { salon_headline, salon_text } }: PreviewedSalon): string =>
  [salon_headline, salon_text].filter(Boolean).join(' ');

function priceList({ services }: PreviewedSalon): string {
  const listed = services
    .slice(0, DESCRIBED_SERVICES_COUNT)
    .map(({ name, price }) => `${name} ${priceText(price)}`);
  return listed.length === 0 ? 'Usluge i cene salona.' : `Usluge i cene: ${listed.join(', ')}.`;
}

/** The public pages, by path. Other pages have neither description nor preview. */
const PUBLIC_PAGES: Readonly<Record<string, PreviewedPage>> = {
  '/': { title: 'Početna', description: welcome, isAboutSalon: true },
  '/services': { title: 'Usluge', description: priceList, isAboutSalon: true },
  '/booking': { title: 'Zakažite termin', description: welcome },
  '/login': { title: 'Prijava', description: () => 'Prijavite se i pogledajte svoje termine.' },
  '/register': {
    title: 'Registracija',
    description: () => 'Napravite nalog: termine ćete videti, pomerati i otkazivati na jednom mestu.',
  },
  '/reset': { title: 'Nova lozinka', description: () => 'Postavite novu lozinku za svoj nalog.' },
};

const LISTED = ['/', '/services', '/booking'] as const;
const PRIVATE = ['/admin', '/appointments', '/profile', '/logout', '/api/'] as const;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };
const escaped = (text: string): string => text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '');

const meta = (kind: 'name' | 'property', name: string, content: string): string =>
  `<meta ${kind}="${name}" content="${escaped(content)}" />`;

const PICTURE = '/preview.png';

const webAddress = (text: string): string | undefined => (/^https?:\/\//.test(text) ? text : undefined);

function structuredData({ origin, settings, services }: PreviewedSalon): string {
  const offers = services.map(({ name, price }) => ({
    '@type': 'Offer',
    itemOffered: { '@type': 'Service', name },
    ...(price > 0 && { price, priceCurrency: 'RSD' }),
    url: `${origin}/booking`,
  }));
  const social = webAddress(settings.salon_social_url);
  const salon = {
    '@context': 'https://schema.org',
    '@type': 'BeautySalon',
    name: settings.salon_name,
    url: `${origin}/`,
    image: `${origin}${PICTURE}`,
    ...(settings.salon_text && { description: settings.salon_text }),
    ...(settings.salon_phone && { telephone: settings.salon_phone }),
    ...(settings.salon_address && { address: settings.salon_address }),
    ...(social && { sameAs: [social] }),
    ...(offers.length > 0 && {
      hasOfferCatalog: { '@type': 'OfferCatalog', name: 'Cenovnik', itemListElement: offers },
    }),
    potentialAction: { '@type': 'ReserveAction', target: `${origin}/booking` },
  };
  // escapes '<': otherwise the name of a service could end the script element
  return `<script type="application/ld+json">${JSON.stringify(salon).replaceAll('<', '\\u003c')}</script>`;
}

/** The content of a page's head. An unknown path shows the home page, so it gets the head of the home page. docs/spec/behaviour.md §7.7 */
export function pageHead(path: string, salon: PreviewedSalon): string {
  const { origin, settings } = salon;
  const isPrivate = PRIVATE.some((folder) => path === folder || path.startsWith(`${folder}/`));
  if (isPrivate) return meta('name', 'robots', 'noindex');
  const canonical = Object.hasOwn(PUBLIC_PAGES, path) ? path : '/';
  const page = PUBLIC_PAGES[canonical];
  if (!page) return '';
  const title = `${page.title} - ${settings.salon_name}`;
  const description = page.description(salon);
  const address = `${origin}${canonical}`;
  return [
    `<title>${escaped(title)}</title>`,
    meta('name', 'description', description),
    `<link rel="canonical" href="${escaped(address)}" />`,
    meta('property', 'og:type', 'website'),
    meta('property', 'og:locale', 'sr_RS'),
    meta('property', 'og:site_name', settings.salon_name),
    meta('property', 'og:title', settings.salon_name),
    meta('property', 'og:description', description),
    meta('property', 'og:url', address),
    meta('property', 'og:image', `${origin}${PICTURE}`),
    meta('property', 'og:image:width', String(PICTURE_WIDTH)),
    meta('property', 'og:image:height', String(PICTURE_HEIGHT)),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(page.isAboutSalon ? [structuredData(salon)] : []),
  ].join('\n    ');
}

/** The name that iOS proposes for the icon on the home screen. docs/spec/behaviour.md §15.1 */
const homeScreenName = ({ settings }: Pick<PreviewedSalon, 'settings'>): string =>
  meta('name', 'apple-mobile-web-app-title', settings.salon_name);

/** The robots.txt, which excludes private pages and the API. docs/spec/behaviour.md §7.7 */
export const robotsText = (origin: string): string =>
  ['User-agent: *', ...PRIVATE.map((path) => `Disallow: ${path}`), `Sitemap: ${origin}/sitemap.xml`, ''].join(
    '\n',
  );

/** The sitemap.xml. It lists the booking page only if visitors may book. docs/spec/behaviour.md §7.7 */
export function sitemap({ origin, settings }: Pick<PreviewedSalon, 'origin' | 'settings'>): string {
  const paths = LISTED.filter((path) => path !== '/booking' || settings.guest_booking === 1);
  const urls = paths.map((path) => `  <url><loc>${escaped(origin + path)}</loc></url>`);
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">',
    ...urls,
    '</urlset>',
    '',
  ].join('\n');
}

/** The message that a page shows without JavaScript. docs/spec/behaviour.md §7.12 */
function noScript({ settings: { salon_phone } }: Pick<PreviewedSalon, 'settings'>): string {
  const phone = escaped(salon_phone);
  const link = `: <a class="text-link-inline whitespace-nowrap" href="tel:${dialled(salon_phone)}">${phone}</a>`;
  return `Za zakazivanje je potreban JavaScript. Uključite ga ili pozovite salon${phone ? link : ''}.`;
}

/** The background color of the light design (docs/spec/design.md). */
const PAPER = '#fbf8f5';

/** The maximum length of a name that phones show completely under an app's icon. */
const SHORT_NAME_CHARACTERS = 12;

/** Shortens a name to the words that fit under an icon. Always keeps the first word. */
export function shortName(name: string): string {
  const [first = '', ...rest] = name.trim().split(/\s+/);
  let short = first;
  for (const word of rest) {
    if (`${short} ${word}`.length > SHORT_NAME_CHARACTERS) break;
    short = `${short} ${word}`;
  }
  return short;
}

const ICONS = [
  { src: '/icon-192.png', sizes: '192x192', type: 'image/png', purpose: 'any' },
  { src: '/icon-512.png', sizes: '512x512', type: 'image/png', purpose: 'any' },
  { src: '/icon-maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
];

const SHORTCUTS = {
  everybody: [
    { name: 'Zakaži', url: '/booking' },
    { name: 'Moji termini', url: '/appointments' },
  ],
  owner: [
    { name: 'Kalendar', url: '/admin/calendar' },
    { name: 'Novi termin', url: '/admin/calendar?novi=1' },
    { name: 'Moji termini', url: '/appointments' },
  ],
};

/** The web manifest, with the same id for clients and the owner: both install one app. docs/spec/behaviour.md §15.1 */
export const webManifest = (salonName: string, reader: keyof typeof SHORTCUTS): string =>
  JSON.stringify({
    id: '/',
    name: salonName,
    short_name: shortName(salonName),
    description: 'Zakazivanje termina u salonu: izaberite dan i vreme koje vam odgovara.',
    lang: 'sr-Latn',
    dir: 'ltr',
    start_url: '/',
    scope: '/',
    display: 'standalone',
    background_color: PAPER,
    theme_color: PAPER,
    categories: ['beauty', 'lifestyle'],
    icons: ICONS,
    shortcuts: SHORTCUTS[reader],
  });
