import type { FastifyRequest } from 'fastify';
import type { Endpoint, RateLimit } from '#contract/endpoint.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/**
 * Requests per address and endpoint. A salon's Wi-Fi is one address, and so is a mobile network's gateway, so these limits stop
 * machines, not people. They are counted in memory; guessing and abuse are counted in the database (`countAttempt`).
 * docs/spec/behaviour.md §4.3
 */
const EVERY_ENDPOINT: RateLimit = { max: 1200, per: '1 minute' };

/** The number of latest addresses that are counted, 200 bytes each: 4 MB for an endpoint with a limit of its own. */
const REMEMBERED = 5000;
const REMEMBERED_OF_OWN_LIMIT = 20_000;

const optionsOf = ({ max, per }: RateLimit, cache: number) => ({ max, timeWindow: per, cache });

export const defaultRateLimit = optionsOf(EVERY_ENDPOINT, REMEMBERED);

/** The limit of an endpoint; each endpoint counts separately. */
export function rateLimitOf({ rateLimit }: Endpoint, config: Config): ReturnType<typeof optionsOf> | false {
  if (!config.rateLimit || rateLimit === false) return false;
  return rateLimit ? optionsOf(rateLimit, REMEMBERED_OF_OWN_LIMIT) : defaultRateLimit;
}

/** The error that @fastify/rate-limit throws; the plugin adds `retry-after`. */
export const rateLimitError = (_request: FastifyRequest, context: { ttl: number }) =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) });
