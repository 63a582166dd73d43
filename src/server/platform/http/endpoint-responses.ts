import fastJson, { type Schema } from 'fast-json-stringify';
import { z } from 'zod';
import type { Endpoint } from '#contract/endpoint.ts';
import { type EndpointName, endpoints } from '#contract/index.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Platform, Routes, ValidatedRequest } from './request.ts';
import { makeResponseCache, type PendingResponse } from './response-cache.ts';
import { assertOwnRows, ownResponse } from './technician-scope.ts';

type Request = ValidatedRequest<EndpointName>;
type Serialize = (body: unknown) => string;

export type ServedEndpoint = ReturnType<typeof handlerOf>;
export type ServedEndpoints = ReturnType<typeof serveEndpoints>;

export interface ServeOptions {
  /** For tests: throws if a response does not match its schema. */
  readonly checkResponses: boolean;
}

/** Returns the serializer for a schema, which leaves out fields that are not in the contract. */
function serializerOf(response: z.ZodType): Serialize {
  const options = { target: 'openapi-3.0', io: 'output', unrepresentable: 'any' } as const;
  const schema = z.toJSONSchema(response, { ...options, metadata: z.registry() }); // the empty registry has no ids, so schemas stay inline
  const isOpen = 'additionalProperties' in schema && schema.additionalProperties !== false;
  return isOpen || !('type' in schema || 'anyOf' in schema) ? JSON.stringify : fastJson(schema as Schema);
}

/** Compiles the serializer at the endpoint's first response. Compiling all of them took a third of the server's start time. */
function serializerOnDemand(response: z.ZodType, { checkResponses }: ServeOptions): Serialize {
  let serialize: Serialize | undefined;
  return (body) => {
    if (checkResponses) response.parse(body);
    serialize ??= serializerOf(response);
    return serialize(body);
  };
}

function handlerOf(endpoint: Endpoint, routes: Routes, options: ServeOptions) {
  const name = `${endpoint.method} ${endpoint.path}` as EndpointName;
  const route = routes[name] as (request: Request) => unknown;
  const serialize = serializerOnDemand(endpoint.response, options);
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

export const serveEndpoints = (platform: Platform, routes: Routes, options: ServeOptions) => ({
  cache: makeResponseCache(platform),
  all: (endpoints as readonly Endpoint[]).map((endpoint) => handlerOf(endpoint, routes, options)),
});
