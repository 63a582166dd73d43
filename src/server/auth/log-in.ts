import type { CallAnswer } from '#contract/index.ts';
import { emailKey, loginRefusal } from '#salon/accounts.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse, refuseIf } from '../platform/refuse.ts';
import { countAttempt, forgetAttempts } from '../platform/sessions/login-attempts.ts';
import { startSession } from '../platform/sessions/sessions.ts';
import { isSameAccount } from './same-account.ts';

export interface Login {
  readonly email: string;
  readonly password: string;
  readonly address: string;
}

/**
 * Logs in and starts a session. An unknown email takes as long and says the same as a wrong password; that an account is
 * inactive is said only to who knows its password. behaviour.md §6 and §7
 */
export async function logIn(
  { db, config, now, passwords }: Context,
  { email, password, address }: Login,
): Promise<CallAnswer<'POST /auth/login'>> {
  refuseIf(loginRefusal({ email, password }));
  const account = emailKey(email);
  await countAttempt(db, { account, address, nowMs: now.ms, limited: config.rateLimit });
  const user = await db
    .selectFrom('users')
    .select(['id', 'role', 'name', 'email', 'active', 'password_hash'])
    .where('email_key', '=', account)
    .executeTakeFirst();
  const isRight = await passwords.matches(password, user?.password_hash ?? null);
  if (!user || !isRight) refuse('login_failed');
  await forgetAttempts(db, account, address);
  if (user.active === 0) refuse('account_inactive');
  const token = await inTransaction(db, async (trx) => {
    if (!(await isSameAccount(trx, user))) refuse('login_failed');
    return startSession(trx, user.id, now.ms);
  });
  return { token, role: user.role, name: user.name, email: user.email };
}
