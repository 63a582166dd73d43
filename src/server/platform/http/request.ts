import type { FastifyBaseLogger } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type {
  EndpointName,
  EndpointNamesIn,
  Endpoints,
  ParsedBody,
  ParsedParams,
  ParsedQuery,
  ResponseBody,
} from '#contract/index.ts';
import type { ACTIONS } from '#domain/accounts/roles.ts';
import type { Language } from '#domain/language/languages.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { SessionUser } from '../auth/sessions.ts';
import type { Clock, Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import type { EventStream } from '../events/streams.ts';
import type { Caller } from './callers.ts';
import type { Reader } from './reader-language.ts';

/** The dependencies of every route. Tests replace the clock. */
export interface Platform {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly passwords: Passwords;
}

type UserOf<N extends EndpointName> = (typeof ACTIONS)[Endpoints[N]['access']] extends { VISITOR: unknown }
  ? SessionUser | null
  : SessionUser;

/** The context of a command: the platform, the time of the request, and the user (null = a visitor). */
export interface RequestContext<W = SessionUser | null> extends Platform {
  readonly now: Now;
  readonly user: W;
  readonly signal: AbortSignal;
  /** The language of the page that sends the request; null: staff's. docs/spec/behaviour.md §33.1 */
  readonly language: Language | null;
}

/** The context of a change by a user or a background job; the user of a job is 'LUNULA'. */
export interface ChangeContext extends Pick<Platform, 'clock' | 'config'> {
  readonly now: Now;
  readonly user: SessionUser | null | 'LUNULA';
}

export interface ValidatedRequest<N extends EndpointName> extends RequestContext<UserOf<N>>, Caller {
  readonly params: ParsedParams<N>;
  readonly query: ParsedQuery<N>;
  readonly body: ParsedBody<N>;
  readonly idempotencyKey: string | undefined;
  /** The token of a guest's link in the header X-Guest-Link. */
  readonly guestLink: string | undefined;
  /** Reads the raw body of an endpoint that takes bytes; undefined if there is none, or more than `most`. */
  readonly readBytes: (most: number) => Promise<Buffer | undefined>;
  readonly isStopping: boolean;
  readonly openEventStream: () => EventStream;
  readonly log: FastifyBaseLogger;
  /** Sets `X-Total-Count`, the number of rows of the whole list, if the response is a page of the list. docs/spec/behaviour.md §3.6 */
  readonly setTotal: (count: number) => void;
  /** Makes the later pages of this browser come in the reader's language. */
  readonly rememberLanguage: (reader: Reader) => Promise<void>;
  /** Caches this response for all callers until the data change or `time` is reached. Only for public endpoints that set no response headers. */
  readonly cacheUntil: (time: WallTime | null) => void;
}

/** The request's context and `setTotal`, for a query that returns one page of a list. docs/spec/behaviour.md §3.6 */
export type ListContext<W = SessionUser | null> = RequestContext<W> &
  Pick<ValidatedRequest<EndpointName>, 'setTotal'>;

export type CacheableContext = RequestContext & Pick<ValidatedRequest<EndpointName>, 'cacheUntil'>;

/** The result of a route with a long JSON response: its parts are streamed. */
export interface WrittenInParts {
  readonly parts: AsyncIterable<string>;
}

/** Handles an endpoint's requests. Returns the body (a Buffer is JSON; undefined is 204) or throws an error of the closed list. */
export type Route<N extends EndpointName> = (
  request: ValidatedRequest<N>,
) => Promise<ResponseBody<N> | WrittenInParts> | ResponseBody<N> | WrittenInParts | Buffer;
export type Routes = { readonly [N in EndpointName]: Route<N> };

/** The type of a feature's routes, for example `RoutesOf<typeof serviceEndpoints>`. */
export type RoutesOf<List extends readonly Endpoint[]> = { readonly [N in EndpointNamesIn<List>]: Route<N> };
