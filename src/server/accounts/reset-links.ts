import type { UserId } from '#domain/ids.ts';
import { hashToken } from '../platform/auth/tokens.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

/** Whose link it is, while it can still be used. */
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

/** Uses a link up: of two at once, one gets the user, the other undefined. */
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

/** A new password or another email: a link that was mailed before opens nothing any more. */
export async function endResetLinks(trx: Trx, userId: UserId): Promise<void> {
  await trx.deleteFrom('reset_links').where('user_id', '=', userId).execute();
}
