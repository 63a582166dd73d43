import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import { readClock } from '../clock.ts';
import { AppError } from '../errors.ts';
import type { Caller } from './callers.ts';
import type { Platform, Routes, ValidatedRequest } from './request.ts';
import { validated } from './validation.ts';

/** Nothing that is read counts for a caller. */
const NOBODY: Caller = { address: 'unknown', network: undefined };

type OfEndpoint = 'params' | 'query' | 'body' | 'user';
/** What every route gets, beside what its endpoint says. */
type AnyRequest = Omit<ValidatedRequest<EndpointName>, OfEndpoint> & Record<OfEndpoint, unknown>;
type VisitorRoute = (request: AnyRequest) => Promise<unknown>;

/** Nobody leaves, repeats anything, or is told how to keep what is read. */
const ONCE = {
  signal: new AbortController().signal,
  idempotencyKey: undefined,
  isStopping: false,
  setTotal: () => undefined,
  keepUntil: () => undefined,
};

const isForPages = ({ method, access, params }: Endpoint): boolean =>
  method === 'GET' && access === 'public' && params === undefined;

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
  return async (address) => {
    const { pathname, searchParams } = new URL(address, 'http://salon');
    const endpoint = known.get(pathname);
    if (!endpoint) throw new AppError('unknown_path');
    const route = routes[`GET ${endpoint.path}` as EndpointName] as unknown as VisitorRoute;
    const query = validated(endpoint.query, Object.fromEntries(searchParams));
    const now = readClock(platform.clock);
    const given = { params: {}, query, body: undefined };
    const body = await route({ ...platform, ...NOBODY, ...ONCE, ...given, now, user: null, log });
    return JSON.stringify(endpoint.response.parse(body));
  };
}
