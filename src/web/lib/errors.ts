import type { FormErrors } from '../ui/use-form.ts';
import { currentOutage, OUTAGE_TEXTS } from './outage.ts';

/** Thrown when the server refuses a request or does not respond. `text` is the server's Serbian sentence, null without a readable response. */
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
    super(text ?? `The server did not respond (${status})`, options);
    this.name = 'ApiError';
    this.status = status;
    this.code = code;
    this.text = text;
    this.fields = fields;
  }
}

export const noResponse = (cause: unknown): ApiError => new ApiError(0, null, null, {}, { cause });

/** Appends the reason to the fallback text during an outage. */
function withReason(fallback: string): string {
  const outage = currentOutage();
  return outage ? `${fallback.replace(/\.?$/, '.')} ${OUTAGE_TEXTS[outage]}` : fallback;
}

/** The server's error text, or the screen's fallback (docs/spec/product.md §8.1). */
export const errorText = (error: unknown, fallback: string): string =>
  error instanceof ApiError && error.text ? error.text : withReason(fallback);

export const errorFields = (error: unknown): Readonly<Record<string, string>> =>
  error instanceof ApiError ? error.fields : {};

/** The code of an error: 'slot_gone', 'booking_limit' … */
export const errorCode = (error: unknown): string | null => (error instanceof ApiError ? error.code : null);

/** The HTTP status of an ApiError; 0 without a response, null for other errors. */
export const errorStatus = (error: unknown): number | null =>
  error instanceof ApiError ? error.status : null;

/** Form errors from the server's error: its texts by field, otherwise its text or the fallback for the whole form. */
export function serverErrors(error: unknown, fallback: string): FormErrors {
  const fields = errorFields(error);
  if (Object.keys(fields).length > 0) return { text: null, fields };
  return { text: errorText(error, fallback), fields: {} };
}

/** Logs a failure that the screen does not show (docs/spec/product.md §8.4, docs/spec/behaviour.md §3.2). */
export function logSilentFailure(what: string, error: unknown): void {
  console.warn(what, error);
}
