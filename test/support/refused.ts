import { expect } from 'vitest';
import { type ErrorCode, errors } from '../../src/contract/errors.ts';
import { sentenceOf } from '../../src/contract/page-errors.ts';
import { ApiError } from '../../src/web/lib/api.ts';

/** Asserts that the request is refused with this code, and with the code's status and Serbian sentence. A sentence with a number needs `n`. */
export async function expectRefused(call: Promise<unknown>, code: ErrorCode, n?: number): Promise<ApiError> {
  const outcome = await call.then(
    (response) => ({ response }),
    (error: unknown) => ({ error }),
  );
  if (!('error' in outcome))
    throw new Error(`not refused (${code} expected): ${JSON.stringify(outcome.response)}`);
  const { error } = outcome;
  if (!(error instanceof ApiError)) throw error;
  const { status } = errors[code];
  const text = sentenceOf(errors[code], n);
  expect({ code: error.code, status: error.status, text: error.text }).toEqual({ code, status, text });
  return error;
}

/** Returns the number of requests per outcome: 'ok' or the code of the refusal. */
export async function outcomesOf(calls: readonly Promise<unknown>[]): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const outcome of await Promise.allSettled(calls)) {
    const name =
      outcome.status === 'fulfilled'
        ? 'ok'
        : outcome.reason instanceof ApiError
          ? String(outcome.reason.code)
          : Promise.reject(outcome.reason);
    const key = await name;
    counts[key] = (counts[key] ?? 0) + 1;
  }
  return counts;
}
