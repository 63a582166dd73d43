import { createHash } from 'node:crypto';
import { minutesToNextResetMail } from '#domain/accounts.ts';
import type { UserId } from '#domain/ids.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { DAY_MS, deleteOlderThan } from '../platform/jobs/retention.ts';

/** Can a link with this token still be used? */
export async function isResetLinkValid(db: Db, token: string, nowMs: number): Promise<boolean> {
  const found = await db
    .selectFrom('reset_links')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return found !== undefined;
}

/** Consumes a link: of two requests at once, one gets the user, the other undefined. */
export async function consumeResetLink(trx: Trx, token: string, nowMs: number): Promise<UserId | undefined> {
  const used = await trx
    .updateTable('reset_links')
    .set({ used_at: nowMs })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}

/** A new password or another email: links that were mailed before are dead. */
export async function endResetLinks(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
}

export const deleteOutdatedResetLinks = deleteOlderThan('reset_links', 'expires_at', DAY_MS);

const MINUTE_MS = 60_000;

/**
 * The key of the next reset mail of this account: that of the one before is in it, so that of two requests at once one queues.
 * Undefined while it is too soon.
 */
async function nextResetKey(trx: Trx, account: string, nowMs: number): Promise<string | undefined> {
  const prefix = `reset:${createHash('sha256').update(account).digest('base64url')}`;
  const earlier = await trx
    .selectFrom('outbox')
    .select(['id', 'created_at'])
    .where('once_key', '>=', `${prefix}:`)
    .where('once_key', '<', `${prefix};`) // the character after ':'
    .orderBy('id', 'desc')
    .execute();
  const today = earlier.filter(({ created_at }) => created_at > nowMs - DAY_MS);
  const [latest] = earlier;
  const waitMs = minutesToNextResetMail(today.length) * MINUTE_MS;
  const isTooSoon = latest !== undefined && nowMs < latest.created_at + waitMs;
  return isTooSoon ? undefined : `${prefix}:after ${latest?.id ?? 0}`;
}

/** Queues a reset link for this account, known or not, unless it is too soon after the one before. docs/spec/behaviour.md §7.3 */
export async function queueNextResetLink(trx: Trx, account: string, nowMs: number): Promise<void> {
  const onceKey = await nextResetKey(trx, account, nowMs);
  if (onceKey === undefined) return;
  await trx
    .insertInto('outbox')
    .values(({ selectFrom }) => ({
      kind: 'RESET_LINK',
      once_key: onceKey,
      user_id: selectFrom('users')
        .select('users.id')
        .where('email_key', '=', account)
        .where('active', '=', 1),
      content: '{}',
      created_at: nowMs,
      visible_at: nowMs,
      next_try_at: nowMs,
    }))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}
