import { MAX_ACCOUNT_MAILS } from '#domain/limits.ts';
import { type CallerContext, countActs, lockRequestNetwork } from '../platform/auth/counted-acts.ts';
import type { Trx } from '../platform/db/schema.ts';

/** Limits the mailed account changes of a network. Call it before locking days. docs/spec/behaviour.md §9.3 */
export async function countMailedChange(trx: Trx, context: CallerContext): Promise<void> {
  const { config, user } = context;
  if (!config.rateLimit || user?.role === 'ADMIN') return;
  const subject = await lockRequestNetwork(trx, context);
  if (subject !== null)
    await countActs(trx, [{ subject, act: 'mailed change', limits: MAX_ACCOUNT_MAILS }], context);
}
