import { normalizeIP } from '@fastify/rate-limit';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import type { Access, Entry } from '#contract/endpoint.ts';
import { type CallName, entries } from '#contract/index.ts';
import { type Caller, callerOf, type Sessions } from '../auth/sessions.ts';
import { readClock } from '../clock.ts';
import { refuse } from '../errors.ts';
import { rateLimitOf } from './rate-limit.ts';
import type { Call, Platform, Routes } from './request.ts';
import { checked, checkedBody, checkedParams } from './validation.ts';

declare module 'fastify' {
  interface FastifyRequest {
    who: Caller | null;
  }
}

const keyOf = (request: FastifyRequest): string | undefined => {
  const key = request.headers['idempotency-key'];
  return typeof key === 'string' && key !== '' ? key : undefined;
};

/** What leaves is written by the answer's shape: a field that the contract does not name never leaves. */
function answerSchema(entry: Entry): Record<number, unknown> | undefined {
  if (entry.status === 204) return undefined;
  const shape = z.toJSONSchema(entry.answer, { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' });
  const isOpen = 'additionalProperties' in shape && shape.additionalProperties !== false;
  return isOpen || !('type' in shape || 'anyOf' in shape) ? undefined : { [entry.status]: shape };
}

/** With `checkAnswers` (tests) an answer that does not fit its contract is a crash. */
export interface RegisterOptions {
  readonly checkAnswers: boolean;
}

function callFor(platform: Platform, entry: Entry, request: FastifyRequest): Call<CallName> {
  return {
    ...platform,
    now: readClock(platform.clock),
    who: request.who,
    params: checkedParams(entry.params, request.params),
    query: checked(entry.query, request.query),
    body: checkedBody(entry.body, request.body),
    address: normalizeIP(request.ip), // one network behind IPv6 is one caller
    idempotencyKey: keyOf(request),
    log: request.log,
  } as Call<CallName>;
}

/** Registers every entry of the contract under /api: rate limit → token → role → input → the feature's route (behaviour.md §4). */
export function registerCalls(
  app: FastifyInstance,
  platform: Platform,
  routes: Routes,
  options: RegisterOptions,
): void {
  app.decorateRequest('who', null);
  for (const entry of entries as readonly Entry[]) {
    const route = routes[`${entry.method} ${entry.path}` as CallName] as (call: Call<CallName>) => unknown;
    const response = answerSchema(entry);
    app.route({
      method: entry.method,
      url: `/api${entry.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { rateLimit: rateLimitOf(entry, platform.config) },
      ...(response && { schema: { response } }),
      // not onRequest: the rate limit stands there, and comes first
      preParsing: async (request) => {
        const sessions = { db: platform.db, log: request.log };
        request.who = await readCaller(sessions, request.headers.authorization, platform.clock.ms());
        assertAccess(entry.access, request.who);
      },
      handler: async (request, reply) => {
        const answer = await route(callFor(platform, entry, request));
        if (options.checkAnswers) entry.answer.parse(answer);
        return send(reply, entry, answer);
      },
    });
  }
}

function send(reply: FastifyReply, entry: Entry, answer: unknown): FastifyReply {
  if (answer === undefined) return reply.code(204).send();
  reply.code(entry.status).type('application/json; charset=utf-8');
  return answer === null ? reply.serializer(JSON.stringify).send(null) : reply.send(answer);
}

const BEARER = /^Bearer +([A-Za-z0-9_-]{20,200})$/i;

/** Who calls: null without a token. A token that is sent and dead is 401 on every call, never silently a guest (behaviour.md §4). */
export async function readCaller(
  sessions: Sessions,
  authorization: string | undefined,
  nowMs: number,
): Promise<Caller | null> {
  if (authorization === undefined) return null;
  const [, token] = BEARER.exec(authorization.trim()) ?? [];
  const caller = token === undefined ? undefined : await callerOf(sessions, token, nowMs);
  return caller ?? refuse('login_required');
}

/** The door of a call: first the token, then the role. */
export function assertAccess(access: Access, who: Caller | null): void {
  if (access === 'visitor') return;
  if (!who) refuse('login_required');
  if (access === 'ADMIN' && who.role !== 'ADMIN') refuse('not_allowed');
}
