import type { ReceivedBody } from '#contract/index.ts';
import type { Client } from '#contract/users.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import { endSessionsOf } from '../platform/sessions/sessions.ts';
import { orEmailTaken } from './email-taken.ts';
import { hashGivenPassword } from './given-password.ts';
import { personColumns } from './person-columns.ts';
import { asClient, COLUMNS, clients } from './queries.ts';

type Given = ReceivedBody<'PUT /users/clients/{id}'> & ReceivedBody<'PUT /users/{id}'>;

/**
 * Edits a client, in the list or in her dialog: a field left out keeps its value, null clears it. Inactive, or with a new
 * password, her sessions end at once; with a new password or address a reset link that is on its way is dead. behaviour.md §6
 */
export async function editClient(context: Context, id: number, given: Given): Promise<Client> {
  const { db, clock, passwords } = context;
  const password_hash = await hashGivenPassword(passwords, given.password_hash);
  const row = await orEmailTaken(inTransaction(db, (trx) => save(trx, id, given, password_hash)));
  return asClient(row, clock);
}

async function save(trx: Trx, id: number, given: Given, password_hash: string | undefined) {
  const before =
    (await clients(trx)
      .where('id', '=', id)
      .select([...COLUMNS, 'email_key'])
      .$call(lockRows(trx))
      .executeTakeFirst()) ?? refuse('not_found');
  const kept = <T>(value: T | undefined, old: T): T => (value === undefined ? old : value);
  const person = personColumns({
    name: given.name ?? before.name,
    email: kept(given.email, before.email),
    phone: kept(given.phone, before.phone),
    city: kept(given.city, before.city),
  });
  const active = given.active ?? before.active;
  const notes = kept(given.notes, before.notes);
  const after = { ...person, notes, active, ...(password_hash !== undefined && { password_hash }) };
  const isOtherLogin = password_hash !== undefined || person.email_key !== before.email_key;
  if (password_hash !== undefined || active === 0) await endSessionsOf(trx, id);
  if (isOtherLogin) await trx.deleteFrom('reset_links').where('user_id', '=', id).execute();
  return trx
    .updateTable('users')
    .set(after)
    .where('id', '=', id)
    .returning(COLUMNS)
    .executeTakeFirstOrThrow();
}
