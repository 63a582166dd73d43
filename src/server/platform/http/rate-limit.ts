import type { FastifyRequest } from 'fastify';
import type { Endpoint, RateLimit } from '#contract/endpoint.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/**
 * Requests per address and endpoint. A salon's own Wi-Fi is one address, and so are all phones behind one gateway of a mobile
 * network, so these limits stop machines, not people. Wrong passwords are counted apart (`countAttempt`).
 */
const EVERY_ENDPOINT: RateLimit = { max: 1200, per: '1 minute' };

const optionsOf = ({ max, per }: RateLimit) => ({ max, timeWindow: per });

export const defaultRateLimit = optionsOf(EVERY_ENDPOINT);

/** Each endpoint counts for itself. */
export function rateLimitOf(
  { rateLimit = EVERY_ENDPOINT }: Endpoint,
  config: Config,
): ReturnType<typeof optionsOf> | false {
  return config.rateLimit && rateLimit ? optionsOf(rateLimit) : false;
}

/** What @fastify/rate-limit throws; it adds `retry-after` itself. */
export const rateLimitError = (_request: FastifyRequest, context: { ttl: number }) =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) });
