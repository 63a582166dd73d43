import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { refusals } from '#contract/errors.ts';
import { clashOf } from '../db/errors.ts';
import { Refusal } from '../errors.ts';

/** The one form of every error (behaviour.md §3): never a stack, SQL or English. */
export interface ErrorAnswer {
  readonly error: string;
  readonly code: string;
  readonly fields?: Readonly<Record<string, string>>;
}

const DATABASE_AWAY_RETRY_SECONDS = 5;
const BY_FASTIFY_CODE: Readonly<Record<string, ConstructorParameters<typeof Refusal>[0]>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: 'too_large',
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'not_json',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'broken_json',
  FST_ERR_CTP_INVALID_JSON_BODY: 'broken_json',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'broken_json',
};

const CLASHES = {
  overlap: 'slot_overlaps',
  unique: 'conflict',
  'foreign-key': 'conflict',
  away: 'database_away',
} as const;

/** Which refusal an error is; an error that is none is a crash. */
function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  const { code, statusCode = 500 } = error as FastifyError;
  const known = BY_FASTIFY_CODE[code];
  if (known) return new Refusal(known);
  if (statusCode >= 400 && statusCode < 500) return new Refusal('broken_request'); // the caller's fault, says a library
  const clash = clashOf(error);
  if (clash === 'away')
    return new Refusal('database_away', { retryAfterSeconds: DATABASE_AWAY_RETRY_SECONDS });
  return clash ? new Refusal(CLASHES[clash]) : undefined;
}

export const errorAnswer = (refusal: Refusal): ErrorAnswer => ({
  error: refusal.message,
  code: refusal.code,
  ...(refusal.fields && { fields: refusal.fields }),
});

/** The one error handler. A crash is logged with its request id and says nothing of itself to the caller. */
export function answerError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const refusal = refusalOf(error);
  if (!refusal) {
    request.log.error({ err: error }, 'crash');
    reply.code(500).send({ error: refusals.server_error.text, code: 'server_error' });
    return;
  }
  if (refusal.code === 'database_away')
    request.log.warn({ reason: error.message, reasonCode: error.code }, 'database away');
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  reply.code(refusal.status).send(errorAnswer(refusal));
}
