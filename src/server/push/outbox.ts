import type { ExpressionBuilder } from 'kysely';
import type { Db, Schema } from '../platform/db/schema.ts';
import type { PushId, PushSubscriptionId } from '../platform/db/schema-machinery.ts';
import { claimed, claimNext } from '../platform/sending.ts';

/** A push service that is away is asked again; what is hours old helps nobody. docs/spec/behaviour.md §14.3 */
const RETRY_MINUTES = [1, 2, 5, 15, 30, 60, 120, 180, 240] as const;
export const GIVEN_UP_AFTER_HOURS = 12;

const isDue =
  (nowMs: number) =>
  ({ eb, and }: ExpressionBuilder<Schema, 'push_outbox'>) =>
    and([
      eb('sent_at', 'is', null),
      eb('given_up_at', 'is', null),
      eb('visible_at', '<=', nowMs),
      eb('next_try_at', '<=', nowMs),
    ]);

/**
 * No earlier one to the same device is still to go: they arrive in their order, and a push service that hangs holds up its own
 * devices alone.
 */
const isItsTurn =
  (nowMs: number) =>
  ({ exists, not, selectFrom }: ExpressionBuilder<Schema, 'push_outbox'>) =>
    not(
      exists(
        selectFrom('push_outbox as earlier')
          .select('earlier.id')
          .whereRef('earlier.subscription_id', '=', 'push_outbox.subscription_id')
          .whereRef('earlier.id', '<', 'push_outbox.id')
          .where('earlier.sent_at', 'is', null)
          .where('earlier.given_up_at', 'is', null)
          .where('earlier.visible_at', '<=', nowMs),
      ),
    );

/** Those that were never tried come first: a device that does not answer waits behind them. */
const firstDue = (db: Db, nowMs: number) =>
  db
    .selectFrom('push_outbox')
    .select(['id', 'attempts'])
    .where(isDue(nowMs))
    .where(isItsTurn(nowMs))
    .orderBy('attempts')
    .orderBy('next_try_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

export type ClaimedPush = NonNullable<Awaited<ReturnType<typeof claimOf>>>;

const claimOf = (db: Db, push: { id: PushId; attempts: number }, nowMs: number) =>
  db
    .updateTable('push_outbox')
    .set(claimed(push, RETRY_MINUTES, nowMs))
    .where('id', '=', push.id)
    .where('attempts', '=', push.attempts)
    .where(isDue(nowMs))
    .returning(['id', 'subscription_id', 'user_id', 'kind', 'subject_id', 'content'])
    .returning(['visible_at', 'attempts', 'next_try_at'])
    .executeTakeFirst();

/** Takes the next push that is due, or undefined when there is none. */
export const claimNextPush = (db: Db, nowMs: number): Promise<ClaimedPush | undefined> =>
  claimNext(
    () => firstDue(db, nowMs),
    (push) => claimOf(db, push, nowMs),
  );

/** In how many ms the next one is due, where that is before the timer comes anyway: a change could be undone until then. */
export async function nextDueInMs(db: Db, nowMs: number, withinMs: number): Promise<number | undefined> {
  const next = await db
    .selectFrom('push_outbox')
    .select('next_try_at')
    .where('sent_at', 'is', null)
    .where('given_up_at', 'is', null)
    .where('next_try_at', '>', nowMs)
    .where('next_try_at', '<', nowMs + withinMs)
    .orderBy('next_try_at')
    .limit(1)
    .executeTakeFirst();
  return next && next.next_try_at - nowMs;
}

/** The row while this attempt still holds it. */
const claimedRow = (db: Db, push: ClaimedPush) =>
  db.updateTable('push_outbox').where('id', '=', push.id).where('attempts', '=', push.attempts);

export async function markSent(db: Db, push: ClaimedPush, nowMs: number): Promise<void> {
  await claimedRow(db, push).set({ sent_at: nowMs, last_error: null }).execute();
}

export async function markGivenUp(db: Db, push: ClaimedPush, why: string, nowMs: number): Promise<void> {
  await claimedRow(db, push).set({ given_up_at: nowMs, last_error: why }).execute();
}

/** Tried again at its time, or later where the push service has said when. */
export async function markFailed(
  db: Db,
  push: ClaimedPush,
  { why, notBeforeMs }: { why: string; notBeforeMs: number },
): Promise<void> {
  await claimedRow(db, push)
    .set({ last_error: why, next_try_at: Math.max(push.next_try_at, notBeforeMs) })
    .execute();
}

/** The device is gone, and with it all that waits for it. */
export async function endSubscription(db: Db, id: PushSubscriptionId): Promise<void> {
  await db.deleteFrom('push_subscriptions').where('id', '=', id).execute();
}

/** Where a claimed push goes, while its subscription is this user's, its session lives and pushes are on. */
export const recipientOf = (db: Db, push: ClaimedPush, nowMs: number) =>
  db
    .selectFrom('push_subscriptions')
    .innerJoin('sessions', 'sessions.token_hash', 'push_subscriptions.session_hash')
    .innerJoin('users', 'users.id', 'push_subscriptions.user_id')
    .select(['push_subscriptions.id', 'endpoint', 'p256dh', 'auth', 'users.push_on'])
    .where('push_subscriptions.id', '=', push.subscription_id)
    .where('push_subscriptions.user_id', '=', push.user_id)
    .where('sessions.expires_at', '>', nowMs)
    .where('users.active', '=', 1)
    .where('users.deleted_at', 'is', null)
    .executeTakeFirst();

export type PushRecipient = NonNullable<Awaited<ReturnType<typeof recipientOf>>>;
