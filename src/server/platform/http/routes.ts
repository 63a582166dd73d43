import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import type { EndpointName } from '#contract/index.ts';
import { type Sessions, type SessionUser, userOfToken } from '../auth/sessions.ts';
import { readClock } from '../clock.ts';
import { latestVersion } from '../db/version.ts';
import { refuse } from '../errors.ts';
import { EventStream, eventStreamPayload } from '../events/streams.ts';
import { shareAnswers } from './coalesce.ts';
import type { Answers, EndpointAnswers } from './endpoint-responses.ts';
import { FileResponse, fileStream, TextFile, textFile } from './file-response.ts';
import { rateLimitOf } from './rate-limit.ts';
import type { Platform, ValidatedRequest, WrittenInParts } from './request.ts';
import type { AnswerToKeep, KeptAnswers } from './response-cache.ts';
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

/** Fastify's own `request.signal` is aborted as soon as the body has been read. */
function abortedOnClose({ raw }: FastifyReply): AbortSignal {
  const leaving = new AbortController();
  if (raw.destroyed) leaving.abort();
  else raw.once('close', () => leaving.abort());
  return leaving.signal;
}

/** How a route affects its answer beside the body. */
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
    openEventStream: () =>
      request.server.openEventStream({ user: request.user, address: request.caller.address }),
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
export function registerRoutes(app: FastifyInstance, platform: Platform, { all, kept }: Answers): void {
  app.decorateRequest('user', null);
  for (const answers of all) {
    const { endpoint, serialize } = answers;
    const answer = handlerOf(platform, answers, kept);
    app.route({
      method: endpoint.method,
      url: `/api${endpoint.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { rateLimit: rateLimitOf(endpoint, platform.config) },
      ...(endpoint.bodyMaxBytes !== undefined && { bodyLimit: endpoint.bodyMaxBytes }),
      ...(endpoint.status !== 204 && {
        schema: { response: { [endpoint.status]: endpoint.response } },
        serializerCompiler: () => serialize,
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
        const text = canBeKept(endpoint) ? kept.find(request.url) : undefined;
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

/** The handler of an endpoint. Concurrent requests share one answer if it is the same for everybody. */
function handlerOf(platform: Platform, { endpoint, ask }: EndpointAnswers, kept: KeptAnswers) {
  const share = shareAnswers<unknown>();
  let isSameForAll = false;
  const make = async (request: FastifyRequest, reply: FastifyReply, keeping?: AnswerToKeep) => {
    const setTotal = (count: number) => void reply.header('x-total-count', count);
    const requestWith = (settings: Pick<AnswerSettings, 'keepUntil'>) =>
      validatedRequest(platform, endpoint, request, reply, { setTotal, ...settings });
    const { body, text } = await ask(requestWith, keeping);
    if (text === undefined) return payloadOf(endpoint, body, request, reply);
    isSameForAll = true;
    reply.code(endpoint.status).type(JSON_TYPE);
    return text;
  };
  return async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    const { url } = request;
    if (!isSameForAll) return make(request, reply, canBeKept(endpoint) ? kept.begin(url) : undefined);
    const payload = await share(url, async () => {
      const version = await latestVersion(platform.db);
      return kept.find(url, version) ?? make(request, reply, kept.begin(url, version));
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
  if (body instanceof EventStream) return eventStreamPayload(request, reply, body);
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
