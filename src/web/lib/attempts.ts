import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { errorStatus, request } from './api.ts';
import { forgetSent, keepSent, sentText } from './sent-booking.ts';

export type Booked = ResponseBody<'POST /appointments/{id}/book'>;
export type BookingBody = RequestBody<'POST /appointments/{id}/book'>;

/** One attempt at a booking or a move; retries send the same key and body (docs/spec/behaviour.md §5.5). */
export interface Attempt<Body> {
  readonly key: string;
  readonly body: Body;
}

/** Mutation options that repeat an attempt, at most twice, if there was no response. */
export const RETRY_LOST = {
  retry: (failures: number, error: Error) => errorStatus(error) === 0 && failures < 2,
  retryDelay: 700,
};

const KEY_BYTES = 16;

/** A new Idempotency-Key. Pages without HTTPS lack `crypto.randomUUID`. */
export const newAttemptKey = (): string =>
  [...crypto.getRandomValues(new Uint8Array(KEY_BYTES))]
    .map((byte) => byte.toString(16).padStart(2, '0'))
    .join('');

export const CONFLICT = 409;

const SERVER_FAULTS = 500;

/** Whether the outcome is unknown: the request got no response or a server error. */
function isUnanswered(error: unknown): boolean {
  const status = errorStatus(error) ?? 0;
  return status === 0 || status >= SERVER_FAULTS;
}

export const isSame = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Repeats the attempts that got no response, because one of them may have booked the time for this user. */
async function earlierAnswer<Body, Answer>(
  attempts: readonly Attempt<Body>[],
  repeat: (attempt: Attempt<Body>) => Promise<Answer>,
): Promise<Answer | null> {
  for (const attempt of attempts) {
    try {
      return await repeat(attempt);
    } catch (error) {
      if (isUnanswered(error)) throw error;
    }
  }
  return null;
}

/**
 * Returns a function that calls `send` with an idempotency key. A request without a response may have succeeded, for example booked the
 * slot `about`. So the same body is sent again with the same key; after a conflict, unanswered requests with other bodies are repeated.
 * The function remembers them while the page is open: the user may close and reopen the dialog before the network is back.
 */
export function attempts<About, Body, Answer>(
  send: (about: About, body: Body, headers: { 'idempotency-key': string }) => Promise<Answer>,
) {
  const unanswered = new Map<string, readonly Attempt<Body>[]>();
  return async (about: About, body: Body): Promise<Answer> => {
    const place = JSON.stringify(about);
    const repeat = ({ key, body }: Attempt<Body>) => send(about, body, { 'idempotency-key': key });
    const known = unanswered.get(place) ?? [];
    const attempt = known.find((earlier) => isSame(earlier.body, body)) ?? { key: newAttemptKey(), body };
    const earlier = known.filter((other) => other !== attempt);
    unanswered.set(place, [attempt, ...earlier]);
    try {
      const answer = await repeat(attempt);
      unanswered.delete(place);
      return answer;
    } catch (error) {
      if (isUnanswered(error)) throw error;
      const answer = errorStatus(error) === CONFLICT ? await earlierAnswer(earlier, repeat) : null;
      unanswered.delete(place);
      if (answer !== null) return answer;
      throw error;
    }
  };
}

/** A booking that was sent and not answered yet. The tab stores it, so that a reload can repeat it. docs/spec/behaviour.md §5.5 */
interface Sent {
  readonly id: number;
  readonly body: BookingBody;
  readonly headers: { readonly 'idempotency-key': string };
  readonly atMs: number;
}

const REPEATED_FOR_MS = 600_000;

function sentBooking(): Sent | null {
  const text = sentText();
  const sent: Sent | null = text ? JSON.parse(text) : null;
  return sent && Date.now() - sent.atMs < REPEATED_FOR_MS ? sent : null;
}

async function sendBooking({ id, body, headers }: Omit<Sent, 'atMs'>): Promise<Booked> {
  try {
    const booked = await request('POST /appointments/{id}/book', { params: { id }, body, headers });
    forgetSent();
    return booked;
  } catch (error) {
    if (!isUnanswered(error)) forgetSent();
    throw error;
  }
}

export const attemptBooking = attempts((id: number, body: BookingBody, headers) => {
  const sent: Sent = { id, body, headers, atMs: Date.now() };
  keepSent(JSON.stringify(sent));
  return sendBooking(sent);
});

/** Repeats the booking that was sent before a reload, with the same key: the server books it at most once. */
export async function repeatSent(): Promise<Booked> {
  const sent = sentBooking();
  if (!sent) throw new Error('no booking was sent');
  return sendBooking(sent);
}
