import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyBaseLogger } from 'fastify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { BoundedMap } from '../bounded-map.ts';
import { type Clock, readClock } from '../clock.ts';
import { dataVersion } from '../db/version.ts';
import { AppError, refuse } from '../errors.ts';
import type { Platform, Routes, ValidatedRequest } from './request.ts';
import { assertOwnRows, ownResponse } from './technician-scope.ts';
import { validated } from './validation.ts';

type Request = ValidatedRequest<EndpointName>;
type Serialize = (body: unknown) => string;

export type ServedEndpoint = ReturnType<typeof handlerOf>;
export type ServedEndpoints = ReturnType<typeof serveEndpoints>;

/** Returns the serializer for a schema, which leaves out fields that are not in the contract. */
function serializerOf(response: z.ZodType): Serialize {
  const options = { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(response, { ...options, metadata: z.registry() }); // the empty registry has no ids, so schemas stay inline
  const isOpen = 'additionalProperties' in schema && schema.additionalProperties !== false;
  return isOpen || !('type' in schema || 'anyOf' in schema) ? JSON.stringify : fastJson(schema as Schema);
}

/** Compiles the serializer at the endpoint's first response. Compiling all of them took a third of the server's start time. */
function serializerOnDemand(response: z.ZodType, checkResponses: boolean): Serialize {
  let serialize: Serialize | undefined;
  return (body) => {
    if (checkResponses) response.parse(body);
    serialize ??= serializerOf(response);
    return serialize(body);
  };
}

function handlerOf(endpoint: Endpoint, routes: Routes, checkResponses: boolean) {
  const name = `${endpoint.method} ${endpoint.path}` as EndpointName;
  const route = routes[name] as (request: Request) => unknown;
  const serialize = serializerOnDemand(endpoint.response, checkResponses);
  return {
    endpoint,
    serialize,
    /** Calls the route. If the route calls `cacheUntil` and `pending` is given, also caches the response and returns its text. */
    async respond(
      requestWith: (settings: Pick<Request, 'cacheUntil'>) => Request,
      pending: PendingResponse | undefined,
    ): Promise<{ readonly body: unknown; readonly text?: string }> {
      let until: WallTime | null | undefined;
      const request = requestWith({
        cacheUntil: (time) => {
          until = time;
        },
      });
      await assertOwnRows(request.db, endpoint, request.user, request);
      const body = await route(request);
      if (until === undefined || !pending) return { body: await ownResponse(request.db, request.user, body) };
      const text = serialize(body);
      pending.store({ from: request.now.wall, until, text });
      return { body, text };
    },
  };
}

/** `checkResponses`, for tests: throws if a response does not match its schema. */
export const serveEndpoints = (platform: Platform, routes: Routes, checkResponses: boolean) => ({
  cache: makeResponseCache(platform),
  all: (endpoints as readonly Endpoint[]).map((endpoint) => handlerOf(endpoint, routes, checkResponses)),
});

const MOST_RESPONSES = 200;
const LONGEST_ADDRESS = 200; // longer URLs are not cached: clients could fill the cache with variants

/** The version of the data; null if unknown. */
type Version = number | string | null;

interface CachedResponse {
  readonly version: Version;
  readonly from: WallTime;
  /** The salon's time at which the response becomes stale; null = never. */
  readonly until: WallTime | null;
  readonly text: string;
}

export type ResponseCache = ReturnType<typeof makeResponseCache>;

/** A response that is being made. The version of the data was read before the data. */
export type PendingResponse = ReturnType<ResponseCache['begin']>;

const isInTime = ({ from, until }: CachedResponse, clock: Clock): boolean => {
  const { wall } = readClock(clock);
  return from <= wall && (until === null || wall < until); // the clock may have been set back to a time before `from`
};

/** Caches public responses by URL until the data change or the clock reaches `until`. docs/decisions/0020-cached-free-slots.md */
export function makeResponseCache({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const cached = new BoundedMap<string, CachedResponse>(MOST_RESPONSES);
  return {
    find(url: string, version: Version = dataVersion(db)): string | undefined {
      const found = cached.get(url);
      if (!found || version === null) return undefined;
      if (isInTime(found, clock) && found.version === version) return found.text;
      cached.delete(url);
      return undefined;
    },
    begin(url: string, version: Version = dataVersion(db)) {
      return {
        store(response: Omit<CachedResponse, 'version'>): void {
          if (version === null || url.length > LONGEST_ADDRESS) return;
          cached.set(url, { ...response, version });
        },
      };
    },
  };
}

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
