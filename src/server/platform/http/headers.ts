import helmet from '@fastify/helmet';
import type { FastifyInstance } from 'fastify';

/** Toasts and the calendar set styles in the page; scripts come only from our own files. */
const CONTENT_SECURITY_POLICY = {
  useDefaults: false,
  directives: {
    'default-src': ["'self'"],
    'script-src': ["'self'"],
    'style-src': ["'self'", "'unsafe-inline'"],
    'img-src': ["'self'", 'data:'],
    'font-src': ["'self'"],
    'connect-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    'form-action': ["'self'"],
    'frame-ancestors': ["'none'"],
  },
};

const policyText = Object.entries(CONTENT_SECURITY_POLICY.directives)
  .map(([name, sources]) => [name, ...sources].join(' '))
  .join(';');

/** The headers that setHeaders puts on every response, for those that are written before there is a request; a test compares them. */
export const fixedHeaders = (isHttps: boolean): Readonly<Record<string, string>> => ({
  'Content-Security-Policy': policyText,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Origin-Agent-Cluster': '?1',
  'Referrer-Policy': 'same-origin',
  ...(isHttps && { 'Strict-Transport-Security': 'max-age=31536000; includeSubDomains' }),
  'X-Content-Type-Options': 'nosniff',
  'X-DNS-Prefetch-Control': 'off',
  'X-Download-Options': 'noopen',
  'X-Frame-Options': 'DENY',
  'X-Permitted-Cross-Domain-Policies': 'none',
  'X-XSS-Protection': '0',
  'Cache-Control': 'no-store',
});

/** `isHttps`: only behind TLS may a browser be asked never to connect without it. */
export async function setHeaders(
  app: FastifyInstance,
  isHttps: boolean,
  scriptHashes: readonly string[],
): Promise<void> {
  const { directives } = CONTENT_SECURITY_POLICY;
  const scripts = ["'self'", ...scriptHashes.map((hash) => `'${hash}'`)];
  await app.register(helmet, {
    contentSecurityPolicy: {
      ...CONTENT_SECURITY_POLICY,
      directives: { ...directives, 'script-src': scripts },
    },
    strictTransportSecurity: isHttps ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'same-origin' },
    xFrameOptions: { action: 'deny' },
  });
  // on everything, so that no spelling of an address escapes it; the pages' files overwrite it
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
}
