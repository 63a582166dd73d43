import { Readable } from 'node:stream';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { type Endpoint, type RateLimit, technicianPartOf } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import { isOwnOnly, may } from '#domain/accounts/roles.ts';
import { SALONS_LANGUAGE } from '#domain/language/languages.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { assertMayUse, isStaff, type Sessions, type SessionUser, userOfToken } from '../auth/sessions.ts';
import { BoundedMap } from '../bounded-map.ts';
import { type Clock, readClock } from '../clock.ts';
import type { Config } from '../config.ts';
import { dataVersion, latestVersion } from '../db/version.ts';
import { AppError, refuse } from '../errors.ts';
import { EventStream, eventStreamPayload } from '../events/streams.ts';
import { inLanguage } from '../language.ts';
import { type Caller, countedNetworksOf } from './callers.ts';
import { coalesceRequests } from './coalesce.ts';
import { FileReply } from './file-response.ts';
import { type Reader, setLanguageCookie } from './reader-language.ts';
import type { Platform, Routes, ValidatedRequest, WrittenInParts } from './request.ts';
import { bytesOf, validated, validatedBody, validatedParams } from './validation.ts';

type Request = ValidatedRequest<EndpointName>;
type Serialize = (body: unknown) => string;

export type ServedEndpoint = ReturnType<typeof handlerOf>;
export type ServedEndpoints = ReturnType<typeof serveEndpoints>;

/** Returns the serializer for a schema, which leaves out fields that are not in the contract. */
function serializerOf(response: z.ZodType): Serialize {
  const options = { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(response, { ...options, metadata: z.registry() }); // an empty registry: without ids, zod inlines all schemas
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
    /** Calls the route. If the route calls `cacheUntil` and `pending` is given, also caches the response and returns its bytes. */
    async respond(
      requestWith: (settings: Pick<Request, 'cacheUntil'>) => Request,
      pending: PendingResponse | undefined,
    ): Promise<{ readonly body: unknown; readonly bytes?: Buffer }> {
      let until: WallTime | null | undefined;
      const request = requestWith({
        cacheUntil: (time) => {
          until = time;
        },
      });
      const body = await route(request);
      if (until === undefined || !pending) return { body };
      const bytes = Buffer.from(serialize(body));
      pending.store({ from: request.now.wall, until, bytes });
      return { body, bytes };
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
  readonly bytes: Buffer; // bytes, because a text would be encoded again for each reader
}

export type ResponseCache = ReturnType<typeof makeResponseCache>;

/** A response that is being made. Its data version was read before its data, so a change in between makes the response stale. */
export type PendingResponse = ReturnType<ResponseCache['begin']>;

const isInTime = ({ from, until }: CachedResponse, clock: Clock): boolean => {
  const { wall } = readClock(clock);
  return from <= wall && (until === null || wall < until); // the clock may have been set back to a time before `from`
};

/** Caches public responses by URL until the data change or the clock reaches `until`. docs/decisions/0020-cached-free-slots.md */
export function makeResponseCache({ db, clock }: Pick<Platform, 'db' | 'clock'>) {
  const cached = new BoundedMap<string, CachedResponse>(MOST_RESPONSES);
  return {
    find(url: string, version: Version = dataVersion(db)): Buffer | undefined {
      const found = cached.get(url);
      if (!found || version === null) return undefined;
      if (isInTime(found, clock) && found.version === version) return found.bytes;
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

/** The request fields that are equal for all rendered pages: a visitor without an address, so no rate limit applies. */
const NO_CALLER = {
  language: null,
  user: null as never, // null means a visitor; typed `never`, because the type `Request` covers endpoints that require a user
  params: undefined,
  body: undefined,
  address: 'unknown',
  network: undefined,
  idempotencyKey: undefined,
  guestLink: undefined,
  readBytes: () => refuse('unknown_path'), // no rendered page sends a file
  isStopping: false,
  setTotal: () => undefined,
  rememberLanguage: () => Promise.resolve(),
  openEventStream: () => refuse('unknown_path'), // never called, because no rendered page requests the event stream
} satisfies Partial<Record<keyof Request, unknown>>;

const isForPages = ({ endpoint: { method, access, params, fileType } }: ServedEndpoint): boolean =>
  method === 'GET' && may(null, access) && params === undefined && fileType === undefined;

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
    if (cached) return cached.toString();
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
    const { body, bytes } = await handler.respond(requestWith, cache.begin(address));
    return bytes?.toString() ?? handler.serialize(body);
  };
}

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
  }
}

const headerOf = (request: FastifyRequest, name: string): string | undefined => {
  const value = request.headers[name];
  return typeof value === 'string' && value !== '' ? value : undefined;
};

/** A signal that aborts when the client disconnects. Fastify's `request.signal` aborts as soon as the body has been read. */
function abortedOnClose({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  else raw.once('close', () => leaving.abort());
  return leaving.signal;
}

type ResponseSettings = Pick<ValidatedRequest<EndpointName>, 'setTotal' | 'rememberLanguage' | 'cacheUntil'>;

function validatedRequest(
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: ResponseSettings,
): ValidatedRequest<EndpointName> {
  let signal: AbortSignal | undefined;
  const own = (part: 'query' | 'body') => ofOwnTechnician(endpoint, part, request[part], request.user);
  return {
    ...platform,
    now: readClock(platform.clock),
    user: request.user,
    language: request.language,
    params: validatedParams(endpoint.params, request.params),
    query: validated(endpoint.query, own('query')),
    body: endpoint.takesBytes ? undefined : validatedBody(endpoint.body, own('body')),
    guestLink: headerOf(request, 'x-guest-link'),
    readBytes: (most) => bytesOf(request, most),
    ...request.caller,
    idempotencyKey: headerOf(request, 'idempotency-key'),
    isStopping: request.server.shutdown.hasBegun(),
    openEventStream: () =>
      request.server.openEventStream({ user: request.user, address: request.caller.address }),
    log: request.log,
    ...settings,
    get signal() {
      signal ??= abortedOnClose(reply);
      return signal;
    },
  } as ValidatedRequest<EndpointName>;
}

/** Registers every endpoint: rate limit → token → role → input → the feature's route (docs/spec/behaviour.md §4.2). */
export function registerRoutes(app: FastifyInstance, platform: Platform, { all, cache }: ServedEndpoints) {
  app.decorateRequest('user', null);
  for (const each of all) {
    const { endpoint, serialize } = each;
    const respond = replierOf(platform, each, cache);
    const refusalOf = rateLimitOf(endpoint, platform.config);
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { takesBytes: endpoint.takesBytes ?? false },
      ...(endpoint.bodyMaxBytes !== undefined && { bodyLimit: endpoint.bodyMaxBytes }),
      ...(endpoint.status !== 204 && {
        schema: { response: { [endpoint.status]: endpoint.response } },
        serializerCompiler: () => serialize,
      }),
      onRequest: (request, _reply, done) => {
        const refusal = refusalOf(request.caller);
        if (refusal) done(refusal);
        else if (may(null, endpoint.access) && request.headers.authorization === undefined) done();
        else admit(platform, endpoint, request).then(() => done(), done);
      },
      handler: (request, reply) => {
        const cached = isCacheable(endpoint, request) ? cache.find(request.url) : undefined;
        if (!cached) return respond(request, reply);
        reply.code(endpoint.status).type(JSON_TYPE).send(cached);
      },
    });
  }
}

async function admit({ db, clock }: Platform, { access }: Endpoint, request: FastifyRequest): Promise<void> {
  const sessions = { db, log: request.log };
  request.user = await authenticate(sessions, request.headers.authorization, clock.ms());
  if (isStaff(request.user)) request.language = null;
  assertMayUse(request.user, access);
}

/** Replies to HTTP requests for an endpoint. Concurrent requests share a response that is the same for all callers. */
function replierOf(platform: Platform, { endpoint, respond }: ServedEndpoint, cache: ResponseCache) {
  const share = coalesceRequests<unknown>();
  let isSameForAll = false;
  const make = async (request: FastifyRequest, reply: FastifyReply, pending?: PendingResponse) => {
    const setTotal = (count: number) => void reply.header('x-total-count', count);
    const rememberLanguage = (reader: Reader) => setLanguageCookie(reply, reader);
    const requestWith = (settings: Pick<ResponseSettings, 'cacheUntil'>) =>
      validatedRequest(platform, endpoint, request, reply, { setTotal, rememberLanguage, ...settings });
    const { body, bytes } = await inLanguage(request.language ?? SALONS_LANGUAGE, () =>
      respond(requestWith, pending),
    );
    if (!bytes) return payloadOf(endpoint, body, request, reply);
    isSameForAll = true;
    reply.code(endpoint.status).type(JSON_TYPE);
    return bytes;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { url } = request;
    if (!isSameForAll || !isCacheable(endpoint, request))
      return make(request, reply, isCacheable(endpoint, request) ? cache.begin(url) : undefined);
    // callers of different languages share no refusal
    const payload = await share(`${request.language} ${url}`, async () => {
      const version = await latestVersion(platform.db);
      return cache.find(url, version) ?? make(request, reply, cache.begin(url, version));
    });
    reply.code(endpoint.status).type(JSON_TYPE);
    return payload;
  };
}

/** True if the response can be cached. False for a technician who gets only her own rows. */
const isCacheable = ({ method, access }: Endpoint, { user }: FastifyRequest): boolean =>
  method === 'GET' && may(null, access) && !isOwnOnly(user, access);

/** Converts a route's result to Fastify's payload. Never returns the reply: Fastify would wait for its end. */
function payloadOf({ status }: Endpoint, body: unknown, request: FastifyRequest, reply: FastifyReply) {
  if (body === undefined) return void reply.code(204);
  reply.code(status);
  if (body instanceof FileReply) return body.send(reply, request.headers['if-none-match']);
  if (body instanceof EventStream) return eventStreamPayload(request, reply, body);
  reply.type(JSON_TYPE);
  if (isInParts(body)) return Readable.from(body.parts);
  return body === null ? 'null' : body;
}

const isInParts = (body: unknown): body is WrittenInParts =>
  typeof body === 'object' && body !== null && 'parts' in body;

const JSON_TYPE = 'application/json; charset=utf-8';

const BEARER = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** Returns the user, or null without a token. Throws 401 for an invalid token, even on public endpoints. docs/spec/behaviour.md §4.1 */
async function authenticate(sessions: Sessions, authorization: string | undefined, nowMs: number) {
  if (authorization === undefined) return null;
  const [, token] = BEARER.exec(authorization.trim()) ?? [];
  const user = token === undefined ? undefined : await userOfToken(sessions, token, nowMs);
  return user ?? refuse('login_required');
}

/** Sets a technician's own id in the part that names a technician. Refuses another one. docs/spec/behaviour.md §16.11 */
function ofOwnTechnician(
  endpoint: Endpoint,
  part: 'query' | 'body',
  value: unknown,
  user: SessionUser | null,
): unknown {
  if (user?.role !== 'TECHNICIAN' || !isOwnOnly(user, endpoint.access)) return value;
  if (technicianPartOf(endpoint) !== part) return value;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value; // the validation that follows refuses it
  const own = part === 'query' ? String(user.technician_id) : user.technician_id;
  if ('technician_id' in value && value.technician_id !== own) refuse('not_allowed');
  return { ...value, technician_id: own };
}

/** The default limit stops only programs: many people may share a mobile network's IP address. docs/spec/behaviour.md §4.3 */
const EVERY_ENDPOINT: RateLimit = { max: 1200, per: '1 minute' };

/** How many IP addresses and address ranges are counted per endpoint. 20,000 take 4 MB. */
const REMEMBERED = 5000;
const REMEMBERED_OF_OWN_LIMIT = 20_000;

/** Returns a function that counts a request for the caller's address and the ranges around it, and returns an error above a limit. */
function rateLimitOf(
  { rateLimit }: Endpoint,
  config: Config,
): (caller: Pick<Caller, 'address'>) => AppError | undefined {
  if (!config.rateLimit || rateLimit === false) return () => undefined;
  const { max, per } = rateLimit ?? EVERY_ENDPOINT;
  const windowMs = Number.parseInt(per, 10) * 60_000;
  const most = rateLimit ? REMEMBERED_OF_OWN_LIMIT : REMEMBERED;
  const windows = new BoundedMap<string, { count: number; readonly endsAt: number }>(most);
  return ({ address }) => {
    const now = performance.now();
    let refusedMs = 0;
    for (const { network, times } of countedNetworksOf(address)) {
      const known = windows.get(network);
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
      windows.set(network, window);
      if (++window.count > max * times) refusedMs = Math.max(refusedMs, window.endsAt - now);
    }
    if (refusedMs === 0) return undefined;
    return new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(refusedMs / 1000) });
  };
}
