import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { type ErrorCode, errors } from '#contract/errors.ts';
import { violationOf } from '../db/errors.ts';
import { AppError } from '../errors.ts';

const DATABASE_RETRY_SECONDS = 5;
const BY_FASTIFY_CODE: Readonly<Record<string, ErrorCode>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'broken_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'broken_json',
};

const VIOLATION_CODES = {
  overlap: 'slot_overlaps',
  unique: 'conflict',
  'foreign-key': 'conflict',
  unavailable: 'database_away',
} as const;

function appErrorOf(error: unknown): AppError | undefined {
  if (error instanceof AppError) return error;
  const { code, statusCode = 500 } = error as FastifyError;
  const known = BY_FASTIFY_CODE[code];
  if (known) return new AppError(known);
  if (statusCode >= 400 && statusCode < 500) return new AppError('broken_request'); // a library has rejected the request
  const violation = violationOf(error);
  if (violation === 'unavailable')
    return new AppError('database_away', { retryAfterSeconds: DATABASE_RETRY_SECONDS });
  return violation ? new AppError(VIOLATION_CODES[violation]) : undefined;
}

/** The body of every error response. It never contains a stack, SQL or English text. docs/spec/behaviour.md §3.2 */
export const errorResponse = ({ message, code, details }: AppError) => ({ error: message, code, ...details });

/** Replies with the error. Unexpected errors are logged with the request id; the response has no details of them. */
export function replyWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = appErrorOf(error);
  if (!refusal) {
    request.log.error({ err: error }, 'crash');
    reply.code(500).send({ error: errors.server_error.text, code: 'server_error' });
    return;
  }
  if (refusal.code === 'database_away')
    request.log.warn(
      { reason: error.message, reasonCode: error.code },
      'database unavailable; replied with 503',
    );
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  reply.code(refusal.status).send(errorResponse(refusal));
}
