import { createHash } from 'node:crypto';
import { lockAddress } from '../db/locks.ts';
import type { Db, Trx } from '../db/schema.ts';
import { inTransaction } from '../db/transaction.ts';
import { refuse } from '../errors.ts';
import { DAY_MS, deleteOlderThan } from '../jobs/retention.ts';

const WINDOW_MS = 15 * 60 * 1000;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 100;

/** The hash that is stored instead of the email address. */
const accountKey = (account: string): string => createHash('sha256').update(account).digest('base64url');

/**
 * Counts a password check before it is made, or refuses it beyond the limit. The lock makes concurrent guesses count too. The limits
 * are per address, so that guesses from other addresses do not lock the owner out. After a correct password call `clearAttempts`.
 */
export async function countAttempt(
  db: Db,
  { account, address, nowMs, limited }: { account: string; address: string; nowMs: number; limited: boolean },
): Promise<void> {
  if (!limited) return;
  const key = accountKey(account);
  await inTransaction(db, async (trx) => {
    await lockAddress(trx, address);
    const recent = trx
      .selectFrom('login_attempts')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('address', '=', address)
      .where('at', '>', nowMs - WINDOW_MS);
    const here = await recent.executeTakeFirstOrThrow();
    const onAccount = await recent.where('account', '=', key).executeTakeFirstOrThrow();
    if (onAccount.count >= PER_ACCOUNT_AND_ADDRESS || here.count >= PER_ADDRESS)
      refuse('too_many_logins', { retryAfterSeconds: WINDOW_MS / 1000 });
    await trx.insertInto('login_attempts').values({ account: key, address, at: nowMs }).execute();
  });
}

/** Deletes the counted attempts on this account from this address, after a correct password. */
export async function clearAttempts(trx: Trx | Db, account: string, address: string): Promise<void> {
  await trx
    .deleteFrom('login_attempts')
    .where('account', '=', accountKey(account))
    .where('address', '=', address)
    .execute();
}

/** Deletes the counted attempts on a deleted account. `account` is its `emailKey`. */
export async function clearAttemptsOfAccount(trx: Trx, account: string): Promise<void> {
  await trx.deleteFrom('login_attempts').where('account', '=', accountKey(account)).execute();
}

export const deleteOutdatedAttempts = deleteOlderThan('login_attempts', 'at', DAY_MS);
