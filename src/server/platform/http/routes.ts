import { Readable } from 'node:stream';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { type Sessions, type SessionUser, userOfToken } from '../auth/sessions.ts';
import { readClock } from '../clock.ts';
import { latestVersion } from '../db/snapshot.ts';
import { refuse } from '../errors.ts';
import { EventStream, eventStream } from './event-stream.ts';
import { FileResponse, fileStream, TextFile, textFile } from './file-response.ts';
import { type AnswerToKeep, type KeptAnswers, keepAnswers } from './kept-answers.ts';
import { rateLimitOf } from './rate-limit.ts';
import type { Platform, Routes, ValidatedRequest, WrittenInParts } from './request.ts';
import { shareAnswers } from './shared-answers.ts';
import { validated, validatedBody, validatedParams } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    user: SessionUser | null;
  }
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
};

type Serialize = (body: unknown) => string;

/** A response is written by its schema: a field that the contract does not name never leaves. */
function serializerOf(response: z.ZodType): Serialize {
  const schema = z.toJSONSchema(response, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });
  const isOpen = 'additionalProperties' in schema && schema.additionalProperties !== false;
  return isOpen || !('type' in schema || 'anyOf' in schema) ? JSON.stringify : fastJson(schema as Schema);
}

/** Compiled with the endpoint's first response: all of them together were a third of the start. */
function serializerOnDemand(response: z.ZodType): Serialize {
  let serialize: Serialize | undefined;
  return (body) => {
    serialize ??= serializerOf(response);
    return serialize(body);
  };
}

/** With `checkResponses` (tests) a response that does not fit its schema is a crash. */
export interface RegisterOptions {
  readonly checkResponses: boolean;
}

/** Fastify's own `request.signal` is aborted as soon as the body has been read. */
function abortedOnClose({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  else raw.once('close', () => leaving.abort());
  return leaving.signal;
}

/** What becomes of the answer beside its body. */
type AnswerSettings = Pick<ValidatedRequest<EndpointName>, 'setTotal' | 'keepUntil'>;

function validatedRequest(
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
  settings: AnswerSettings,
): ValidatedRequest<EndpointName> {
  let signal: AbortSignal | undefined;
  return {
    ...platform,
    now: readClock(platform.clock),
    user: request.user,
    params: validatedParams(endpoint.params, request.params),
    query: validated(endpoint.query, request.query),
    body: validatedBody(endpoint.body, request.body),
    ...request.caller,
    idempotencyKey: keyOf(request),
    isStopping: request.server.shutdown.hasBegun(),
    followEvents: () => request.server.followEvents({ user: request.user, address: request.caller.address }),
    log: request.log,
    ...settings,
    get signal() {
      signal ??= abortedOnClose(reply); // made when it is asked for
      return signal;
    },
  } as ValidatedRequest<EndpointName>;
}

/**
 * Registers every endpoint of the contract under /api: rate limit → token → role → input → the feature's route
 * (docs/spec/behaviour.md §4.2).
 */
export function registerRoutes(
  app: FastifyInstance,
  platform: Platform,
  routes: Routes,
  options: RegisterOptions,
): void {
  app.decorateRequest('user', null);
  const keptAnswers = keepAnswers(platform);
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const answer = answerer(platform, endpoint, routes, { ...options, keptAnswers });
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { rateLimit: rateLimitOf(endpoint, platform.config) },
      ...(endpoint.bodyMaxBytes !== undefined && { bodyLimit: endpoint.bodyMaxBytes }),
      ...(endpoint.status !== 204 && {
        schema: { response: { [endpoint.status]: endpoint.response } },
        serializerCompiler: () => serializerOnDemand(endpoint.response),
      }),
      // not onRequest: the rate limit is checked there, and comes first
      preParsing: (request, _reply, payload, done) => {
        if (endpoint.access === 'public' && request.headers.authorization === undefined) done(null, payload);
        else
          admit(platform, endpoint, request).then(
            () => done(null, payload),
            (error: Error) => done(error),
          );
      },
      handler: (request, reply) => {
        const text = canBeKept(endpoint) ? keptAnswers.find(request.url) : undefined;
        if (text === undefined) return answer(request, reply);
        reply.code(endpoint.status).type(JSON_TYPE).send(text);
      },
    });
  }
}

/** Whose request it is, and whether this endpoint is for them. */
async function admit({ db, clock }: Platform, { access }: Endpoint, request: FastifyRequest): Promise<void> {
  const sessions = { db, log: request.log };
  request.user = await authenticate(sessions, request.headers.authorization, clock.ms());
  authorize(access, request.user);
}

/**
 * The handler of an endpoint: validates the request, asks the feature's route, and gives Fastify what it returned; to those who ask
 * at the same time one answer, where it is the same for everybody.
 */
function answerer(
  platform: Platform,
  endpoint: Endpoint,
  routes: Routes,
  { checkResponses, keptAnswers }: RegisterOptions & { readonly keptAnswers: KeptAnswers },
) {
  const route = routes[`${endpoint.method} ${endpoint.path}` as EndpointName] as (
    input: ValidatedRequest<EndpointName>,
  ) => unknown;
  const share = shareAnswers<unknown>();
  let isSameForAll = false;
  const make = async (request: FastifyRequest, reply: FastifyReply, keeping?: AnswerToKeep) => {
    let until: WallTime | null | undefined;
    const input = validatedRequest(platform, endpoint, request, reply, {
      setTotal: (count) => void reply.header('x-total-count', count),
      keepUntil: (time) => {
        until = time;
      },
    });
    const body = await route(input);
    const payload = payloadOf(endpoint, body, request, reply);
    if (payload !== body) return payload;
    if (checkResponses) endpoint.response.parse(body);
    if (until === undefined || !keeping) return body;
    isSameForAll = true;
    const text = String(reply.serialize(body));
    keeping.keep({ from: input.now.wall, until, text });
    return text;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { url } = request;
    if (!isSameForAll) return make(request, reply, canBeKept(endpoint) ? keptAnswers.begin(url) : undefined);
    const payload = await share(url, async () => {
      const version = await latestVersion(platform.db);
      return keptAnswers.find(url, version) ?? make(request, reply, keptAnswers.begin(url, version));
    });
    reply.code(endpoint.status).type(JSON_TYPE);
    return payload;
  };
}

const canBeKept = ({ method, access }: Endpoint): boolean => method === 'GET' && access === 'public';

/** What Fastify sends of what a route has returned: itself where it is JSON at once. Never the reply, on whose end Fastify would wait. */
function payloadOf(
  { status }: Endpoint,
  body: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): unknown {
  if (body === undefined) return void reply.code(204);
  reply.code(status);
  if (body instanceof TextFile) return textFile(reply, body, request.headers['if-none-match']);
  if (body instanceof FileResponse) return fileStream(reply, body);
  if (body instanceof EventStream) return eventStream(request, reply, body);
  reply.type(JSON_TYPE);
  if (isInParts(body)) return Readable.from(body.parts);
  return body === null ? 'null' : body;
}

const isInParts = (body: unknown): body is WrittenInParts =>
  typeof body === 'object' && body !== null && 'parts' in body;

const JSON_TYPE = 'application/json; charset=utf-8';

const BEARER = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/**
 * The user of the request: null without a token. A dead token is 401 on every endpoint, never silently a visitor
 * (docs/spec/behaviour.md §4.1).
 */
async function authenticate(
  sessions: Sessions,
  authorization: string | undefined,
  nowMs: number,
): Promise<SessionUser | null> {
  if (authorization === undefined) return null;
  const [, token] = BEARER.exec(authorization.trim()) ?? [];
  const user = token === undefined ? undefined : await userOfToken(sessions, token, nowMs);
  return user ?? refuse('login_required');
}

/** Without a token 401, with the wrong role 403. */
function authorize(access: Access, user: SessionUser | null): void {
  if (access === 'public') return;
  if (!user) refuse('login_required');
  if (access === 'admin' && user.role !== 'ADMIN') refuse('not_allowed');
}
