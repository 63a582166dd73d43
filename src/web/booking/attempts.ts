import type { RequestBody, ResponseBody } from '#contract/index.ts';
import { newAttemptKey } from '../lib/attempt-key.ts';
import { errorStatus } from '../lib/errors.ts';

export type Booked = ResponseBody<'POST /appointments/{id}/book'>;
export type BookingBody = RequestBody<'POST /appointments/{id}/book'>;

/** One try at a booking: the same key and body however often it is sent (docs/spec/behaviour.md §5.5). */
export interface Attempt {
  readonly key: string;
  readonly body: BookingBody;
}

export const CONFLICT = 409;

const SERVER_FAULTS = 500;

/** No answer came, or the server failed on the way: whether it was booked is not known. */
function isUnanswered(error: unknown): boolean {
  const status = errorStatus(error) ?? 0;
  return status === 0 || status >= SERVER_FAULTS;
}

/** By slot: they outlive the dialog, which may be closed and opened again before the network is back. */
const unanswered = new Map<number, readonly Attempt[]>();

const isSame = (a: BookingBody, b: BookingBody): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Somebody has the slot: perhaps it is she, by an attempt whose answer got lost. Its repetition tells. */
async function earlierAnswer(
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
 * Books a slot so that a lost answer never reads as 'Termin više nije dostupan': the same wish is sent again under its key;
 * another wish is another attempt, and where that meets a conflict the unanswered ones are asked.
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
    const booked = errorStatus(error) === CONFLICT ? await earlierAnswer(earlier, send) : null;
    unanswered.delete(slotId);
    if (booked) return booked;
    throw error;
  }
}
