import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import {
  type ErrorCode,
  errors,
  type ReachClaim,
  type ReachedMessage,
  type SeriesRow,
  type SlotConflict,
} from '#contract/errors.ts';
import { type ErrorDefinition, sentenceOf } from '#contract/page-errors.ts';
import { inCyrillic } from '#domain/language/cyrillic.ts';
import { type Violation, violationOf } from './db/errors.ts';
import { languageOfReply, varyByLanguage } from './http/reader-language.ts';
import { inLanguage } from './language.ts';

/** The fields of an error response besides code and sentence. `fields`: invalid fields with their texts. */
interface ErrorDetails {
  readonly fields?: Readonly<Record<string, string>>;
  readonly conflict?: SlotConflict;
  readonly rows?: readonly SeriesRow[];
  readonly claimed?: ReachClaim;
  readonly reached?: ReachedMessage;
}

interface ErrorExtras extends ErrorDetails {
  readonly retryAfterSeconds?: number;
  /** The number that replaces `{n}` in the error text. */
  readonly n?: number;
}

/** An error that users may see. Its code from the closed list determines status and text. */
export class AppError extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  readonly n: number | undefined;
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: ErrorCode, { n, retryAfterSeconds, ...details }: ErrorExtras = {}) {
    super(sentenceOf(errors[code], n));
    this.code = code;
    this.status = errors[code].status;
    this.n = n;
    this.details = details;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

/** Throws an error of the closed list. Inside a transaction this rolls the transaction back. */
export function refuse(code: ErrorCode, more?: ErrorExtras): never {
  throw new AppError(code, more);
}

/** Throws if a rule has returned a refusal. `n`: see `ErrorExtras`. */
export function refuseIf(code: ErrorCode | undefined, n?: number): void {
  if (code) refuse(code, n === undefined ? {} : { n });
}

/** Maps a violated constraint to an error. Wrap it around a transaction; never use it inside one, because a transaction must not catch database errors. */
export async function refuseOnViolation<T>(
  work: Promise<T>,
  codes: Partial<Record<Exclude<Violation, undefined>, ErrorCode>>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const violation = violationOf(error);
    const code = violation && codes[violation];
    if (code) refuse(code);
    throw error;
  }
}

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
  if (statusCode >= 400 && statusCode < 500) return new AppError('broken_request'); // Fastify or a plugin has rejected the request
  const violation = violationOf(error);
  if (violation === 'unavailable')
    return new AppError('database_away', { retryAfterSeconds: DATABASE_RETRY_SECONDS });
  return violation ? new AppError(VIOLATION_CODES[violation]) : undefined;
}

/** The body of every error response, in the reader's language. It never contains a stack or SQL. docs/spec/behaviour.md §3.2 and §33.1 */
export function errorResponse({ code, n, details }: AppError) {
  const definition: ErrorDefinition = errors[code];
  const error = sentenceOf(definition, n);
  return { error, code, ...(definition.field && { fields: { [definition.field]: error } }), ...details };
}

/** The texts of fields in Cyrillic: those of staff are written in Latin letters, before it is known who reads them. */
const withCyrillicFields = <Body extends ErrorDetails>({ fields, ...body }: Body) => ({
  ...body,
  ...(fields && {
    fields: Object.fromEntries(Object.entries(fields).map(([name, text]) => [name, inCyrillic(text)])),
  }),
});

/** Replies with the error. Unexpected errors are logged with the request id; the response has no details of them. */
export function replyWithError(error: FastifyError, request: FastifyRequest, reply: FastifyReply): void {
  const known = appErrorOf(error);
  const refusal = known ?? new AppError('server_error');
  if (!known) request.log.error({ err: error }, 'crash');
  if (refusal.code === 'database_away')
    request.log.warn(
      { reason: error.message, reasonCode: error.code },
      'database unavailable; replied with 503',
    );
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', refusal.retryAfterSeconds);
  varyByLanguage(request, reply);
  const language = languageOfReply(request);
  const body = inLanguage(language, () => errorResponse(refusal));
  reply.code(refusal.status).send(language === 'sr-Cyrl' ? withCyrillicFields(body) : body);
}
