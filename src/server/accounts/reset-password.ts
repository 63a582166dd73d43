import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { ParsedBody } from '#contract/index.ts';
import { emailKey, minutesToNextResetMail, newPasswordRefusal } from '#domain/accounts/accounts.ts';
import type { UserId } from '#domain/ids.ts';
import { recordNewPassword } from '../clients/clients.ts';
import { queueAccountMail } from '../mail/mail.ts';
import { clearAttemptsOfAccount } from '../platform/auth/login-attempts.ts';
import { hashToken } from '../platform/auth/secrets.ts';
import { endResetLinks, endSessionsOf } from '../platform/auth/sessions.ts';
import type { Db, Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { DAY_MS } from '../platform/jobs/retention.ts';

async function isResetLinkValid(db: Db, token: string, nowMs: number): Promise<boolean> {
  const found = await db
    .selectFrom('reset_links')
    .select('user_id')
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .executeTakeFirst();
  return found !== undefined;
}

/** Marks a link as used and returns its user. Returns undefined for the second of two concurrent requests. */
async function consumeResetLink(trx: Trx, token: string, nowMs: number): Promise<UserId | undefined> {
  const used = await trx
    .updateTable('reset_links')
    .set({ used_at: nowMs })
    .where('token_hash', '=', hashToken(token))
    .where('used_at', 'is', null)
    .where('expires_at', '>', nowMs)
    .returning('user_id')
    .executeTakeFirst();
  return used?.user_id;
}

const MINUTE_MS = 60_000;

/** The `once_key` of the next reset mail; undefined: too soon. Contains the previous mail's id, so concurrent requests queue one mail. */
async function nextResetKey(trx: Trx, account: string, nowMs: number): Promise<string | undefined> {
  const prefix = `reset:${createHash('sha256').update(account).digest('base64url')}`;
  const earlier = await trx
    .selectFrom('outbox')
    .select(['id', 'created_at'])
    .where('once_key', '>=', `${prefix}:`)
    .where('once_key', '<', `${prefix};`) // ';' follows ':' in ASCII, so this range contains exactly the keys with the prefix
    .orderBy('id', 'desc')
    .execute();
  const today = earlier.filter(({ created_at }) => created_at > nowMs - DAY_MS);
  const [latest] = earlier;
  const waitMs = minutesToNextResetMail(today.length) * MINUTE_MS;
  const isTooSoon = latest !== undefined && nowMs < latest.created_at + waitMs;
  return isTooSoon ? undefined : `${prefix}:after ${latest?.id ?? 0}`;
}

/** Queues a reset mail, also for an unknown account, unless it is too soon after the last reset mail. docs/spec/behaviour.md §7.3 */
export async function queueNextResetLink(trx: Trx, account: string, nowMs: number): Promise<void> {
  const onceKey = await nextResetKey(trx, account, nowMs);
  if (onceKey === undefined) return;
  await trx
    .insertInto('outbox')
    .values(({ selectFrom }) => ({
      kind: 'RESET_LINK',
      once_key: onceKey,
      user_id: selectFrom('users')
        .select('users.id')
        .where('email_key', '=', account)
        .where('active', '=', 1),
      content: '{}',
      created_at: nowMs,
      visible_at: nowMs,
      next_try_at: nowMs,
    }))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
}

/** The minimum response time, which hides that queueing takes longer for a known user (PostgreSQL checks a foreign key). */
const RESPOND_AFTER_MS = 50;

/** Queues a reset mail. An unknown email causes the same SQL statements and the same response, so callers cannot find out who has an account. docs/spec/behaviour.md §7.3 */
export async function forgotPassword({ db, now }: RequestContext, email: string): Promise<void> {
  const account = emailKey(email);
  const queued = inTransaction(db, (trx) => queueNextResetLink(trx, account, now.ms));
  await Promise.all([queued, wait(RESPOND_AFTER_MS)]);
}

/** Sets a new password with the token of a mailed link, ends all sessions and clears failed logins. docs/spec/behaviour.md §7.3 */
export async function resetPassword(
  { db, now, passwords, signal }: RequestContext,
  input: ParsedBody<'POST /auth/reset'>,
): Promise<void> {
  refuseIf(newPasswordRefusal(input));
  if (!(await isResetLinkValid(db, input.token, now.ms))) refuse('reset_link_dead');
  const password_hash = await passwords.hash(input.new_password, signal);
  return inTransaction(db, async (trx) => {
    const userId = (await consumeResetLink(trx, input.token, now.ms)) ?? refuse('reset_link_dead');
    const user = await trx
      .updateTable('users')
      .set({ password_hash })
      .where('id', '=', userId)
      .where('active', '=', 1)
      .where('deleted_at', 'is', null)
      .returning(['id', 'role', 'email_key'])
      .executeTakeFirst();
    if (!user) refuse('reset_link_dead');
    const { name, email } = await trx
      .selectFrom('people')
      .select(['name', 'email'])
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow();
    if (user.role === 'CLIENT') await recordNewPassword(trx, { now, user: { ...user, name } }, userId);
    await endSessionsOf(trx, userId);
    await endResetLinks(trx, userId);
    await queueAccountMail(trx, {
      userId,
      toEmail: email,
      changes: ['PASSWORD'],
      nowMs: now.ms,
      isLimited: false,
    });
    if (user.email_key) await clearAttemptsOfAccount(trx, user.email_key);
  });
}
