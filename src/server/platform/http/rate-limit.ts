import type { FastifyRequest } from 'fastify';
import type { Endpoint, RateLimit } from '#contract/endpoint.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/**
 * Requests per address and endpoint. A salon's own Wi-Fi is one address, and so are all phones behind one gateway of a mobile
 * network, so these limits stop machines, not people. They are this process's own and gone with it; what keeps guessing and abuse
 * down is counted in the database (`countAttempt`). docs/spec/behaviour.md §4.3
 */
const EVERY_ENDPOINT: RateLimit = { max: 1200, per: '1 minute' };

/** How many addresses are remembered, the latest; 200 bytes each, so 4 MB for an endpoint whose limit matters most. */
const REMEMBERED = 5000;
const REMEMBERED_OF_OWN_LIMIT = 20_000;

const optionsOf = ({ max, per }: RateLimit, cache: number) => ({ max, timeWindow: per, cache });

export const defaultRateLimit = optionsOf(EVERY_ENDPOINT, REMEMBERED);

/** Each endpoint counts for itself. */
export function rateLimitOf({ rateLimit }: Endpoint, config: Config): ReturnType<typeof optionsOf> | false {
  if (!config.rateLimit || rateLimit === false) return false;
  return rateLimit ? optionsOf(rateLimit, REMEMBERED_OF_OWN_LIMIT) : defaultRateLimit;
}

/** What @fastify/rate-limit throws; it adds `retry-after` itself. */
export const rateLimitError = (_request: FastifyRequest, context: { ttl: number }) =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) });
