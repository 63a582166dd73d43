import type { FastifyInstance } from 'fastify';
import { type DestinationStream, type Logger, pino } from 'pino';

const KEPT_OF_ERRORS = ['code', 'errcode', 'constraint', 'table'] as const;

/**
 * What a log line may say of an error: its kind and its place in the code. A database's `detail` would hold people's emails
 * and phones, so the rest stays out.
 */
function errorLine(error: Error): Record<string, unknown> {
  const line: Record<string, unknown> = { type: error.name, message: error.message, stack: error.stack };
  for (const key of KEPT_OF_ERRORS)
    if (key in error) line[key] = (error as unknown as Record<string, unknown>)[key];
  return line;
}

export const makeLog = (level: string, destination?: DestinationStream): Logger =>
  pino({ level, serializers: { err: errorLine }, base: null }, destination ?? pino.destination(1));

/** One line a request: its id (which the request's log carries), method, the route's pattern (never the address, it may hold something private), status, ms. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const line = {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime * 10) / 10,
    };
    // 503 is meant: too many at once, or the database is away, which has a line of its own
    if (reply.statusCode === 503) request.log.warn(line, 'request');
    else if (reply.statusCode >= 500) request.log.error(line, 'request');
    else request.log.info(line, 'request');
  });
}
