import { createHash } from 'node:crypto';
import { setTimeout as waitFor } from 'node:timers/promises';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import type { Platform } from '../platform/http/request.ts';
import type { PageParts, PartsOf } from '../platform/http/static.ts';
import { currentSettings } from '../settings/settings.ts';
import {
  homeScreenName,
  noScript,
  type PreviewedSalon,
  pageHead,
  robotsText,
  sitemap,
  webManifest,
} from './metadata.ts';
import { drawPreview, readLetters } from './preview-picture.ts';
import { makeRenderedPages, type RenderedPage, type RenderPage } from './rendered-pages.ts';

type Known = Omit<PreviewedSalon, 'origin'>;

const WAIT_MS = 500; // how long a page waits for the settings if the database is unavailable
const RENDER_WAIT_MS = 1500; // rendering the first page includes loading the renderer

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

/** The parts of a rendered page. Escapes '<' in the script's data, which could end the script element. */
const bodyOf = ({ html, start }: RenderedPage): PageParts['body'] => ({
  app: html,
  beside: `<script type="application/json" id="start">${JSON.stringify(start).replaceAll('<', '\\u003c')}</script>`,
});

/** Resolves with the result of the promise, or with `otherwise` after `ms`. */
const within = <T>(ms: number, promise: Promise<T>, otherwise: T): Promise<T> =>
  Promise.race([promise, waitFor(ms, otherwise, { ref: false })]);

const SHORT_CACHE_SECONDS = 300; // the name changes rarely, and phones refetch it when the app is opened

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
  /** Renders a page on the server. Without it, browsers render all pages. */
  readonly renderPage?: RenderPage | undefined;
  readonly pagesDirectory: string;
}

/**
 * Serves robots.txt, sitemap.xml and the web manifest. Returns a function that makes the parts of a page: its head, and for public
 * pages the content rendered for a visitor. The function never rejects: without a database it uses the last known settings or the
 * defaults, and the browser renders the page. docs/spec/behaviour.md §7.7
 */
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
