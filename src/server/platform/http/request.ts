import type { FastifyBaseLogger } from 'fastify';
import type {
  CallAnswer,
  CallName,
  Calls,
  ReceivedBody,
  ReceivedParams,
  ReceivedQuery,
} from '#contract/index.ts';
import type { Passwords } from '../auth/passwords.ts';
import type { Caller } from '../auth/sessions.ts';
import type { Clock, Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db } from '../db/schema.ts';

/** What the server is built of; the same in production and in tests. */
export interface Platform {
  readonly db: Db;
  readonly clock: Clock;
  readonly config: Config;
  readonly passwords: Passwords;
}

type WhoOf<N extends CallName> = Calls[N]['access'] extends 'visitor' ? Caller | null : Caller;

/** What a verb gets beside its input: the database, this request's one moment, and who asks (null = a visitor). */
export interface Context<W = Caller | null> extends Platform {
  readonly now: Now;
  readonly who: W;
}

/** A checked request on its way to its route. */
export interface Call<N extends CallName> extends Context<WhoOf<N>> {
  readonly params: ReceivedParams<N>;
  readonly query: ReceivedQuery<N>;
  readonly body: ReceivedBody<N>;
  /** The caller's network address, believed as TRUST_PROXY says. */
  readonly address: string;
  readonly idempotencyKey: string | undefined;
  readonly log: FastifyBaseLogger;
}

/** A route answers its call, or refuses by throwing; a 204 answers nothing. */
export type Route<N extends CallName> = (call: Call<N>) => Promise<CallAnswer<N>> | CallAnswer<N>;
export type Routes = { readonly [N in CallName]: Route<N> };
/** The calls of one feature. */
export type RoutesOf<N extends CallName> = { readonly [K in N]: Route<K> };
