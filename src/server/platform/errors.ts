import { type ErrorCode, errors, type SlotConflict } from '#contract/errors.ts';
import { type ErrorDefinition, sentenceOf } from '#contract/page-errors.ts';
import { type Violation, violationOf } from './db/errors.ts';

interface ErrorExtras {
  readonly fields?: Readonly<Record<string, string>>;
  readonly conflict?: SlotConflict;
  readonly retryAfterSeconds?: number;
  /** The number in the error's sentence. */
  readonly n?: number;
}

/** An error for users: a code of the closed list, never a free text. */
export class AppError extends Error {
  override name = 'Refusal';
  readonly code: ErrorCode;
  readonly status: number;
  /** Invalid form fields with their Serbian texts. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly conflict: SlotConflict | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: ErrorCode, more: ErrorExtras = {}) {
    const definition: ErrorDefinition = errors[code];
    const { status, field } = definition;
    const text = sentenceOf(definition, more.n);
    super(text);
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? (field === undefined ? undefined : { [field]: text });
    this.conflict = more.conflict;
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Throws an error of the closed list, which rolls back the transaction. */
export function refuse(code: ErrorCode, more?: ErrorExtras): never {
  throw new AppError(code, more);
}

/** Throws the refusal that a rule returned. `n`: the number in its sentence. */
export function refuseIf(code: ErrorCode | undefined, n?: number): void {
  if (code) refuse(code, n === undefined ? {} : { n });
}

/**
 * Maps a violated constraint to an error: `refuseOnViolation(inTransaction(…), { overlap: 'move_refused' })`. Around a
 * transaction, never inside one: there a caught error would lose the rest on PostgreSQL and commit it on SQLite.
 */
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
