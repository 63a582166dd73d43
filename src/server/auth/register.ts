import type { CallAnswer, ReceivedBody } from '#contract/index.ts';
import { registrationRefusal } from '#salon/accounts.ts';
import { orEmailTaken } from '../clients/email-taken.ts';
import { personColumns } from '../clients/person-columns.ts';
import { tellAdmin } from '../notifications/tell-admin.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuseIf } from '../platform/refuse.ts';
import { startSession } from '../platform/sessions/sessions.ts';

/** Makes a client's account and logs her in; the admin hears of it (NEW_CLIENT). spec.md §5 */
export async function registerClient(
  { db, now, passwords }: Context,
  given: ReceivedBody<'POST /auth/register'>,
): Promise<CallAnswer<'POST /auth/register'>> {
  refuseIf(registrationRefusal(given));
  const password_hash = await passwords.hash(given.password);
  const making = inTransaction(db, async (trx) => {
    const { id } = await trx
      .insertInto('users')
      .values({ role: 'CLIENT', ...personColumns(given), password_hash, created_at: now.ms })
      .returning('id')
      .executeTakeFirstOrThrow();
    await tellAdmin(trx, { type: 'NEW_CLIENT', client_id: id, nowMs: now.ms });
    return startSession(trx, id, now.ms);
  });
  const token = await orEmailTaken(making);
  return { token, user: { role: 'CLIENT', name: given.name, email: given.email } };
}
