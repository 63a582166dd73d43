import type { FastifyInstance } from 'fastify';

type Headers = Readonly<Record<string, string>>;

/**
 * On every response, and alone on every one that is no page: what OWASP's REST Security Cheat Sheet asks of an answer that no
 * browser shows. Also on what is written before there is a request.
 */
export const fixedHeaders = (isHttps: boolean): Headers => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** Toasts and the calendar set styles in the page; scripts come from our own files, or stand in the page with one of these hashes. */
const pagePolicy = (scriptHashes: readonly string[]): string =>
  [
    "default-src 'self'",
    ["script-src 'self'", ...scriptHashes.map((hash) => `'${hash}'`)].join(' '),
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "worker-src 'self'",
    "manifest-src 'self'",
    "object-src 'none'",
    "base-uri 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join(';');

/** What a page and its files have instead of the fixed headers of the same name, and beside the others. */
const pageHeaders = (scriptHashes: readonly string[]): Headers => ({
  'content-security-policy': pagePolicy(scriptHashes),
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'referrer-policy': 'same-origin',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
});

declare module 'fastify' {
  interface FastifyInstance {
    /** `reply.headers(app.pageHeaders)`: what is sent is a page, or a file of the pages. */
    readonly pageHeaders: Headers;
  }
}

export interface HeaderOptions {
  /** Only behind TLS may a browser be asked never to connect without it. */
  readonly isHttps: boolean;
  /** Of the scripts that stand in the pages themselves: `sha256-…`. */
  readonly scriptHashes: readonly string[];
}

/** On everything, so that no spelling of an address escapes it; pages and their files overwrite it. */
export function setHeaders(app: FastifyInstance, { isHttps, scriptHashes }: HeaderOptions): void {
  const headers = fixedHeaders(isHttps);
  app.decorate('pageHeaders', pageHeaders(scriptHashes));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
