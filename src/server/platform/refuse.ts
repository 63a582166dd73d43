import { type RefusalCode, type RefusalTerms, refusals } from '#contract/refusals.ts';

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
