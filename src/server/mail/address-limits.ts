import type { Selectable } from 'kysely';
import { mailboxOf } from '#domain/accounts.ts';
import { MAX_LIMITED_MAILS_PER_DAY } from '#domain/limits.ts';
import { keyedHash } from '../platform/auth/secrets.ts';
import { lockCaller } from '../platform/db/locks.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';

type LimitedMail = Pick<Selectable<Schema['outbox']>, 'id' | 'is_limited' | 'free_day'>;

/**
 * Why a mail is not sent to its address, or undefined after counting it: a daily limit for mails that other people cause, and one
 * mail per address about one day's free slots. Checked when it is sent, under a lock on the address. docs/spec/behaviour.md §9.3
 */
export async function reasonToHoldBack(
  db: Db,
  mail: LimitedMail,
  address: string,
  nowMs: number,
): Promise<string | undefined> {
  if (mail.is_limited === 0 && mail.free_day === null) return undefined;
  return inTransaction(db, async (trx) => {
    const hash = await keyedHash(trx, `mailbox:${mailboxOf(address)}`, nowMs);
    await lockCaller(trx, hash);
    if (await isNotifiedOfDay(trx, mail, hash)) return 'duplicate: recipient already notified for this day';
    if (mail.is_limited === 1 && (await countToday(trx, mail, hash, nowMs)) >= MAX_LIMITED_MAILS_PER_DAY)
      return 'too many to this address today';
    await trx
      .updateTable('outbox')
      .set({ address_hash: hash, let_through_at: nowMs })
      .where('id', '=', mail.id)
      .execute();
    return undefined;
  });
}

const othersTo = (trx: Trx, { id }: LimitedMail, hash: string) =>
  trx.selectFrom('outbox').where('address_hash', '=', hash).where('id', '<>', id);

async function isNotifiedOfDay(trx: Trx, mail: LimitedMail, hash: string): Promise<boolean> {
  if (mail.free_day === null) return false;
  const earlier = await othersTo(trx, mail, hash)
    .select('id')
    .where('free_day', '=', mail.free_day)
    .executeTakeFirst();
  return earlier !== undefined;
}

async function countToday(trx: Trx, mail: LimitedMail, hash: string, nowMs: number): Promise<number> {
  const { count } = await othersTo(trx, mail, hash)
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('is_limited', '=', 1)
    .where('let_through_at', '>', nowMs - DAY_MS)
    .executeTakeFirstOrThrow();
  return count;
}
