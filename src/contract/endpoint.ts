import { z } from 'zod';
import type { Action } from '#domain/accounts/roles.ts';
import type { ErrorCode } from './errors.ts';

/** The limit of requests per IP address (docs/spec/behaviour.md §4.3). */
export interface RateLimit {
  readonly max: number;
  readonly per: `${number} ${'minute' | 'minutes'}`;
}

export interface Endpoint {
  /** The name of the function in generated clients. Never rename it: code that uses a regenerated client would break. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  /** What the user does, as the table of roles names it. A sent token must be valid, also where visitors may. docs/spec/behaviour.md §4.1 */
  readonly access: Action;
  /** The rate limit of the endpoint. Without it the common limit applies; `false` means no limit. */
  readonly rateLimit?: RateLimit | false;
  /** What the endpoint does, in one clause (OpenAPI's summary); details after `;`, `:` or `.`, then the section of the specification. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly example?: object;
  /** The maximum size of the body; without it the common limit applies (docs/spec/behaviour.md §3.3). */
  readonly bodyMaxBytes?: number;
  readonly status: 200 | 201 | 204;
  readonly response: z.ZodType;
  readonly fileType?: 'text/calendar' | 'application/octet-stream' | 'text/event-stream' | 'image/webp';
  /** Whether the body is a file as raw bytes. The route reads it after its own checks. */
  readonly takesBytes?: true;
  /** Whether the response header X-Total-Count contains the total number of rows (docs/spec/behaviour.md §3.6). */
  readonly isCounted?: true;
  /** The errors that are specific to the endpoint. `errorCodesOf` (openapi/openapi.ts) adds errors that follow from input and access. */
  readonly errors: readonly ErrorCode[];
}

const noContent = z.void();

/** The types of the fields that an endpoint definition omits. Exported, because the types of the endpoint lists refer to it. */
export interface Defaults {
  readonly status: 200 | 204;
  readonly response: typeof noContent;
  readonly errors: readonly [];
}
type Named = 'operationId' | 'method' | 'path' | 'access';
type Details = Omit<Endpoint, Named | keyof Defaults> & Partial<Pick<Endpoint, keyof Defaults>>;
type Method = Endpoint['method'];
type Path = Endpoint['path'];

/** Defines an endpoint with its literal types. Defaults: status 200, or 204 without a response; no specific errors. */
export function endpoint<M extends Method, P extends Path, A extends Action, const D extends Details>(
  operationId: string,
  name: `${M} ${P}`,
  access: A,
  details: D,
): D & Omit<Defaults, keyof D> & { operationId: string; method: M; path: P; access: A } {
  const [method, path] = name.split(' ') as [M, P];
  const defaults: Defaults = { status: details.response ? 200 : 204, response: noContent, errors: [] };
  return { ...defaults, ...details, operationId, method, path, access };
}

/** Where a request names a technician. Of a technician it means herself, unless she may do this to all rows. docs/spec/behaviour.md §16.11 */
export function technicianPartOf({
  query,
  body,
}: Pick<Endpoint, 'query' | 'body'>): 'query' | 'body' | undefined {
  if (query && 'technician_id' in query.shape) return 'query';
  return body instanceof z.ZodObject && 'technician_id' in body.shape ? 'body' : undefined;
}
