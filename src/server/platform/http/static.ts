import { existsSync, readdirSync } from 'node:fs';
import { relative } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '../errors.ts';
import { errorResponse } from './error-responses.ts';

const IMMUTABLE = 'public, max-age=31536000, immutable';

/** Some paths have a file of their own, which preloads all that their page needs: '/' home.html, '/login' login.html. */
function pageFileAt(directory: string): (path: string) => string {
  const files = new Set(readdirSync(directory).filter((name) => name.endsWith('.html')));
  return (path) => {
    const own = `${path === '/' ? 'home' : path.slice(1)}.html`;
    return files.has(own) ? own : 'index.html';
  };
}

function unknownPath(pageFile: (path: string) => string) {
  return (request: FastifyRequest, reply: FastifyReply): void => {
    const path = request.url.split('?')[0] ?? '';
    const isPage = !/^\/(api|assets)(\/|$)/.test(path);
    if (isPage && (request.method === 'GET' || request.method === 'HEAD')) {
      reply.sendFile(pageFile(path), { cacheControl: false });
      return;
    }
    const refusal = new AppError('unknown_path');
    reply.code(refusal.status).send(errorResponse(refusal));
  };
}

/**
 * The built pages: hashed files are cached by browsers for ever, `index.html` is revalidated each time, and any path that is
 * neither a file nor an endpoint shows the home screen (docs/spec/product.md §2.1).
 */
export async function servePages(app: FastifyInstance, directory: string): Promise<void> {
  if (!existsSync(directory)) {
    app.setNotFoundHandler((_request, reply) => {
      const refusal = new AppError('unknown_path');
      reply.code(refusal.status).send(errorResponse(refusal));
    });
    return;
  }
  await app.register((files, _options, done) => {
    // the library refuses a folder, and a path with empty or parent segments, in words of its own: here both are a path like any other
    files.setErrorHandler((error, request, reply) => {
      const { statusCode = 500 } = error as { statusCode?: number };
      if (statusCode >= 500 || request.is404) throw error;
      reply.callNotFound();
    });
    files.setNotFoundHandler(unknownPath(pageFileAt(directory)));
    files.register(fastifyStatic, {
      root: directory,
      preCompressed: true,
      index: false,
      cacheControl: false,
      acceptRanges: false, // the files are small; a wrong range would be an error of its own
      setHeaders: (response, path) => {
        const isHashed = relative(directory, path).startsWith('assets');
        response.header('cache-control', isHashed ? IMMUTABLE : 'no-cache');
      },
    });
    done();
  });
}
