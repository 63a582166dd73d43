import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Role } from '#domain/accounts/roles.ts';
import {
  acceptedLanguage,
  LANGUAGES,
  type Language,
  SALONS_LANGUAGE,
  SCRIPTS,
  type Script,
} from '#domain/language/languages.ts';
import { inReadersScript } from '#domain/language/translate.ts';
import { inLanguage } from '../language.ts';

/** The languages that the salon offers. */
export interface OfferedLanguages {
  /** As this process has last read them. */
  readonly known: () => readonly Language[];
  /** Rejects if the database is unavailable. */
  readonly read: () => Promise<readonly Language[]>;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** The language of whoever reads the response; null for staff, who read Serbian in the script of their profile. docs/spec/behaviour.md §33.1 */
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

/** Whose language it is; null: nobody's, after a logout. */
export interface Reader {
  readonly role: Role | null;
  readonly language: Language | null;
}

/** The script of the owner or a technician by her profile; undefined for clients and nobody. */
export function scriptOfStaff({ role, language }: Reader): Script | undefined {
  if (role === null || role === 'CLIENT') return undefined;
  return language === 'sr-Cyrl' ? 'sr-Cyrl' : SALONS_LANGUAGE;
}

/** A text of a response to staff, in the script of their profile. */
export const inScriptOf = (user: Reader, text: string): string =>
  inLanguage(scriptOfStaff(user) ?? SALONS_LANGUAGE, () => inReadersScript(text));

/** The language of a refusal. docs/spec/behaviour.md §33.1 */
export const languageOfReply = ({ user, language }: FastifyRequest): Language =>
  (user && scriptOfStaff(user)) ?? language ?? SALONS_LANGUAGE;

/** The script of the staff member who is logged in on this browser. docs/spec/behaviour.md §33.3 */
export const scriptOf = ({ headers }: FastifyRequest): Script | undefined =>
  SCRIPTS.find((one) => new RegExp(`(?:^|;\\s*)pismo=${one}(?:;|$)`).test(headers.cookie ?? ''));

/**
 * Makes the pages of this browser come in the reader's language: a client's if the salon offers it and others, the script of staff
 * whatever it offers. docs/spec/behaviour.md §33.1
 */
export async function setLanguageCookie(reply: FastifyReply, { role, language }: Reader): Promise<void> {
  const offered = await reply.server.offered.read();
  const set = (cookie: string, seconds: number) =>
    reply.header('set-cookie', `${cookie}; Path=/; Max-Age=${seconds}; SameSite=Lax`);
  const script = scriptOfStaff({ role, language });
  const mayDiffer = scriptOf(reply.request) !== undefined || offered.length > 1;
  if (script === 'sr-Cyrl' || (script && mayDiffer)) set(`pismo=${script}`, COOKIE_SECONDS);
  if (script) return;
  if (scriptOf(reply.request)) set('pismo=', 0);
  if (offered.length > 1 && offered.some((one) => one === language)) set(`jezik=${language}`, COOKIE_SECONDS);
}
