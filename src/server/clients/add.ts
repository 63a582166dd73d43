import type { ReceivedBody } from '#contract/index.ts';
import type { Client } from '#contract/users.ts';
import type { Context } from '../platform/http/call.ts';
import { orEmailTaken } from './email-taken.ts';
import { hashGivenPassword } from './given-password.ts';
import { personColumns } from './person-columns.ts';
import { asClient, COLUMNS } from './queries.ts';

/** Adds a client for the admin; without email or password she cannot log in. behaviour.md §6 */
export async function addClient(
  { db, clock, now, passwords }: Context,
  given: ReceivedBody<'POST /users/clients'>,
): Promise<Client> {
  const { name, email = null, phone = null, city = null, notes = null } = given;
  const password_hash = (await hashGivenPassword(passwords, given.password_hash)) ?? null;
  const row = await orEmailTaken(
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
