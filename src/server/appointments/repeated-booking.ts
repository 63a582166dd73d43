import { z } from 'zod';
import { appointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { bookingOfGuestLink, renewGuestLink } from '../guest-links/guest-links.ts';
import { hashToken } from '../platform/auth/tokens.ts';
import type { Now } from '../platform/clock.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { type KeyedRequest, keepAnswer, keptAnswer } from './idempotency.ts';

export type Booked = ResponseBody<'POST /appointments/{id}/book'>;

/** Without the guest's link: only its hash stays, by which the booking is found again, wherever it has gone since. */
const keptResponse = appointment.extend({ guest_link_hash: z.string().nullish() });

/** The first response to a booking that is asked for again, with a new link for the guest. docs/spec/behaviour.md §5.5 */
export async function storedResponse(
  db: Db | Trx,
  request: KeyedRequest,
  now: Now,
): Promise<Booked | undefined> {
  const kept = await keptAnswer(db, request, keptResponse);
  if (!kept) return undefined;
  const { guest_link_hash, ...response } = kept.answer;
  if (request.user) return { ...response, guest_link: null };
  const linked = guest_link_hash ? await bookingOfGuestLink(db, guest_link_hash) : undefined;
  const booking = linked ?? { id: kept.appointmentId, booked_at: kept.keptAtMs };
  return { ...response, guest_link: await renewGuestLink(db, booking, now) };
}

/** Keeps the response to a booking, in the booking's own transaction. */
export function storeResponse(
  trx: Trx,
  request: KeyedRequest,
  { guest_link, ...response }: Booked,
  now: Now,
): Promise<void> {
  const guest_link_hash = guest_link === null ? null : hashToken(guest_link);
  const answer: z.infer<typeof keptResponse> = { ...response, guest_link_hash };
  return keepAnswer(trx, request, { appointmentId: response.id, answer }, now);
}
