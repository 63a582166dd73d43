import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call (docs/spec/behaviour.md §4.1): `public` = anybody, but a token that is sent must be alive; `user` = any live
 * token;
 * `admin` = the administrator's token.
 */
export type Access = 'public' | 'user' | 'admin';

/** How many requests one address may make to an endpoint (docs/spec/behaviour.md §4.3). */
export interface RateLimit {
  readonly max: number;
  readonly per: `${number} ${'minute' | 'minutes'}`;
}

/** One endpoint of the API. `{id}` in `path` is a parameter; a 204 has no response body. */
export interface Endpoint {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** Left out: the limit that every endpoint has. `false`: none. */
  readonly rateLimit?: RateLimit | false;
  /** One line for the reader of docs/api.md, with its section of docs/spec/product.md or docs/spec/behaviour.md. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How long the body may be; left out: as long as that of every endpoint (docs/spec/behaviour.md §3.3). */
  readonly bodyMaxBytes?: number;
  readonly status: 200 | 201 | 204;
  readonly response: z.ZodType;
  /** The response is a file to be saved, not JSON. */
  readonly isFile?: true;
  /** The errors it may return beside those of every endpoint: bad input, 401, 403, 404 of a path's id, 429, 500, 503. */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of an endpoint, which type the server's routes and the web's requests. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;
