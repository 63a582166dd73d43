import fastJson, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Platform, Routes, ValidatedRequest } from './request.ts';
import { type AnswerToKeep, type KeptAnswers, keepAnswers } from './response-cache.ts';

type Request = ValidatedRequest<EndpointName>;
type Serialize = (body: unknown) => string;

/** One endpoint and its route. */
export interface EndpointAnswers {
  readonly endpoint: Endpoint;
  readonly serialize: Serialize;
  /** Calls the route. If the route lets its answer be kept and `keeping` is given, keeps the answer's text and returns it too. */
  ask(
    requestWith: (settings: Pick<Request, 'keepUntil'>) => Request,
    keeping: AnswerToKeep | undefined,
  ): Promise<{ readonly body: unknown; readonly text?: string }>;
}

/** The answers of all endpoints, for the API and for rendered pages. */
export interface Answers {
  readonly kept: KeptAnswers;
  readonly all: readonly EndpointAnswers[];
}

export interface AnswersOptions {
  /** For tests: a response that does not fit its schema is a crash. */
  readonly checkResponses: boolean;
}

/** Serializes a response by its schema: a field that the contract does not name never leaves the server. */
function serializerOf(response: z.ZodType): Serialize {
  const options = { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(response, { ...options, metadata: z.registry() }); // no ids: schemas stay inline
  const isOpen = 'additionalProperties' in schema && schema.additionalProperties !== false;
  return isOpen || !('type' in schema || 'anyOf' in schema) ? JSON.stringify : fastJson(schema as Schema);
}

/** Compiled with the endpoint's first response: compiling all of them took a third of the start. */
function serializerOnDemand(response: z.ZodType, { checkResponses }: AnswersOptions): Serialize {
  let serialize: Serialize | undefined;
  return (body) => {
    if (checkResponses) response.parse(body);
    serialize ??= serializerOf(response);
    return serialize(body);
  };
}

function answersOf(endpoint: Endpoint, routes: Routes, options: AnswersOptions): EndpointAnswers {
  const name = `${endpoint.method} ${endpoint.path}` as EndpointName;
  const route = routes[name] as (request: Request) => unknown;
  const serialize = serializerOnDemand(endpoint.response, options);
  return {
    endpoint,
    serialize,
    async ask(requestWith, keeping) {
      let until: WallTime | null | undefined;
      const request = requestWith({
        keepUntil: (time) => {
          until = time;
        },
      });
      const body = await route(request);
      if (until === undefined || !keeping) return { body };
      const text = serialize(body);
      keeping.keep({ from: request.now.wall, until, text });
      return { body, text };
    },
  };
}

export const makeAnswers = (platform: Platform, routes: Routes, options: AnswersOptions): Answers => ({
  kept: keepAnswers(platform),
  all: (endpoints as readonly Endpoint[]).map((endpoint) => answersOf(endpoint, routes, options)),
});
