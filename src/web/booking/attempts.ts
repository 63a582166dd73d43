import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { newAttemptKey } from '../lib/attempt-key.ts';
import { errorStatus } from '../lib/errors.ts';

export type Booked = ResponseBody<'POST /appointments/{id}/book'>;
export type BookingBody = RequestBody<'POST /appointments/{id}/book'>;

/** One attempt at a booking: the same key and body however often it is sent (docs/spec/behaviour.md §5.5). */
export interface Attempt {
  readonly key: string;
  readonly body: BookingBody;
}

export const CONFLICT = 409;

const SERVER_FAULTS = 500;

/** No response, or a fault of the server: whether it was booked is not known. */
function isUnanswered(error: unknown): boolean {
  const status = errorStatus(error) ?? 0;
  return status === 0 || status >= SERVER_FAULTS;
}

/** By slot: they outlive the dialog, which may be closed and opened again before the network is back. */
const unanswered = new Map<number, readonly Attempt[]>();

const isSame = (a: BookingBody, b: BookingBody): boolean => JSON.stringify(a) === JSON.stringify(b);

/** The slot is taken: perhaps by this user, in an attempt whose response was lost. Repeating that attempt finds out. */
async function earlierBooking(
  attempts: readonly Attempt[],
  send: (attempt: Attempt) => Promise<Booked>,
): Promise<Booked | null> {
  for (const attempt of attempts) {
    try {
      return await send(attempt);
    } catch (error) {
      if (isUnanswered(error)) throw error;
    }
  }
  return null;
}

/**
 * Books a slot so that a lost response never reads as 'Termin više nije dostupan': the same body is sent again under its key;
 * another body is another attempt, and where that meets a conflict the unanswered ones are repeated.
 */
export async function attemptBooking(
  slotId: number,
  body: BookingBody,
  send: (attempt: Attempt) => Promise<Booked>,
): Promise<Booked> {
  const known = unanswered.get(slotId) ?? [];
  const attempt = known.find((earlier) => isSame(earlier.body, body)) ?? { key: newAttemptKey(), body };
  const earlier = known.filter((other) => other !== attempt);
  unanswered.set(slotId, [attempt, ...earlier]);
  try {
    const booked = await send(attempt);
    unanswered.delete(slotId);
    return booked;
  } catch (error) {
    if (isUnanswered(error)) throw error;
    const booked = errorStatus(error) === CONFLICT ? await earlierBooking(earlier, send) : null;
    unanswered.delete(slotId);
    if (booked) return booked;
    throw error;
  }
}
