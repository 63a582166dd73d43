import type { UserId } from '#domain/ids.ts';
import { hashToken } from '../platform/auth/tokens.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { DAY_MS, deleteOlderThan } from '../platform/retention.ts';

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
