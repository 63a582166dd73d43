import type { FastifyInstance } from 'fastify';

type Headers = Readonly<Record<string, string>>;

/** Headers of every response, after OWASP's REST Security Cheat Sheet. Pages override some of them. */
export const fixedHeaders = (isHttps: boolean): Headers => ({
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  ...(isHttps && { 'strict-transport-security': 'max-age=31536000; includeSubDomains' }),
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
});

/** The content security policy of pages. It allows inline scripts with these hashes, and the inline styles of toasts and the calendar. */
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
    /** The headers of a page and of its files: `reply.headers(app.pageHeaders)`. */
    readonly pageHeaders: Headers;
  }
}

export interface HeaderOptions {
  readonly isHttps: boolean;
  readonly scriptHashes: readonly string[];
}

export function setHeaders(app: FastifyInstance, { isHttps, scriptHashes }: HeaderOptions): void {
  const headers = fixedHeaders(isHttps);
  app.decorate('pageHeaders', pageHeaders(scriptHashes));
  app.addHook('onRequest', (_request, reply, done) => {
    reply.headers(headers);
    done();
  });
}
