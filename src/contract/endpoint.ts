import type { z } from 'zod';
import type { RefusalCode } from './errors.ts';

/**
 * Who may call (behaviour.md §4): `visitor` = anybody, a sent token must still be alive; `logged-in` = any live token;
 * `ADMIN` = the administrator's token.
 */
export type Access = 'visitor' | 'logged-in' | 'ADMIN';

/** One call of the API. `{id}` in `path` is a parameter; a 204 has no answer. */
export interface Entry {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  readonly path: `/${string}`;
  readonly access: Access;
  /** One line for the reader of docs/api.md, with its section of spec.md or behaviour.md. */
  readonly summary: string;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  readonly body?: z.ZodType;
  readonly status: 200 | 201 | 204;
  readonly answer: z.ZodType;
  /** What it may refuse beside what every call may: bad input, 401, 403, 404 of a path's id, 429, 500, 503. */
  readonly refusals: readonly RefusalCode[];
}

/** Keeps the literal types of a contract entry, which the server's routes and the web's calls are typed by. */
export const entry = <const E extends Entry>(e: E): E => e;
