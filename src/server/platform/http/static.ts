import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { brotliCompressSync, gzipSync, constants as zlib } from 'node:zlib';
import negotiate from '@fastify/accept-negotiator';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { BoundedMap } from '../bounded-map.ts';
import { AppError, errorResponse } from '../errors.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

export interface PageParts {
  /** HTML to insert at the end of <head>. */
  readonly head: string;
  /** HTML that replaces the content of <noscript>. */
  readonly noScript: string;
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
  in(encoding: Encoding): Buffer;
}

const NO_SCRIPT = /(<noscript[^>]*>)[^<]*(?=<\/noscript>)/;
const EMPTY_APP = '<div id="app"></div>';

function makePage(html: string, { head, noScript, body }: PageParts): MadePage {
  const headed = head === '' ? html : html.replace('  </head>', () => `    ${head}\n  </head>`);
  const filled = body
    ? headed.replace(EMPTY_APP, () => `<div id="app">${body.app}</div>${body.beside}`)
    : headed;
  const text = Buffer.from(filled.replace(NO_SCRIPT, (_all, tag: string) => tag + noScript));
  const encoded = new Map<Encoding, Buffer>();
  return {
    etag: createHash('sha256').update(text).digest('base64url'),
    in: (encoding) => {
      const made = encoded.get(encoding) ?? ENCODERS[encoding](text);
      encoded.set(encoding, made);
      return made;
    },
  };
}

const KEPT_PAGES = 64; // limits the memory: clients could request endless variants of a page

/** Returns the page of a path. '/' uses home.html and '/login' uses login.html, which preload their scripts; other paths use index.html. */
function pagesIn(directory: string): (path: string, parts: PageParts) => MadePage {
  const names = readdirSync(directory).filter((name) => name.endsWith('.html'));
  const files = new Map(names.map((name) => [name, readFileSync(join(directory, name), 'utf8')]));
  const made = new BoundedMap<string, MadePage>(KEPT_PAGES);
  return (path, parts) => {
    const own = `${path === '/' ? 'home' : path.slice(1)}.html`;
    const name = files.has(own) ? own : 'index.html';
    const key = [name, parts.head, parts.noScript, parts.body?.app, parts.body?.beside].join('\0');
    const page = made.get(key) ?? makePage(files.get(name) ?? '', parts);
    made.set(key, page);
    return page;
  };
}

function sendPage(request: FastifyRequest, reply: FastifyReply, page: MadePage): FastifyReply {
  const accepted = request.headers['accept-encoding'];
  const encoding = (accepted && negotiate(accepted, [...ENCODINGS])) || 'identity';
  const etag = `W/"${page.etag}"`;
  reply.headers({
    ...request.server.pageHeaders,
    'cache-control': 'no-cache',
    'content-type': 'text/html; charset=utf-8',
    vary: 'accept-encoding',
    etag,
  });
  if (request.headers['if-none-match'] === etag) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  return reply.send(page.in(encoding));
}

function replyUnknown(_request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = new AppError('unknown_path');
  return reply.code(refusal.status).send(errorResponse(refusal));
}

function unknownPath(directory: string, partsOf: PartsOf) {
  const pageAt = pagesIn(directory);
  return async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = !/^\/(api|assets)(\/|$)/.test(path);
    if (isPage && (request.method === 'GET' || request.method === 'HEAD'))
      return sendPage(request, reply, pageAt(path, await partsOf(request, path)));
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
