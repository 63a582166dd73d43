import { emailKey } from '#domain/accounts.ts';
import type { UserId } from '#domain/ids.ts';
import { clearAttempts, countAttempt } from '../platform/auth/login-attempts.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';

/**
 * Refuses unless it is the user's own password; counted like a login, so that a stolen token guesses no faster. What follows
 * from it begins with `isSameAccount`.
 */
export async function checkOwnPassword(
  { db, config, now, passwords, user, signal }: RequestContext<SessionUser>,
  password: string,
  address: string,
): Promise<CheckedAccount> {
  if (password === '') refuse('old_password_missing');
  const account = emailKey(user.email ?? `user ${user.id}`);
  const password_hash = await passwords.check(signal, async (matches) => {
    await countAttempt(db, { account, address, nowMs: now.ms, limited: config.rateLimit });
    const found = await db
      .selectFrom('users')
      .select('password_hash')
      .where('id', '=', user.id)
      .executeTakeFirstOrThrow();
    if (!(await matches(password, found.password_hash))) refuse('old_password_wrong');
    return found.password_hash;
  });
  await clearAttempts(db, account, address);
  return { id: user.id, password_hash };
}

/** An account whose password was checked: `password_hash` is what it was checked against. */
export interface CheckedAccount {
  readonly id: UserId;
  readonly password_hash: string | null;
}

/**
 * Is it still the account that it was when its password was checked? Checking takes its time; deleted, deactivated or given
 * another password since, it gets no session and keeps what it has. Locks its row: what comes next waits.
 */
export async function isSameAccount(trx: Trx, { id, password_hash }: CheckedAccount): Promise<boolean> {
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('active', '=', 1)
    .where('deleted_at', 'is', null)
    .where('password_hash', '=', password_hash)
    .$call(lockRows(trx))
    .executeTakeFirst();
  return found !== undefined;
}
