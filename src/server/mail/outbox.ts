import { type ExpressionBuilder, sql } from 'kysely';
import type { Db, MailId, Schema } from '../platform/db/schema.ts';
import { claimed, claimNext } from '../platform/sending.ts';
import type { MailKind } from './mail.ts';

/** Minutes until the next attempt: after the first, the second, … A mail server that greylists lets the second pass. */
const RETRY_MINUTES = [1, 5, 30, 120, 720] as const;
export const MAX_ATTEMPTS = RETRY_MINUTES.length + 1;

const COLUMNS = [
  'id',
  'kind',
  'once_key',
  'user_id',
  'to_email',
  'appointment_id',
  'content',
  'visible_at',
  'attempts',
  'is_limited',
  'free_day',
] as const;

/**
 * A reset link waits for nothing, and what strangers can cause is never ahead of what the salon says.
 * docs/spec/behaviour.md §9.3
 */
const PRIORITY: Record<MailKind, number> = {
  RESET_LINK: 0,
  ACCOUNT_CHANGED: 0,
  CANCELLED_CLIENT: 1,
  MOVED_CLIENT: 1,
  REMINDER_24H: 2,
  FREE_SLOT_CLIENT: 3,
  BOOKED_GUEST: 4,
  MOVED_GUEST: 4,
  MOVED_OWN: 4,
  BOOKED_ADMIN: 4,
  CANCELLED_ADMIN: 4,
  MOVED_ADMIN: 4,
};
const LAST = 5; // a kind of another release

const byPriority = ({ eb }: ExpressionBuilder<Schema, 'outbox'>) =>
  Object.entries(PRIORITY)
    .reduce(
      (cases, [kind, priority]) => cases.when('kind', '=', kind).then(sql.lit(priority)),
      eb.case().when('kind', '=', '').then(sql.lit(LAST)),
    )
    .else(sql.lit(LAST))
    .end();

const isDue =
  (nowMs: number) =>
  ({ eb, and }: ExpressionBuilder<Schema, 'outbox'>) =>
    and([
      eb('sent_at', 'is', null),
      eb('given_up_at', 'is', null),
      eb('handed_over_at', 'is', null),
      eb('visible_at', '<=', nowMs),
      eb('next_try_at', '<=', nowMs),
    ]);

export type ClaimedMail = NonNullable<Awaited<ReturnType<typeof claimOf>>>;

const claimOf = (db: Db, mail: { id: MailId; attempts: number }, nowMs: number) =>
  db
    .updateTable('outbox')
    .set(claimed(mail, RETRY_MINUTES, nowMs))
    .where('id', '=', mail.id)
    .where('attempts', '=', mail.attempts)
    .where(isDue(nowMs))
    .returning(COLUMNS)
    .executeTakeFirst();

/** No earlier mail to the same person about the same appointment is still to go: 'moved to 12' must not come after 'moved to 14'. */
const isItsTurn = ({ exists, not, selectFrom }: ExpressionBuilder<Schema, 'outbox'>) =>
  not(
    exists(
      selectFrom('outbox as earlier')
        .select('earlier.id')
        .whereRef('earlier.appointment_id', '=', 'outbox.appointment_id')
        .whereRef('earlier.user_id', '=', 'outbox.user_id')
        .whereRef('earlier.id', '<', 'outbox.id')
        .where('earlier.sent_at', 'is', null)
        .where('earlier.given_up_at', 'is', null)
        .where('earlier.handed_over_at', 'is', null),
    ),
  );

const firstDue = (db: Db, nowMs: number) =>
  db
    .selectFrom('outbox')
    .select(['id', 'attempts'])
    .where(isDue(nowMs))
    .where(isItsTurn)
    .orderBy(byPriority)
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Takes the next due mail, or undefined when there is none. */
export const claimNextMail = (db: Db, nowMs: number): Promise<ClaimedMail | undefined> =>
  claimNext(
    () => firstDue(db, nowMs),
    (mail) => claimOf(db, mail, nowMs),
  );

/** The row while this attempt still holds it; another process may have claimed it since. */
const claimedRow = (db: Db, mail: ClaimedMail) =>
  db.updateTable('outbox').where('id', '=', mail.id).where('attempts', '=', mail.attempts);

/**
 * The mail server asks for the content: from here on the mail may be in its hands, so it is never claimed again, also when this
 * process dies. False when the attempt was lost to another process.
 */
export async function markHandedOver(db: Db, mail: ClaimedMail, nowMs: number): Promise<boolean> {
  const marked = await claimedRow(db, mail)
    .where('handed_over_at', 'is', null)
    .set({ handed_over_at: nowMs })
    .returning('id')
    .executeTakeFirst();
  return marked !== undefined;
}

/** The address of an account that has another one, or is gone, is not kept longer than its mail needs it. */
const withoutAddress = ({ kind }: ClaimedMail) => (kind === 'ACCOUNT_CHANGED' ? { to_email: null } : {});

export async function markSent(db: Db, mail: ClaimedMail, nowMs: number): Promise<void> {
  await claimedRow(db, mail)
    .set({ sent_at: nowMs, last_error: null, ...withoutAddress(mail) })
    .execute();
}

/** Handed over and never answered: maybe sent. It stays as it is. */
export async function markUnknown(db: Db, mail: ClaimedMail, why: string): Promise<void> {
  await claimedRow(db, mail).set({ last_error: why }).execute();
}

/** Certainly not sent: tried again at its time, or given up. */
export async function markFailed(
  db: Db,
  mail: ClaimedMail,
  { why, nowMs, isForEver }: { why: string; nowMs: number; isForEver: boolean },
): Promise<void> {
  await claimedRow(db, mail)
    .set({
      handed_over_at: null,
      last_error: why,
      given_up_at: isForEver ? nowMs : null,
      // never arrived: it does not count for its address
      ...(isForEver && { address_hash: null, ...withoutAddress(mail) }),
    })
    .execute();
}
