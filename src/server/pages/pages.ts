import { createHash } from 'node:crypto';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Language, pageLanguage, SALONS_LANGUAGE } from '#domain/language/languages.ts';
import { DEFAULT_SETTINGS, type Settings } from '#domain/settings.ts';
import { countShownWorks } from '../platform/db/pictures.ts';
import { refuse } from '../platform/errors.ts';
import { scriptOf } from '../platform/http/reader-language.ts';
import type { Platform } from '../platform/http/request.ts';
import type { PageParts, PartsOf } from '../platform/http/static.ts';
import { inLanguage } from '../platform/language.ts';
import { loadSharp } from '../platform/pictures/sharp.ts';
import { offeredServices } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import {
  escaped,
  homeScreenName,
  noScript,
  type PreviewedSalon,
  pageHead,
  robotsText,
  sitemap,
} from './head.ts';
import { webManifest } from './manifest.ts';
import { drawPreview, readLetters } from './preview-picture.ts';
import { makeRenderedPages, RENDER_WAIT_MS, type RenderedPage, type RenderPage } from './rendered-pages.ts';

type Known = Pick<PreviewedSalon, 'settings' | 'services' | 'works'>;

const WAIT_MS = 500; // how long a page waits for the settings if the database is unavailable

async function readSalon({ db, config }: Platform): Promise<Known> {
  const settings = await currentSettings(db, config);
  return { settings, services: await offeredServices(db), works: await countShownWorks(db) };
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

/** The language of a page, among those of the salon; for staff their script. Pages of the owner are Serbian. docs/spec/behaviour.md §33.3 */
function languageOf(request: FastifyRequest, path: string, { languages }: Settings): Language {
  const script = scriptOf(request);
  if (script) return script;
  const { query, headers } = request;
  if (path === '/admin' || path.startsWith('/admin/')) return SALONS_LANGUAGE;
  const cookie = /(?:^|;\s*)jezik=([^;]*)/.exec(headers.cookie ?? '')?.[1];
  const { jezik: parameter } = query as { jezik?: unknown };
  return pageLanguage({ parameter, cookie, header: headers['accept-language'] }, languages);
}

/** Serves the web manifest. Browsers fetch it without token and cookie, so the URL contains role and language. */
function sendManifest(request: FastifyRequest, reply: FastifyReply, { settings }: Known): FastifyReply {
  const { za, jezik } = request.query as { za?: unknown; jezik?: unknown };
  const language = settings.languages.find((one) => one === jezik) ?? SALONS_LANGUAGE;
  const text = inLanguage(language, () =>
    webManifest(settings.salon_name, za === 'vlasnica' ? 'owner' : 'everybody', language),
  );
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

/** Draws the preview picture and keeps the last one; without sharp there is none. */
function makePictures(log: FastifyBaseLogger, pagesDirectory: string) {
  let last: { key: string; picture: Buffer } | undefined;
  return {
    areDrawn: async () => (await loadSharp(log)) !== null,
    async of({ settings: { salon_name: name, salon_headline: headline } }: Known) {
      const sharp = await loadSharp(log);
      if (sharp === null) return null;
      const key = `${name}\0${headline}`;
      if (last?.key !== key)
        last = {
          key,
          picture: await drawPreview(sharp, await readLetters(pagesDirectory), { name, headline }),
        };
      return last.picture;
    },
  };
}

/** Whether the page is one of a salon with several languages, or of staff who read Cyrillic. */
const isTranslated = ({ languages }: Settings, language: Language): boolean =>
  languages.length > 1 || language !== SALONS_LANGUAGE;

/** In a salon with one language links keep none, so its pages do not depend on the one that their URL names. */
const withoutLanguage = (url: string): string => url.replace(/(?<=[?&])jezik=[^&]*/g, '');

interface Described {
  readonly page: RenderedPage | null | undefined;
  readonly language: Language;
  readonly salon: PreviewedSalon;
}

function partsOf(request: FastifyRequest, path: string, { page, language, salon }: Described): PageParts {
  const { settings } = salon;
  const { jezik } = request.query as { jezik?: unknown };
  const isNamed = settings.languages.length > 1 && jezik === language;
  return {
    language,
    isTranslated: isTranslated(settings, language),
    head: `${pageHead(path, salon, isNamed)}\n    ${homeScreenName(salon)}`,
    noScript: noScript(salon),
    salonName: escaped(settings.salon_name),
    body: page ? bodyOf(page) : undefined,
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
  let known: Known = {
    settings: { ...DEFAULT_SETTINGS, ...platform.config.firstSettings },
    services: [],
    works: 0,
  };
  const rendered = renderPage && makeRenderedPages({ platform, render: renderPage, responseTo });
  const pictures = makePictures(app.log, pagesDirectory);
  const salonFor = async (request: FastifyRequest): Promise<Omit<PreviewedSalon, 'hasPicture'>> => {
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
  app.get('/preview.png', async (request, reply) => {
    const picture = await pictures.of(await salonFor(request));
    if (picture === null) refuse('unknown_path');
    return sendCached(request, reply.type('image/png'), picture);
  });
  app.get('/site.webmanifest', async (request, reply) =>
    sendManifest(request, reply, await salonFor(request)),
  );
  return async (request, path) => {
    const salon = await salonFor(request);
    const language = languageOf(request, path, salon.settings);
    return inLanguage(language, async () => {
      const url = isTranslated(salon.settings, language) ? request.url : withoutLanguage(request.url);
      const rendering = rendered?.(url, language, request.caller.address, request.log);
      const page = await (rendering && within(RENDER_WAIT_MS, rendering, null));
      // after the rendering: loading sharp for the first page blocks the event loop
      const hasPicture = await within(WAIT_MS, pictures.areDrawn(), true);
      return partsOf(request, path, { page, language, salon: { ...salon, hasPicture } });
    });
  };
}
