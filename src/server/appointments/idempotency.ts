import { createHash, createHmac } from 'node:crypto';
import type { ResponseBody } from '#contract/index.ts';
import type { UserId } from '#domain/ids.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';

export type Booked = ResponseBody<'POST /appointments/{id}/book'>;

/**
 * A request that carries an Idempotency-Key: repeated by the same caller it gets the first answer again.
 * docs/spec/behaviour.md §5.5
 */
export interface KeyedRequest {
  readonly key: string;
  readonly keyHash: string;
  readonly caller: string;
  readonly requestHash: string;
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('base64url');

export function keyedRequest(
  key: string | undefined,
  user: SessionUser | null,
  request: readonly unknown[],
): KeyedRequest | undefined {
  if (key === undefined) return undefined;
  const caller = user ? `user:${user.id}` : 'visitor';
  return { key, keyHash: sha256(key), caller, requestHash: sha256(JSON.stringify(request)) };
}

/**
 * The link's token is stored nowhere plain: in the kept answer it is masked by a pad that only the key makes, and of the key
 * only a hash is stored. A key is used for one answer, so the pad is used once.
 */
function masked(token: string | null, key: string): string | null {
  if (token === null) return null;
  const pad = createHmac('sha256', key).update('guest link').digest();
  const bytes = Buffer.from(token, 'base64url').map((byte, index) => byte ^ (pad[index] ?? 0));
  return Buffer.from(bytes).toString('base64url');
}

/** The first answer to this request, or undefined when it is the first; the key with another request is refused. */
export async function storedResponse(
  db: Db | Trx,
  { key, keyHash, caller, requestHash }: KeyedRequest,
): Promise<Booked | undefined> {
  const found = await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'answer'])
    .where('caller', '=', caller)
    .where('key_hash', '=', keyHash)
    .executeTakeFirst();
  if (!found) return undefined;
  if (found.request_hash !== requestHash) refuse('key_reused');
  const answer = JSON.parse(found.answer) as Booked;
  return { ...answer, guest_link: masked(answer.guest_link, key) };
}

/** Keeps the answer, in the booking's own transaction: never one without the other. */
export async function storeResponse(
  trx: Trx,
  { key, keyHash, caller, requestHash }: KeyedRequest,
  answer: Booked,
  made: { readonly userId: UserId | null; readonly nowMs: number },
): Promise<void> {
  await trx
    .insertInto('idempotency_keys')
    .values({
      caller,
      key_hash: keyHash,
      request_hash: requestHash,
      user_id: made.userId,
      appointment_id: answer.id,
      answer: JSON.stringify({ ...answer, guest_link: masked(answer.guest_link, key) }),
      created_at: made.nowMs,
    })
    .execute();
}
