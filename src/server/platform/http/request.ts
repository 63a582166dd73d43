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
import type { WallTime } from '#domain/wall-clock.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { SessionUser } from '../auth/sessions.ts';
import type { Clock, Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';
import type { EventStream } from '../events/streams.ts';
import type { Caller } from './callers.ts';

/** What the server is made of; the same in production and in tests. */
export interface Platform {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly passwords: Passwords;
}

type UserOf<N extends EndpointName> = Endpoints[N]['access'] extends 'public'
  ? SessionUser | null
  : SessionUser;

/** What a command gets beside its input: the database, this request's one moment, and the user (null = a visitor). */
export interface RequestContext<W = SessionUser | null> extends Platform {
  readonly now: Now;
  readonly user: W;
  /** Aborted once the caller has left; for what is worth giving up then. */
  readonly signal: AbortSignal;
}

/** A validated request on its way to its route. */
export interface ValidatedRequest<N extends EndpointName> extends RequestContext<UserOf<N>>, Caller {
  readonly params: ParsedParams<N>;
  readonly query: ParsedQuery<N>;
  readonly body: ParsedBody<N>;
  readonly idempotencyKey: string | undefined;
  /** This process wants no more requests. */
  readonly isStopping: boolean;
  readonly openEventStream: () => EventStream;
  readonly log: FastifyBaseLogger;
  /** Of a list that is answered in part: how many rows there are in all, in `X-Total-Count` (docs/spec/behaviour.md §3.6). */
  readonly setTotal: (count: number) => void;
  /**
   * The answer is the same for everybody, and stays so until the data change or the salon's clock shows this time; null = only the
   * data change it. Of a public endpoint whose answer is its body alone. docs/decisions/0020-cached-free-slots.md
   */
  readonly keepUntil: (time: WallTime | null) => void;
}

/** What a query of a list gets: it answers a part, and says how much there is. docs/spec/behaviour.md §3.6 */
export type ListContext<W = SessionUser | null> = RequestContext<W> &
  Pick<ValidatedRequest<EndpointName>, 'setTotal'>;

/** What a query gets whose answer may be kept. */
export type KeptContext = RequestContext & Pick<ValidatedRequest<EndpointName>, 'keepUntil'>;

/** A response too long to be written at once: pieces of JSON, each made when the one before has left. */
export interface WrittenInParts {
  readonly parts: AsyncIterable<string>;
}

/** A route returns the response of its endpoint, or throws an error of the closed list; a 204 returns nothing. */
export type Route<N extends EndpointName> = (
  request: ValidatedRequest<N>,
) => Promise<ResponseBody<N> | WrittenInParts> | ResponseBody<N> | WrittenInParts;
export type Routes = { readonly [N in EndpointName]: Route<N> };
/** The routes of one feature, from its list of endpoints in the contract: `RoutesOf<typeof serviceEndpoints>`. */
export type RoutesOf<List extends readonly Endpoint[]> = { readonly [N in EndpointNamesIn<List>]: Route<N> };
