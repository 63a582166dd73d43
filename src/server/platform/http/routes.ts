import { Readable } from 'node:stream';
import fastJson, { type Schema } from 'fast-json-stringify';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import { type Sessions, type SessionUser, userOfToken } from '../auth/sessions.ts';
import { readClock } from '../clock.ts';
import { refuse } from '../errors.ts';
import { FileResponse, sendFile, sendTextFile, TextFile } from './file-response.ts';
import { rateLimitOf } from './rate-limit.ts';
import type { Platform, Routes, ValidatedRequest, WrittenInParts } from './request.ts';
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

function validatedRequest(
  platform: Platform,
  endpoint: Endpoint,
  request: FastifyRequest,
  reply: FastifyReply,
): ValidatedRequest<EndpointName> {
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
    log: request.log,
    setTotal: (count: number) => void reply.header('x-total-count', count),
    get signal() {
      return abortedOnClose(reply); // made when it is asked for
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
  for (const endpoint of endpoints as readonly Endpoint[]) {
    const route = routes[`${endpoint.method} ${endpoint.path}` as EndpointName] as (
      input: ValidatedRequest<EndpointName>,
    ) => unknown;
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
      preParsing: async (request) => {
        const sessions = { db: platform.db, log: request.log };
        request.user = await authenticate(sessions, request.headers.authorization, platform.clock.ms());
        authorize(endpoint.access, request.user);
      },
      handler: async (request, reply) => {
        const body = await route(validatedRequest(platform, endpoint, request, reply));
        if (isInParts(body)) return sendParts(reply, endpoint, body);
        if (body instanceof TextFile)
          return sendTextFile(reply.code(endpoint.status), body, request.headers['if-none-match']);
        if (options.checkResponses) endpoint.response.parse(body);
        return send(reply, endpoint, body);
      },
    });
  }
}

const isInParts = (body: unknown): body is WrittenInParts =>
  typeof body === 'object' && body !== null && 'parts' in body;

const sendParts = (reply: FastifyReply, { status }: Endpoint, { parts }: WrittenInParts): FastifyReply =>
  reply.code(status).type(JSON_TYPE).send(Readable.from(parts));

const JSON_TYPE = 'application/json; charset=utf-8';

function send(reply: FastifyReply, endpoint: Endpoint, body: unknown): FastifyReply {
  if (body === undefined) return reply.code(204).send();
  if (body instanceof FileResponse) return sendFile(reply.code(endpoint.status), body);
  reply.code(endpoint.status).type(JSON_TYPE);
  return body === null ? reply.serializer(JSON.stringify).send(null) : reply.send(body);
}

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
