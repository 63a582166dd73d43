import { setTimeout as waitFor } from 'node:timers/promises';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { DEFAULT_SETTINGS } from '#domain/settings.ts';
import type { Platform } from '../platform/http/request.ts';
import { currentSettings } from '../settings/settings.ts';
import { type PreviewedSalon, pageHead, robotsText, sitemap } from './page-head.ts';

type Known = Omit<PreviewedSalon, 'origin'>;

const WAIT_MS = 500; // a page is more than its preview: it does not wait for a database that is away

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

/** Where the salon is reached, as the caller sees it. */
const originOf = ({ config }: Platform, request: FastifyRequest): string =>
  config.publicUrl ?? `${request.protocol}://${request.host}`;

/**
 * What search engines and link previews are told: robots.txt, sitemap.xml, and the head of every page. `headOf` never fails: it
 * says what was known last, or the defaults, where the database does not answer. docs/spec/behaviour.md §7.7
 */
export function describePages(
  app: FastifyInstance,
  platform: Platform,
): (request: FastifyRequest, path: string) => Promise<string> {
  let known: Known = { settings: { ...DEFAULT_SETTINGS, ...platform.config.firstSettings }, services: [] };
  const salonFor = async (request: FastifyRequest): Promise<PreviewedSalon> => {
    const reading = readSalon(platform).catch((error: unknown) => {
      request.log.warn({ err: error }, 'the preview of a page is of what was known before');
      return undefined;
    });
    known = (await Promise.race([reading, waitFor(WAIT_MS, undefined, { ref: false })])) ?? known;
    return { ...known, origin: originOf(platform, request) };
  };
  app.get('/robots.txt', async (request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .headers({ ...app.pageHeaders, 'cache-control': 'no-cache' })
      .send(robotsText(originOf(platform, request))),
  );
  app.get('/sitemap.xml', async (request, reply) =>
    reply
      .type('application/xml; charset=utf-8')
      .headers({ ...app.pageHeaders, 'cache-control': 'no-cache' })
      .send(sitemap(await salonFor(request))),
  );
  return async (request, path) => pageHead(path, await salonFor(request));
}
