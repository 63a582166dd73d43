import { type ErrorCode, type ErrorDefinition, errors } from '#contract/errors.ts';
import type { FormErrors } from '../ui/use-form.ts';

/** What a call throws when the server refuses or does not answer. `text` is the server's Serbian sentence, null when there was no answer to read. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: string | null;
  readonly text: string | null;
  readonly fields: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string | null,
    text: string | null,
    fields: Readonly<Record<string, string>>,
    options?: ErrorOptions,
  ) {
    super(text ?? `The server did not answer (${status})`, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.text = text;
    this.fields = fields;
  }
}

/** No answer came: no network, no server, or an answer cut off on its way. */
export const noResponse = (cause: unknown): ApiError => new ApiError(0, null, null, {}, { cause });

/** docs/spec/product.md §8.1: the server's sentence where there is one, else the screen's own fallback. */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.text ? error.text : fallback;

/** The sentences that belong to single form fields, by the field's name on the wire. */
export const errorFields = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

/** The machine word of a refusal: 'slot_gone', 'booking_limit' … */
export const errorCode = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

/** The HTTP status of a refusal; 0 when no answer came, null when it was no refusal. */
export const errorStatus = (error: unknown): number | null =>
  error instanceof ApiError ? error.status : null;

/** What a rule refused before anything was sent: at the field it is about, else for the whole form. */
export function ruleErrors(code: ErrorCode): FormErrors {
  const { text, field }: ErrorDefinition = errors[code];
  return field === undefined ? { text, fields: {} } : { text: null, fields: { [field]: text } };
}

/** What the server refused: its sentences at the fields they name, else its text or the screen's own. */
export function serverErrors(error: unknown, fallback: string): FormErrors {
  const fields = errorFields(error);
  if (Object.keys(fields).length > 0) return { text: null, fields };
  return { text: errorText(error, fallback), fields: {} };
}

/** The Serbian sentence of a refusal, the same that the server would answer. (refusals.ts is plain data: no zod comes along.) */
export const textOfError = (code: ErrorCode): string => errors[code].text;

/**
 * docs/spec/product.md §8.4 calls three failures silent: nothing on the screen, a line in the browser's console
 * (docs/spec/behaviour.md §3.2).
 */
export function logSilentFailure(what: string, error: unknown): void {
  console.warn(what, error);
}
