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
  /**
   * What it does: one clause, then after `;`, `:` or `.` what else there is to know, then its section of docs/spec/product.md or
   * docs/spec/behaviour.md. The clause stands alone as the summary of the OpenAPI description.
   */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  /** How long the body may be; left out: as long as that of every endpoint (docs/spec/behaviour.md §3.3). */
  readonly bodyMaxBytes?: number;
  readonly status: 200 | 201 | 204;
  readonly response: z.ZodType;
  /** The response is a file or a stream of this type, not JSON. */
  readonly fileType?: 'text/calendar' | 'application/octet-stream' | 'text/event-stream';
  /** The header X-Total-Count says how many rows there are in all (docs/spec/behaviour.md §3.6). */
  readonly isCounted?: true;
  /** The errors it may return beside those of every endpoint, which `errorCodesOf` adds (src/contract/openapi/errors.ts). */
  readonly errors: readonly ErrorCode[];
}

/** Keeps the literal types of an endpoint, which type the server's routes and the web's requests. */
export const endpoint = <const E extends Endpoint>(e: E): E => e;
