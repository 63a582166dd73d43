import type { ParsedBody } from '#contract/index.ts';
import type { PushSubscriptionJson } from '#contract/push.ts';
import { MAX_PUSH_SUBSCRIPTIONS } from '#domain/limits.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import type { PushSubscriptionId } from '../platform/db/schema-machinery.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { isPushAddress, isPushKey } from './addresses.ts';

/**
 * Takes a browser's subscription for the session that asks: it ends with it. One that another session had goes over to this one,
 * with nothing that waits for somebody else. Beyond so many of a user the oldest ends. docs/spec/behaviour.md §14.1
 */
export async function subscribe(
  { db, now, user, config }: RequestContext<SessionUser>,
  { endpoint, keys }: PushSubscriptionJson,
): Promise<undefined> {
  if (!isPushAddress(endpoint, config) || !isPushKey(keys.p256dh)) refuse('push_subscription_refused');
  return inTransaction(db, async (trx) => {
    await lockSession(trx, user);
    const owner = { user_id: user.id, session_hash: user.tokenHash, ...keys };
    const { id } = await trx
      .insertInto('push_subscriptions')
      .values({ endpoint, ...owner, created_at: now.ms })
      .onConflict((conflict) => conflict.column('endpoint').doUpdateSet(owner))
      .returning('id')
      .executeTakeFirstOrThrow();
    await trx
      .deleteFrom('push_outbox')
      .where('subscription_id', '=', id)
      .where('user_id', '<>', user.id)
      .execute();
    await endOldest(trx, user, id);
    return undefined;
  });
}

/** The session stays until this is committed; one that has ended meanwhile takes nothing. */
async function lockSession(trx: Trx, { tokenHash }: SessionUser): Promise<void> {
  const session = await trx
    .selectFrom('sessions')
    .select('user_id')
    .where('token_hash', '=', tokenHash)
    .$call(lockRows(trx))
    .executeTakeFirst();
  if (!session) refuse('login_required');
}

async function endOldest(trx: Trx, user: SessionUser, latest: PushSubscriptionId): Promise<void> {
  const others = await trx
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', user.id)
    .where('id', '<>', latest)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .offset(MAX_PUSH_SUBSCRIPTIONS - 1)
    .limit(MAX_PUSH_SUBSCRIPTIONS)
    .execute();
  await trx
    .deleteFrom('push_subscriptions')
    .where(
      'id',
      'in',
      others.map(({ id }) => id),
    )
    .execute();
}

/** Ends an own subscription; somebody else's stays, and the answer does not tell. docs/spec/behaviour.md §14.1 */
export async function unsubscribe(
  { db, user }: RequestContext<SessionUser>,
  { endpoint }: ParsedBody<'DELETE /push'>,
): Promise<undefined> {
  await inTransaction(db, (trx) =>
    trx
      .deleteFrom('push_subscriptions')
      .where('endpoint', '=', endpoint)
      .where('user_id', '=', user.id)
      .execute(),
  );
  return undefined;
}
