import type { RequestBody } from '#contract/index.ts';
import type { Payment } from '#contract/payments.ts';
import { METHOD_LABELS } from '#domain/payments/ledger.ts';
import { ApiError, errorStatus, request } from '../lib/api.ts';
import { type Attempt, CONFLICT, isSame, newAttemptKey } from '../lib/attempts.ts';
import { dinars } from './payments.ts';

/** The statuses of a refusal by which the server has said that it did not do what an attempt asked for. */
const NOT_DONE: ReadonlySet<unknown> = new Set([400, 404, CONFLICT]);

/**
 * Returns a function that calls `send` with an idempotency key, for requests of which every one counts, such as payments. As long as the
 * outcome of a request is unknown, the function first repeats this request, with its key and body. If it has succeeded, a request with
 * another body is not sent: `earlier` turns the outcome into the error to throw. The function remembers the request while the page is open.
 */
export function oneAtATime<About, Body, Answer>(
  send: (body: Body, headers: { 'idempotency-key': string }) => Promise<Answer>,
  earlier: (answer: Answer) => Error,
) {
  const open = new Map<About, Attempt<Body>>();
  const attempt = async (about: About, { key, body }: Attempt<Body>): Promise<Answer> => {
    open.set(about, { key, body });
    try {
      const answer = await send(body, { 'idempotency-key': key });
      open.delete(about);
      return answer;
    } catch (error) {
      if (NOT_DONE.has(errorStatus(error))) open.delete(about);
      throw error;
    }
  };
  return async (about: About, body: Body): Promise<Answer> => {
    const unknown = open.get(about);
    if (unknown && isSame(unknown.body, body)) return attempt(about, unknown);
    const done =
      unknown &&
      (await attempt(about, unknown).catch((error: unknown) => {
        if (open.has(about)) throw error;
      }));
    if (done) throw earlier(done);
    return attempt(about, { key: newAttemptKey(), body });
  };
}

/** Thrown in place of a new payment if an earlier one, whose response was lost, has been recorded. */
export class RecordedEarlierError extends ApiError {
  readonly payment: Payment;

  constructor(payment: Payment) {
    const { amount, method } = payment;
    const recorded = `${dinars(amount)}, ${METHOD_LABELS[method]}`;
    super(CONFLICT, null, `Već je upisano: ${recorded}. Ništa drugo nije upisano.`, {});
    this.payment = payment;
  }
}

const attemptPayment = oneAtATime(
  (body: RequestBody<'POST /payments'>, headers) => request('POST /payments', { body, headers }),
  (payment) => new RecordedEarlierError(payment),
);

/** Records a payment. After a lost response, first asks what became of the earlier payment, and records nothing else if it was recorded. docs/spec/behaviour.md §19.1 */
export const pay = (body: RequestBody<'POST /payments'>) => attemptPayment(body.appointment_id, body);
