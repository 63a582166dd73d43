import { emailKey } from '#salon/accounts.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { countAttempt, forgetAttempts } from '../platform/sessions/login-attempts.ts';
import type { Caller } from '../platform/sessions/sessions.ts';
import type { CheckedAccount } from './same-account.ts';

/**
 * Refuses unless it is the caller's own password; counted like a login, so that a stolen token guesses no faster. What follows
 * from it begins with `isSameAccount`.
 */
export async function checkOwnPassword(
  { db, config, now, passwords, who }: Context<Caller>,
  password: string,
  address: string,
): Promise<CheckedAccount> {
  if (password === '') refuse('old_password_missing');
  const account = emailKey(who.email ?? `user ${who.id}`);
  await countAttempt(db, { account, address, nowMs: now.ms, limited: config.rateLimit });
  const { password_hash } = await db
    .selectFrom('users')
    .select('password_hash')
    .where('id', '=', who.id)
    .executeTakeFirstOrThrow();
  if (!(await passwords.matches(password, password_hash))) refuse('old_password_wrong');
  await forgetAttempts(db, account, address);
  return { id: who.id, password_hash };
}
