import { randomInt } from 'node:crypto';
import { OWNERS_TECHNICIAN, TECHNICIAN_NAME_MAX_CHARACTERS } from '#domain/technicians.ts';
import { clearAttemptsOfAccount } from '../platform/auth/login-attempts.ts';
import { endResetLinks, endSessionsOf } from '../platform/auth/sessions.ts';
import { addAccount } from '../platform/db/people.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Platform } from '../platform/http/request.ts';

export interface FirstLogin {
  readonly email: string;
  readonly isNew: boolean;
  /** The generated password of an account created without ADMIN_PASSWORD. The server prints the password once and stores its hash. */
  readonly generatedPassword: string | undefined;
}

const PASSWORD_CHARACTERS = 'abcdefghjkmnpqrstuvwxyz23456789'; // without i, l, o, 0 and 1, which are hard to tell apart
const PASSWORD_GROUPS = 4;
const GROUP_LENGTH = 4;

/** Generates a readable password with about 79 random bits. */
export const generatePassword = (): string =>
  Array.from({ length: PASSWORD_GROUPS }, () =>
    Array.from(
      { length: GROUP_LENGTH },
      () => PASSWORD_CHARACTERS[randomInt(PASSWORD_CHARACTERS.length)],
    ).join(''),
  ).join('-');

/** Creates the account of the owner (`ADMIN`) at the first start. docs/spec/behaviour.md §1.2 */
export async function ensureAdmin({ db, config, clock, passwords }: Platform): Promise<FirstLogin> {
  const known = await db
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .select('people.email')
    .where('role', '=', 'ADMIN')
    .executeTakeFirst();
  if (known) return { email: known.email ?? '', isNew: false, generatedPassword: undefined };
  const generated = config.admin.password === undefined ? generatePassword() : undefined;
  const password_hash = await passwords.hash(config.admin.password ?? generated ?? '');
  const created = await inTransaction(db, async (trx) => {
    const { name, email } = config.admin;
    const person = { name, email, phone: null, city: null };
    const admin = await addAccount(trx, { role: 'ADMIN', person, password_hash, created_at: clock.ms() });
    // another process may have created the account meanwhile
    if (admin !== undefined)
      await trx
        .updateTable('technicians')
        .set({ name: name.slice(0, TECHNICIAN_NAME_MAX_CHARACTERS) })
        .where('id', '=', OWNERS_TECHNICIAN)
        .execute();
    return admin;
  });
  const isNew = created !== undefined;
  return { email: config.admin.email, isNew, generatedPassword: isNew ? generated : undefined };
}

/** Sets the owner's password, ends sessions and deletes reset links. Returns the email; undefined if there is no owner yet. */
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
      .returning(['id', 'email_key'])
      .executeTakeFirst();
    if (!admin) return undefined;
    await endSessionsOf(trx, admin.id);
    await endResetLinks(trx, admin.id);
    if (admin.email_key) await clearAttemptsOfAccount(trx, admin.email_key);
    const person = trx.selectFrom('people').select('email').where('user_id', '=', admin.id);
    return (await person.executeTakeFirstOrThrow()).email ?? '';
  });
}
