import { createHash } from 'node:crypto';
import { z } from 'zod';
import { appointment } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import { bookingOfGuestLink, renewGuestLink } from '../guest-links/guest-links.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { hashToken } from '../platform/auth/tokens.ts';
import type { Now } from '../platform/clock.ts';
import { readJson } from '../platform/db/json.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';

export type Booked = ResponseBody<'POST /appointments/{id}/book'>;

/**
 * A request that carries an Idempotency-Key: repeated by the same user it gets the first response again.
 * docs/spec/behaviour.md §5.5
 */
export interface KeyedRequest {
  readonly keyHash: string;
  readonly user: SessionUser | null;
  readonly requestHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export const keyedRequest = (
  key: string | undefined,
  user: SessionUser | null,
  request: readonly unknown[],
): KeyedRequest | undefined =>
  key === undefined
    ? undefined
    : { keyHash: sha256(key), user, requestHash: sha256(JSON.stringify(request)) };

const callerOf = ({ user }: KeyedRequest): string => (user ? `user:${user.id}` : 'visitor');

/** Without the guest's link: only its hash stays, by which the booking is found again, wherever it has gone since. */
const keptResponse = appointment.extend({ guest_link_hash: z.string().nullish() });

/**
 * The first response to this request, with a new link for the guest; undefined when the request is the first, or when the row
 * of another release does not fit. The key with another request is refused.
 */
export async function storedResponse(
  db: Db | Trx,
  request: KeyedRequest,
  now: Now,
): Promise<Booked | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'appointment_id', 'answer', 'created_at'])
    .where('caller', '=', callerOf(request))
    .where('key_hash', '=', request.keyHash)
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.request_hash !== request.requestHash) refuse('key_reused');
  const kept = readJson(keptResponse, found.answer);
  if (!kept) return undefined;
  const { guest_link_hash, ...response } = kept;
  if (request.user) return { ...response, guest_link: null };
  const linked = guest_link_hash ? await bookingOfGuestLink(db, guest_link_hash) : undefined;
  const booking = linked ?? { id: found.appointment_id, booked_at: found.created_at };
  return { ...response, guest_link: await renewGuestLink(db, booking, now) };
}

/** Keeps the response, in the booking's own transaction: never one without the other. */
export async function storeResponse(
  trx: Trx,
  request: KeyedRequest,
  { guest_link, ...response }: Booked,
  now: Now,
): Promise<void> {
  const guest_link_hash = guest_link === null ? null : hashToken(guest_link);
  const kept: z.infer<typeof keptResponse> = { ...response, guest_link_hash };
  const columns = {
    request_hash: request.requestHash,
    user_id: request.user?.id ?? null,
    appointment_id: response.id,
    answer: JSON.stringify(kept),
    created_at: now.ms,
  };
  await trx
    .insertInto('idempotency_keys')
    .values({ ...columns, caller: callerOf(request), key_hash: request.keyHash })
    .onConflict((conflict) => conflict.columns(['caller', 'key_hash']).doUpdateSet(columns)) // one that did not fit
    .execute();
}
