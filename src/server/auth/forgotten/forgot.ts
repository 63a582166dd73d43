import { createHash } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import { emailKey } from '#salon/accounts.ts';
import type { Context } from '../../platform/http/call.ts';

/** One mail per account and span, whoever asks and however often. */
const ONE_MAIL_PER_MS = 2 * 60 * 1000;

/** Longer than the row takes: PostgreSQL looks a known user's row up for its foreign key, which could be told by the time. */
const ANSWER_AFTER_MS = 50;

/**
 * Queues a reset link. For an unknown email it does exactly the same, with nobody as the recipient: one statement, one row,
 * no answer that differs. The sender drops what goes to nobody; the link itself is made only then. behaviour.md §7
 */
export async function forgotPassword({ db, now }: Context, email: string): Promise<undefined> {
  const account = emailKey(email);
  const key = createHash('sha256').update(account).digest('base64url');
  const queued = db
    .insertInto('outbox')
    .values(({ selectFrom }) => ({
      kind: 'RESET_LINK',
      once_key: `reset:${key}:${Math.floor(now.ms / ONE_MAIL_PER_MS)}`,
      user_id: selectFrom('users').select('id').where('email_key', '=', account).where('active', '=', 1),
      content: '{}',
      created_at: now.ms,
      visible_at: now.ms,
      next_try_at: now.ms,
    }))
    .onConflict((conflict) => conflict.column('once_key').doNothing())
    .execute();
  await Promise.all([queued, wait(ANSWER_AFTER_MS)]);
  return undefined;
}
