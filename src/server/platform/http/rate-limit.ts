import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { Config } from '../config.ts';
import { AppError } from '../errors.ts';

/**
 * Requests per address. A salon's own Wi-Fi is one address, and so are all phones behind one gate of a mobile network, so these
 * stop machines, not people. Wrong passwords are counted apart (`countAttempt`).
 */
const PER_MINUTE = 1200;
const STRICTER: Readonly<Record<string, { max: number; timeWindow: string }>> = {
  'POST /auth/login': { max: 600, timeWindow: '15 minutes' },
  'POST /auth/register': { max: 200, timeWindow: '10 minutes' },
  'POST /auth/forgot': { max: 30, timeWindow: '15 minutes' },
  'POST /auth/reset': { max: 30, timeWindow: '15 minutes' },
  'POST /client-notifications/free-slot': { max: 60, timeWindow: '10 minutes' },
  'POST /guest-link/view': { max: 120, timeWindow: '10 minutes' },
};

export const defaultRateLimit = { max: PER_MINUTE, timeWindow: '1 minute' };

/** Each call has a limit of its own. */
export function rateLimitOf(entry: Endpoint, config: Config): { max: number; timeWindow: string } | false {
  if (!config.rateLimit || entry.path === '/health') return false;
  return STRICTER[`${entry.method} ${entry.path}`] ?? defaultRateLimit;
}

/** What @fastify/rate-limit throws; it adds `retry-after` itself. */
export const rateLimitError = (_request: FastifyRequest, context: { ttl: number }) =>
  new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(context.ttl / 1000) });
