import type { Db, Trx } from '../db/schema.ts';
import { inTransaction, lockAddress } from '../db/transaction.ts';
import { refuse } from '../errors.ts';
import { countedNetworksOf } from '../http/callers.ts';
import { sha256 } from './secrets.ts';

const WINDOW_MS = 15 * 60 * 1000;
const PER_ACCOUNT_AND_ADDRESS = 10;
const PER_ADDRESS = 100;

/** Above this many password checks of an account from all IP networks together, each network gets fewer attempts. Never none, which would lock the owner out. */
const PER_ACCOUNT = 100;
const PER_ACCOUNT_AND_ADDRESS_THEN = 2;

/** The value of `address` in rows that count an account's password checks from all addresses together. */
const EVERYWHERE = 'everywhere';

/** Counts a password check before it is made, or refuses it above the limit. After a correct password call `clearAttempts`. */
export async function countAttempt(
  db: Db,
  { account, address, nowMs, limited }: { account: string; address: string; nowMs: number; limited: boolean },
): Promise<void> {
  if (!limited) return;
  const key = sha256(account);
  const networks = countedNetworksOf(address);
  await inTransaction(db, async (trx) => {
    for (const place of [...networks.map(({ network }) => network), key]) await lockAddress(trx, place);
    const recentFrom = (place: string) =>
      trx
        .selectFrom('login_attempts')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('address', '=', place)
        .where('at', '>', nowMs - WINDOW_MS);
    const ofAccount = await recentFrom(EVERYWHERE).where('account', '=', key).executeTakeFirstOrThrow();
    const perAccount =
      ofAccount.count >= PER_ACCOUNT ? PER_ACCOUNT_AND_ADDRESS_THEN : PER_ACCOUNT_AND_ADDRESS;
    for (const { network, times } of networks) {
      const here = await recentFrom(network).executeTakeFirstOrThrow();
      const onAccount = await recentFrom(network).where('account', '=', key).executeTakeFirstOrThrow();
      if (onAccount.count >= perAccount * times || here.count >= PER_ADDRESS * times)
        refuse('too_many_logins', { retryAfterSeconds: WINDOW_MS / 1000 });
    }
    const places = [EVERYWHERE, ...networks.map(({ network }) => network)];
    await trx
      .insertInto('login_attempts')
      .values(places.map((place) => ({ account: key, address: place, at: nowMs })))
      .execute();
  });
}

export async function clearAttempts(trx: Trx | Db, account: string, address: string): Promise<void> {
  await trx
    .deleteFrom('login_attempts')
    .where('account', '=', sha256(account))
    .where('address', '=', address)
    .execute();
}

/** Deletes the counted attempts on a deleted account. `account` is its `emailKey`. */
export async function clearAttemptsOfAccount(trx: Trx, account: string): Promise<void> {
  await trx.deleteFrom('login_attempts').where('account', '=', sha256(account)).execute();
}
