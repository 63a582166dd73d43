import { type RefusalCode, type RefusalTerms, refusals } from '#contract/errors.ts';
import { type Clash, clashOf } from './db/errors.ts';

/** A refusal on its way to the caller: a code of the closed list, never a free text. */
export class Refusal extends Error {
  override name = 'Refusal';
  readonly code: RefusalCode;
  readonly status: number;
  /** Form fields at fault, with their Serbian texts. */
  readonly fields: Readonly<Record<string, string>> | undefined;
  readonly retryAfterSeconds: number | undefined;
  constructor(code: RefusalCode, more: { fields?: Record<string, string>; retryAfterSeconds?: number } = {}) {
    const { status, text, field }: RefusalTerms = refusals[code];
    super(text);
    this.code = code;
    this.status = status;
    this.fields = more.fields ?? (field === undefined ? undefined : { [field]: text });
    this.retryAfterSeconds = more.retryAfterSeconds;
  }
}

/** Ends the verb with a refusal; inside a transaction everything is rolled back. */
export function refuse(code: RefusalCode, more?: ConstructorParameters<typeof Refusal>[1]): never {
  throw new Refusal(code, more);
}

/** Turns a rule's answer into a refusal: rules never throw. */
export function refuseIf(code: RefusalCode | undefined): void {
  if (code) refuse(code);
}

/**
 * Words what the database guarantees: `refuseClash(inTransaction(…), { overlap: 'move_refused' })`. Around a transaction, never
 * inside one: there a caught error would lose the rest on PostgreSQL and commit it on SQLite.
 */
export async function refuseClash<T>(
  work: Promise<T>,
  words: Partial<Record<Exclude<Clash, undefined>, RefusalCode>>,
): Promise<T> {
  try {
    return await work;
  } catch (error) {
    const clash = clashOf(error);
    const code = clash && words[clash];
    if (code) refuse(code);
    throw error;
  }
}
