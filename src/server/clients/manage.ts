import type { Client, ClientDetails } from '#contract/clients.ts';
import { errors } from '#contract/errors.ts';
import type { ParsedBody } from '#contract/index.ts';
import { passwordRefusal } from '#domain/accounts.ts';
import type { UserId } from '#domain/ids.ts';
import type { Passwords } from '../platform/auth/passwords.ts';
import { endSessionsOf } from '../platform/auth/sessions.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { erasePerson, hasFutureBooking, personColumns, refuseTakenEmail } from './clients.ts';
import { asClient, COLUMNS, clientById, clients, historyOf } from './queries.ts';

/** Adds a client for the admin; without email or password she cannot log in. docs/spec/behaviour.md §6.4 */
export async function addClient(
  { db, clock, now, passwords }: RequestContext,
  given: ParsedBody<'POST /users/clients'>,
): Promise<Client> {
  const { name, email = null, phone = null, city = null, notes = null } = given;
  const password_hash = (await hashPasswordIfSet(passwords, given.password_hash)) ?? null;
  const row = await refuseTakenEmail(
    db
      .insertInto('users')
      .values({
        role: 'CLIENT',
        ...personColumns({ name, email, phone, city }),
        notes,
        password_hash,
        created_at: now.ms,
      })
      .returning(COLUMNS)
      .executeTakeFirstOrThrow(),
  );
  return asClient(row, clock);
}

type Given = ParsedBody<'PUT /users/clients/{id}'> & ParsedBody<'PUT /users/{id}'>;

/**
 * Edits a client, in the list or in her dialog: a field left out keeps its value, null clears it. Inactive, or with a new
 * password, her sessions end at once; with a new password or address a reset link that is on its way is dead.
 * docs/spec/behaviour.md §6.4
 */
export async function editClient(context: RequestContext, id: UserId, given: Given): Promise<Client> {
  const { db, clock, passwords } = context;
  const password_hash = await hashPasswordIfSet(passwords, given.password_hash);
  const row = await refuseTakenEmail(inTransaction(db, (trx) => save(trx, id, given, password_hash)));
  return asClient(row, clock);
}

async function save(trx: Trx, id: UserId, given: Given, password_hash: string | undefined) {
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

/** Deletes a client who has no future booking; statistics keep their counts and sums. docs/spec/behaviour.md §6.5 */
export function deleteClient({ db, now }: RequestContext, id: UserId): Promise<undefined> {
  return inTransaction(db, async (trx) => {
    const found = await clients(trx)
      .where('id', '=', id)
      .select('id')
      .$call(lockRows(trx))
      .executeTakeFirst();
    if (!found) refuse('not_found');
    if (await hasFutureBooking(trx, id, now)) refuse('client_has_bookings');
    await erasePerson(trx, id, now);
    return undefined;
  });
}

/** One client for the dialog 'Klijent', with her history counted. */
export async function clientDetailsOf(
  { db, clock, now }: RequestContext,
  id: UserId,
): Promise<ClientDetails> {
  const found = (await clientById(db, id)) ?? refuse('not_found');
  const { email_key, password_hash, ...row } = found;
  return {
    ...asClient(row, clock),
    ...(await historyOf(db, id, now)),
    has_login: email_key !== null && password_hash !== null ? 1 : 0,
  };
}

/**
 * The hash of the password that the admin gives a client in `password_hash`; undefined where she gives none (null or blank).
 * Hashing takes its time: call it before a transaction opens. docs/spec/behaviour.md §6.4
 */
async function hashPasswordIfSet(
  passwords: Passwords,
  given: string | null | undefined,
): Promise<string | undefined> {
  if (!given?.trim()) return undefined;
  const refusal = passwordRefusal(given);
  if (refusal) refuse(refusal, { fields: { password_hash: errors[refusal].text } });
  return passwords.hash(given);
}
