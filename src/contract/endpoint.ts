import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call (docs/spec/behaviour.md §4.1): `public` = anybody, but a token in the request must be valid; `user` = any valid token;
 * `admin` = the owner's token.
 */
export type Access = 'public' | 'user' | 'admin';

/** Requests per client address (docs/spec/behaviour.md §4.3). */
export interface RateLimit {
  readonly max: number;
  readonly per: `${number} ${'minute' | 'minutes'}`;
}

/** One endpoint of the API. */
export interface Endpoint {
  /** The function name in generated clients. Never rename it: that breaks every client that is generated again. */
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  /** `{id}` is a parameter. */
  readonly path: `/${string}`;
  readonly access: Access;
  /** Without it the common limit applies; `false` means no limit. */
  readonly rateLimit?: RateLimit | false;
  /**
   * One clause that says what the endpoint does (the summary in the OpenAPI document); after `;`, `:` or `.` the details, then the
   * section of the specification.
   */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** A request body for the OpenAPI document. */
  readonly example?: object;
  /** The maximum size of the body; without it the common limit applies (docs/spec/behaviour.md §3.3). */
  readonly bodyMaxBytes?: number;
  readonly status: 200 | 201 | 204;
  readonly response: z.ZodType;
  /** The response is a file or a stream of this type, not JSON. */
  readonly fileType?: 'text/calendar' | 'application/octet-stream' | 'text/event-stream';
  /** The response header X-Total-Count has the number of all rows (docs/spec/behaviour.md §3.6). */
  readonly isCounted?: true;
  /** The endpoint's own errors. `errorCodesOf` (openapi/openapi.ts) adds those that follow from its input and access. */
  readonly errors: readonly ErrorCode[];
}

const noContent = z.undefined();

/** Exported only because the type declarations of the endpoint lists refer to it. */
export interface Defaults {
  readonly status: 200 | 204;
  readonly response: typeof noContent;
  readonly errors: readonly [];
}
type Named = 'operationId' | 'method' | 'path' | 'access';
type Details = Omit<Endpoint, Named | keyof Defaults> & Partial<Pick<Endpoint, keyof Defaults>>;
type Method = Endpoint['method'];
type Path = Endpoint['path'];

/**
 * Defines an endpoint and keeps its literal types, which type the server's routes and the web's requests. Defaults: status 200, or
 * 204 without a response; no errors of its own.
 */
export function endpoint<M extends Method, P extends Path, A extends Access, const D extends Details>(
  operationId: string,
  name: `${M} ${P}`,
  access: A,
  details: D,
): D & Omit<Defaults, keyof D> & { operationId: string; method: M; path: P; access: A } {
  const [method, path] = name.split(' ') as [M, P];
  const defaults: Defaults = { status: details.response ? 200 : 204, response: noContent, errors: [] };
  return { ...defaults, ...details, operationId, method, path, access };
}
