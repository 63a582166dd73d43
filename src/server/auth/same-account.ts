import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';

/** An account whose password was checked: `password_hash` is what it was checked against. */
export interface CheckedAccount {
  readonly id: number;
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
