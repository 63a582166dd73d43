import { setTimeout as wait } from 'node:timers/promises';
import type { ParsedBody } from '#contract/index.ts';
import { emailKey, newPasswordRefusal } from '#domain/accounts.ts';
import { recordNewPassword } from '../clients/clients.ts';
import { queueAccountMail } from '../mail/mail.ts';
import { clearAttemptsOfAccount } from '../platform/auth/login-attempts.ts';
import { endSessionsOf } from '../platform/auth/sessions.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { consumeResetLink, endResetLinks, isResetLinkValid, queueNextResetLink } from './reset-links.ts';

/** Longer than queueing takes: PostgreSQL looks up a known user's row for the foreign key, which the time would show. */
const RESPOND_AFTER_MS = 50;

/**
 * Queues a reset link. For an unknown email it does exactly the same, with nobody as the recipient: the same statements, one row,
 * the same response. The worker drops what has no recipient; the link itself is made only then. docs/spec/behaviour.md §7.3
 */
export async function forgotPassword({ db, now }: RequestContext, email: string): Promise<undefined> {
  const account = emailKey(email);
  const queued = inTransaction(db, (trx) => queueNextResetLink(trx, account, now.ms));
  await Promise.all([queued, wait(RESPOND_AFTER_MS)]);
  return undefined;
}

/**
 * Sets a new password by a mailed link: once, within its hour; every session ends, and earlier wrong guesses count no more.
 * docs/spec/behaviour.md §7.3
 */
export async function resetPassword(
  { db, now, passwords, signal }: RequestContext,
  input: ParsedBody<'POST /auth/reset'>,
): Promise<undefined> {
  refuseIf(newPasswordRefusal(input));
  if (!(await isResetLinkValid(db, input.token, now.ms))) refuse('reset_link_dead');
  const password_hash = await passwords.hash(input.new_password, signal);
  return inTransaction(db, async (trx) => {
    const userId = (await consumeResetLink(trx, input.token, now.ms)) ?? refuse('reset_link_dead');
    const user = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('active', '=', 1)
      .where('deleted_at', 'is', null)
      .returning(['id', 'role', 'name', 'email', 'email_key'])
      .executeTakeFirst();
    if (!user) refuse('reset_link_dead');
    if (user.role === 'CLIENT') await recordNewPassword(trx, { now, user }, userId);
    await endSessionsOf(trx, userId);
    await endResetLinks(trx, userId);
    await queueAccountMail(trx, { userId, toEmail: user.email, changes: ['PASSWORD'], nowMs: now.ms });
    if (user.email_key) await clearAttemptsOfAccount(trx, user.email_key);
    return undefined;
  });
}
