import type { z } from 'zod';
import { appointment } from '#contract/appointments.ts';
import { technicianId } from '#contract/schemas.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import { sha256 } from '../platform/auth/secrets.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { readJson } from '../platform/db/json.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { lockKey } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';

/** A request with an Idempotency-Key, whose first response is repeated to the same user. docs/spec/behaviour.md §5.5 */
export interface KeyedRequest {
  /** The Idempotency-Key itself. Only its hash is stored. */
  readonly key: string;
  readonly keyHash: string;
  readonly user: SessionUser | null;
  readonly requestHash: string;
}

export const keyedRequest = (
  key: string | undefined,
  user: SessionUser | null,
  request: readonly unknown[],
): KeyedRequest | undefined =>
  key === undefined
    ? undefined
    : { key, keyHash: sha256(key), user, requestHash: sha256(JSON.stringify(request)) };

const callerOf = ({ user }: KeyedRequest): string => (user ? `user:${user.id}` : 'visitor');

/** A response to store. Retention deletes it together with the guest data of `appointmentId`. docs/spec/behaviour.md §10.1 */
export interface Kept<Body> {
  readonly appointmentId: AppointmentId;
  readonly response: Body;
}

/** An appointment in a stored response, with defaults for fields that an earlier release did not store. */
export const storedAppointment = appointment.extend({
  services: appointment.shape.services.default([]),
  technician_id: technicianId.default(OWNERS_TECHNICIAN),
});

/** The stored response; undefined if there is no readable response. Refuses a key that was used for a different request. */
export async function loadResponse<Body>(db: Db | Trx, request: KeyedRequest, schema: z.ZodType<Body>) {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'appointment_id', 'answer', 'created_at'])
    .where('caller', '=', callerOf(request))
    .where('key_hash', '=', request.keyHash)
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.request_hash !== request.requestHash) refuse('key_reused');
  const response = readJson(schema, found.answer);
  return response && { appointmentId: found.appointment_id, response, keptAtMs: found.created_at };
}

export async function saveResponse(
  trx: Trx,
  request: KeyedRequest,
  { appointmentId, response }: Kept<object>,
  now: Now,
): Promise<void> {
  const columns = {
    request_hash: request.requestHash,
    user_id: request.user?.id ?? null,
    appointment_id: appointmentId,
    answer: JSON.stringify(response),
    created_at: now.ms,
  };
  await trx
    .insertInto('idempotency_keys')
    .values({ ...columns, caller: callerOf(request), key_hash: request.keyHash })
    .onConflict((conflict) => conflict.columns(['caller', 'key_hash']).doUpdateSet(columns)) // replaces a stored response that this release cannot read
    .execute();
}

/** Runs `work` and stores its response. Returns the stored response to a repeated request. docs/spec/behaviour.md §5.5 */
export async function respondOnce<Body extends object>(
  trx: Trx,
  request: KeyedRequest | undefined,
  { schema, now }: { readonly schema: z.ZodType<Body>; readonly now: Now },
  work: () => Promise<Kept<Body>>,
): Promise<Body> {
  if (!request) return (await work()).response;
  await lockKey(trx, request.keyHash);
  const kept = await loadResponse(trx, request, schema);
  if (kept) return kept.response;
  const done = await work();
  await saveResponse(trx, request, done, now);
  return done.response;
}
