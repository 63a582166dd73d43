import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { LANGUAGES, type Language } from '#domain/language/languages.ts';
import { BoundedMap } from '../bounded-map.ts';
import { AppError, replyWithError } from '../errors.ts';
import { makeCallerBudget } from './callers.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface PageParts {
  readonly language: Language;
  /** Whether the salon has several languages, or the reader is staff who read Cyrillic, so that the page depends on cookie and Accept-Language. */
  readonly isTranslated: boolean;
  /** HTML to insert at the end of <head>. */
  readonly head: string;
  /** HTML that replaces the content of <noscript>. */
  readonly noScript: string;
  /** The salon's name as HTML; '' if it is unknown. */
  readonly salonName?: string;
  /** For a page rendered on the server: the HTML inside #app and the HTML after it. */
  readonly body?: { readonly app: string; readonly beside: string } | undefined;
}
export type PartsOf = (request: FastifyRequest, path: string) => Promise<PageParts>;

const ENCODINGS = ['br', 'gzip', 'identity'] as const;
type Encoding = (typeof ENCODINGS)[number];

const ENCODERS: Record<Encoding, (text: Buffer) => Buffer> = {
  // a low quality, because pages are compressed again after each change of the data; a high one takes ten times as long and saves 1 %
  br: (text) => brotliCompressSync(text, { params: { [zlib.BROTLI_PARAM_QUALITY]: 5 } }),
  gzip: (text) => gzipSync(text),
  identity: (text) => text,
};

interface MadePage {
  readonly etag: string;
  readonly vary: string;
  readonly encodings: readonly Encoding[];
  in(encoding: Encoding): Buffer;
}

const NO_SCRIPT = /(<noscript[^>]*>)[^<]*(?=<\/noscript>)/;
const EMPTY_APP = '<div id="app"></div>';
/** Stands for the salon's name in the frames of pages behind the login (src/web/ui/frame.ts). */
const SALON_NAME = '\uE000';

function makePage(html: string, { head, noScript, salonName = '', body, isTranslated }: PageParts): MadePage {
  const headed = head === '' ? html : html.replace('  </head>', () => `    ${head}\n  </head>`);
  const filled = body
    ? headed.replace(EMPTY_APP, () => `<div id="app">${body.app}</div>${body.beside}`)
    : headed;
  const named = filled.replaceAll(SALON_NAME, () => salonName);
  const text = Buffer.from(named.replace(NO_SCRIPT, (_all, tag: string) => tag + noScript));
  const encoded = new Map<Encoding, Buffer>();
  return {
    etag: createHash('sha256').update(text).digest('base64url'),
    vary: isTranslated ? 'accept-encoding, accept-language, cookie' : 'accept-encoding',
    encodings: ENCODINGS,
    in: (encoding) => {
      const made = encoded.get(encoding) ?? ENCODERS[encoding](text);
      encoded.set(encoding, made);
      return made;
    },
  };
}

const KEPT_PAGES = 64; // limits the memory: clients could request endless variants of a page
// limited, because compressing a page blocks the event loop, and without PUBLIC_URL each Host header makes another page
const NEW_PAGES_PER_SECOND_AND_CALLER = 10;

/** The names that a page's file may have, without `.html`, as the build encodes them: '/admin/calendar' is admin%2Fcalendar. */
function fileNamesOf(url: string): string[] {
  const [pathname = '', query] = url.split('?', 2);
  const given = new URLSearchParams(query);
  const path = pathname.slice(1) || 'home';
  return [`${path}?tab=${given.get('tab')}`, `${path}?${given.has('pomeri') ? 'pomeri' : ''}`, path].map(
    encodeURIComponent,
  );
}

/** Reads the pages: those of salons with one language in `directory`, the others in a folder with the language's name. */
function readPages(directory: string): Map<string, Buffer> {
  const folders = ['', ...LANGUAGES].filter((folder) => existsSync(join(directory, folder)));
  const names = folders.flatMap((folder) =>
    readdirSync(join(directory, folder)).map((name) => join(folder, name)),
  );
  const pages = names.filter((name) => name.endsWith('.html'));
  return new Map(pages.map((name) => [name, readFileSync(join(directory, name))]));
}

/** Returns the page of a URL: from the file of its path and tab, else of its path, else from index.html. A caller's new pages beyond the limit are neither kept nor compressed. */
function pagesIn(directory: string): (url: string, parts: PageParts, caller: string) => MadePage {
  const files = readPages(directory);
  const made = new BoundedMap<string, MadePage>(KEPT_PAGES);
  const mayKeep = makeCallerBudget(NEW_PAGES_PER_SECOND_AND_CALLER);
  return (url, parts, caller) => {
    const { language, isTranslated, head, noScript, salonName, body } = parts;
    const folder = isTranslated ? language : '';
    const own = fileNamesOf(url).map((one) => `${one}.html`);
    const names = [...own.map((one) => join(folder, one)), ...own, join(folder, 'index.html')];
    const name = names.find((one) => files.has(one)) ?? 'index.html';
    const key = [name, isTranslated, head, noScript, salonName, body?.app, body?.beside].join('\0');
    const known = made.get(key);
    const page = known ?? makePage(String(files.get(name)), parts);
    if (!known && !mayKeep(caller)) return { ...page, encodings: ['identity'] };
    made.set(key, page);
    return page;
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: MadePage): FastifyReply {
  const accepted = request.headers['accept-encoding'];
  const encoding = (accepted && negotiate(accepted, [...page.encodings])) || 'identity';
  const etag = `W/"${page.etag}"`;
  reply.headers({
    ...request.server.pageHeaders,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: page.vary,
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.in(encoding));
}

function replyUnknown(request: FastifyRequest, reply: FastifyReply): FastifyReply {
  replyWithError(new AppError('unknown_path'), request, reply);
  return reply;
}

function unknownPath(directory: string, partsOf: PartsOf) {
  const pageAt = pagesIn(directory);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = !/^\/(api|assets)(\/|$)/.test(path);
    if (isPage && (request.method === 'GET' || request.method === 'HEAD'))
      return sendPage(
        request,
        reply,
        pageAt(request.url, await partsOf(request, path), request.caller.address),
      );
    return replyUnknown(request, reply);
  };
}

const INLINE_SCRIPT = /<script>([\s\S]*?)<\/script>/g;

/** Hashes of the inline scripts of the built pages for the content security policy: `sha256-…`. */
export function inlineScriptHashes(directory: string): string[] {
  if (!existsSync(directory)) return [];
  const pages = readdirSync(directory).filter((name) => name.endsWith('.html'));
  const scripts = pages.flatMap((name) =>
    [...readFileSync(join(directory, name), 'utf8').matchAll(INLINE_SCRIPT)].map(([, script = '']) => script),
  );
  const hashOf = (script: string) => `sha256-${createHash('sha256').update(script).digest('base64')}`;
  return [...new Set(scripts.map(hashOf))];
}

/** Serves the built pages; files with a hashed name are cached forever. Unknown paths show the home screen (docs/spec/product.md §2.1). */
export async function servePages(app: FastifyInstance, directory: string, partsOf: PartsOf): Promise<void> {
  if (!existsSync(directory)) {
    app.setNotFoundHandler(replyUnknown);
    return;
  }
  await app.register((files, _options, done) => {
    // @fastify/static replies with its own errors to folders and to paths with empty or parent segments; this handler serves a page instead
    files.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500 || request.is404) throw error;
      reply.callNotFound();
    });
    files.setNotFoundHandler(unknownPath(directory, partsOf));
    files.register(fastifyStatic, {
      root: directory,
      serve: false, // the plugin's own route lists the folder for every request
      preCompressed: true,
      index: false,
      cacheControl: false,
      acceptRanges: false, // small files need no range requests, and invalid ranges would need an error response
      setHeaders: (response, path) => {
        const isHashed = relative(directory, path).startsWith('assets');
        response.headers({ ...app.pageHeaders, 'cache-control': isHashed ? IMMUTABLE : 'no-cache' });
      },
    });
    files.get<{ Params: { '*': string } }>('/*', ({ params }, reply) => reply.sendFile(`/${params['*']}`));
    done();
  });
}
