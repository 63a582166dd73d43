import type { ReceivedBody } from '#contract/index.ts';
import { newPasswordRefusal } from '#salon/accounts.ts';
import { inTransaction } from '../../platform/db/transaction.ts';
import type { Context } from '../../platform/http/call.ts';
import { refuse, refuseIf } from '../../platform/refuse.ts';
import { forgetAccount } from '../../platform/sessions/login-attempts.ts';
import { endSessionsOf } from '../../platform/sessions/sessions.ts';
import { endResetLinks, isLinkAlive, useLink } from './reset-links.ts';

/** Sets a new password by a mailed link: once, within its hour; every session ends, and earlier wrong guesses count no more. behaviour.md §7 */
export async function resetPassword(
  { db, now, passwords }: Context,
  given: ReceivedBody<'POST /auth/reset'>,
): Promise<undefined> {
  refuseIf(newPasswordRefusal(given));
  if (!(await isLinkAlive(db, given.token, now.ms))) refuse('reset_link_dead');
  const password_hash = await passwords.hash(given.new_password);
  return inTransaction(db, async (trx) => {
    const userId = (await useLink(trx, given.token, now.ms)) ?? refuse('reset_link_dead');
    const user = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('active', '=', 1)
      .where('deleted_at', 'is', null)
      .returning('email_key')
      .executeTakeFirst();
    if (!user) refuse('reset_link_dead');
    await endSessionsOf(trx, userId);
    await endResetLinks(trx, userId);
    if (user.email_key) await forgetAccount(trx, user.email_key);
    return undefined;
  });
}
