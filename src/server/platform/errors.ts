import { type ErrorCode, errors, type SeriesRow, type SlotConflict } from '#contract/errors.ts';
import { type ErrorDefinition, sentenceOf } from '#contract/page-errors.ts';
import { type Violation, violationOf } from './db/errors.ts';

/** The fields of an error response besides code and sentence. `fields`: invalid fields with their Serbian texts. */
interface ErrorDetails {
  readonly fields?: Readonly<Record<string, string>>;
  readonly conflict?: SlotConflict;
  readonly rows?: readonly SeriesRow[];
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
  readonly details: ErrorDetails;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: ErrorCode, { n, retryAfterSeconds, ...details }: ErrorExtras = {}) {
    const definition: ErrorDefinition = errors[code];
    const { status, field } = definition;
    const text = sentenceOf(definition, n);
    super(text);
    this.code = code;
    this.status = status;
    this.details = { ...(field !== undefined && { fields: { [field]: text } }), ...details };
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
