import type { FastifyRequest } from 'fastify';
import type { Endpoint, RateLimit } from '#contract/endpoint.ts';
import { BoundedMap } from '../bounded-map.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';
import { type Caller, widerNetworksOf } from './callers.ts';

/**
 * The limit of requests per address and endpoint, counted in memory. It is high, to stop only machines: many people may share the
 * address of a Wi-Fi or a mobile network. Password guesses are counted in the database (`countAttempt`). docs/spec/behaviour.md §4.3
 */
const EVERY_ENDPOINT: RateLimit = { max: 1200, per: '1 minute' };

/** How many addresses are counted per endpoint, the latest first. Each takes 200 bytes: 4 MB for an endpoint with its own limit. */
const REMEMBERED = 5000;
const REMEMBERED_OF_OWN_LIMIT = 20_000;

const optionsOf = ({ max, per }: RateLimit, cache: number) => ({ max, timeWindow: per, cache });

export const defaultRateLimit = optionsOf(EVERY_ENDPOINT, REMEMBERED);

/** The rate limit of an endpoint. Requests to other endpoints do not count. */
export function rateLimitOf({ rateLimit }: Endpoint, config: Config): ReturnType<typeof optionsOf> | false {
  if (!config.rateLimit || rateLimit === false) return false;
  return rateLimit ? optionsOf(rateLimit, REMEMBERED_OF_OWN_LIMIT) : defaultRateLimit;
}

/** Counts requests of the networks around IPv6 callers, which the plugin does not; the result returns the error of too many. */
export function wideRateLimit(
  endpoint: Endpoint,
  config: Config,
): (caller: Pick<Caller, 'address'>) => AppError | undefined {
  const limit = rateLimitOf(endpoint, config);
  if (!limit) return () => undefined;
  const windowMs = Number.parseInt(limit.timeWindow, 10) * 60_000;
  const windows = new BoundedMap<string, { count: number; readonly endsAt: number }>(limit.cache);
  return ({ address }) => {
    const now = performance.now();
    let refusedMs = 0;
    for (const { network, times } of widerNetworksOf(address)) {
      const known = windows.get(network);
      const window = known && known.endsAt > now ? known : { count: 0, endsAt: now + windowMs };
      windows.set(network, window);
      if (++window.count > limit.max * times) refusedMs = Math.max(refusedMs, window.endsAt - now);
    }
    return refusedMs === 0 ? undefined : rateLimitRefusal(refusedMs);
  };
}

const rateLimitRefusal = (waitMs: number): AppError =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(waitMs / 1000) });

/** The error that @fastify/rate-limit throws; the plugin adds `retry-after`. */
export const rateLimitError = (_request: FastifyRequest, context: { ttl: number }) =>
  rateLimitRefusal(context.ttl);
