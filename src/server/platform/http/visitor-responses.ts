import type { FastifyBaseLogger } from 'fastify';
import type { EndpointName } from '#contract/index.ts';
import { readClock } from '../clock.ts';
import { AppError, refuse } from '../errors.ts';
import type { ServedEndpoint, ServedEndpoints } from './endpoint-responses.ts';
import type { Platform, ValidatedRequest } from './request.ts';
import { validated } from './validation.ts';

type Request = ValidatedRequest<EndpointName>;

/** The part of a request that is the same for every rendered page: a visitor without an address, so no rate limit applies. */
const NO_CALLER = {
  user: null as never, // never read, because only public endpoints are called
  params: undefined,
  body: undefined,
  address: 'unknown',
  network: undefined,
  idempotencyKey: undefined,
  isStopping: false,
  setTotal: () => undefined,
  openEventStream: () => refuse('unknown_path'), // rendered pages never use the event stream
} satisfies Partial<Record<keyof Request, unknown>>;

const isForPages = ({ endpoint: { method, access, params, fileType } }: ServedEndpoint): boolean =>
  method === 'GET' && access === 'public' && params === undefined && fileType === undefined;

/** Returns a function that reads the JSON of a `GET` endpoint as a visitor, without HTTP, for rendered pages. Rejects with an AppError. */
export function visitorResponses(
  platform: Platform,
  { all, cache }: ServedEndpoints,
  log: FastifyBaseLogger,
): (address: string) => Promise<string> {
  const known = new Map(all.filter(isForPages).map((handler) => [`/api${handler.endpoint.path}`, handler]));
  const { signal } = new AbortController();
  return async (address) => {
    const cached = cache.find(address);
    if (cached !== undefined) return cached;
    const { pathname, searchParams } = new URL(address, 'http://salon');
    const handler = known.get(pathname);
    if (!handler) throw new AppError('unknown_path');
    const request = {
      ...platform,
      ...NO_CALLER,
      now: readClock(platform.clock),
      query: validated(handler.endpoint.query, Object.fromEntries(searchParams)),
      log,
      signal,
    } satisfies Record<Exclude<keyof Request, 'cacheUntil'>, unknown>;
    const requestWith = (settings: Pick<Request, 'cacheUntil'>) => ({ ...request, ...settings }) as Request;
    const { body, text } = await handler.respond(requestWith, cache.begin(address));
    return text ?? handler.serialize(body);
  };
}
