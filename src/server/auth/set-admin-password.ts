import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/call.ts';
import { forgetAccount } from '../platform/sessions/login-attempts.ts';
import { endSessionsOf } from '../platform/sessions/sessions.ts';
import { endResetLinks } from './forgotten/reset-links.ts';

/** Gives the administrator a new password: her sessions and mailed links end, wrong guesses count no more. Returns her email, or undefined before the first start. */
export async function setAdminPassword(
  { db, passwords }: Pick<Platform, 'db' | 'passwords'>,
  password: string,
): Promise<string | undefined> {
  const password_hash = await passwords.hash(password);
  return inTransaction(db, async (trx) => {
    const admin = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('role', '=', 'ADMIN')
      .returning(['id', 'email', 'email_key'])
      .executeTakeFirst();
    if (!admin) return undefined;
    await endSessionsOf(trx, admin.id);
    await endResetLinks(trx, admin.id);
    if (admin.email_key) await forgetAccount(trx, admin.email_key);
    return admin.email ?? '';
  });
}
