import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { readClock } from '../clock.ts';
import { AppError, refuse } from '../errors.ts';
import { keepAnswers } from './kept-answers.ts';
import type { Platform, Routes, ValidatedRequest } from './request.ts';
import { validated } from './validation.ts';

type Request = ValidatedRequest<EndpointName>;

/** What a visitor's request is made of beside its input: it counts for nobody, and waits for its answer. */
const OF_NOBODY = {
  user: null as never, // of a public endpoint alone
  params: undefined,
  body: undefined,
  address: 'unknown',
  network: undefined,
  idempotencyKey: undefined,
  isStopping: false,
  setTotal: () => undefined,
  followEvents: () => refuse('unknown_path'), // no page begins with one
} satisfies Partial<Record<keyof Request, unknown>>;

const isForPages = ({ method, access, params, fileType }: Endpoint): boolean =>
  method === 'GET' && access === 'public' && params === undefined && fileType === undefined;

/**
 * What a visitor would be answered at an address of the API, as JSON, without a request: pages are rendered of it. Rejects with an
 * error of the closed list; a field that the contract does not name never leaves.
 */
export function visitorResponses(
  platform: Platform,
  routes: Routes,
  log: FastifyBaseLogger,
): (address: string) => Promise<string> {
  const known = new Map<string, Endpoint>(
    endpoints.filter(isForPages).map((endpoint) => [`/api${endpoint.path}`, endpoint]),
  );
  const { signal } = new AbortController();
  const keptAnswers = keepAnswers(platform);
  return async (address) => {
    const kept = keptAnswers.find(address);
    if (kept !== undefined) return kept;
    const { pathname, searchParams } = new URL(address, 'http://salon');
    const endpoint = known.get(pathname);
    if (!endpoint) throw new AppError('unknown_path');
    const keeping = keptAnswers.begin(address);
    let until: WallTime | null | undefined;
    const request = {
      ...platform,
      ...OF_NOBODY,
      now: readClock(platform.clock),
      query: validated(endpoint.query, Object.fromEntries(searchParams)),
      log,
      signal,
      keepUntil: (time: WallTime | null) => {
        until = time;
      },
    } satisfies Record<keyof Request, unknown>;
    const route = routes[`GET ${endpoint.path}` as EndpointName] as (input: Request) => unknown;
    const text = JSON.stringify(endpoint.response.parse(await route(request as Request)));
    if (until !== undefined) keeping.keep({ from: request.now.wall, until, text });
    return text;
  };
}
