import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { acceptedLanguage, LANGUAGES, type Language, SALONS_LANGUAGE } from '#domain/language/languages.ts';

/** The languages that the salon offers. */
export interface OfferedLanguages {
  /** As this process has last read them. */
  readonly known: () => readonly Language[];
  /** Rejects if the database is unavailable. */
  readonly read: () => Promise<readonly Language[]>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of whoever reads the response; null for staff, who read Serbian. docs/spec/behaviour.md §33.1 */
    language: Language | null;
  }
  interface FastifyInstance {
    readonly offered: OfferedLanguages;
  }
}

/** Sets the language of requests to the API by their Accept-Language. Reads what the salon offers only for a reader of another language than Serbian. */
export function negotiateLanguages(app: FastifyInstance, offered: OfferedLanguages): void {
  app.decorate('offered', offered);
  app.decorateRequest('language', SALONS_LANGUAGE);
  app.addHook('onRequest', (request, _reply, done) => {
    const header = request.headers['accept-language'];
    const isSerbian = acceptedLanguage(header, LANGUAGES) === SALONS_LANGUAGE;
    if (isSerbian || !request.url.startsWith('/api/')) return done();
    const choose = (languages: readonly Language[]): void => {
      request.language = acceptedLanguage(header, languages);
      done();
    };
    offered.read().then(choose, (error: unknown) => {
      request.log.warn({ err: error }, 'the languages may be stale: settings unavailable');
      choose(offered.known());
    });
  });
}

/** Names the header that the sentences of a refusal depend on. Free slots never vary. */
export function varyByLanguage({ server, url }: FastifyRequest, reply: FastifyReply): void {
  const isOfSlots = /^\/api\/appointments(\?|$)/.test(url);
  if (server.offered.known().length > 1 && !isOfSlots) reply.header('vary', 'Accept-Language');
}

const COOKIE_SECONDS = 365 * 24 * 60 * 60;

/** Makes the pages of this browser come in the language, if the salon offers it and others. docs/spec/behaviour.md §33.1 */
export async function setLanguageCookie(reply: FastifyReply, language: Language | null): Promise<void> {
  const offered = await reply.server.offered.read();
  if (offered.length === 1 || !offered.some((one) => one === language)) return;
  reply.header('set-cookie', `jezik=${language}; Path=/; Max-Age=${COOKIE_SECONDS}; SameSite=Lax`);
}
