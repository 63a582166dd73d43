import { emailKey } from '../../../src/domain/accounts/accounts.ts';
import type { UserId } from '../../../src/domain/ids.ts';
import { personColumns } from '../../../src/server/platform/db/people.ts';
import type { Trx } from '../../../src/server/platform/db/schema.ts';

interface Given {
  readonly name: string;
  readonly email: string | null;
  readonly phone: string | null;
  readonly city: string | null;
  readonly notes?: string;
  readonly created_at: number;
}

/** Inserts clients with few statements. Returns their ids, in order. */
export async function insertClients(trx: Trx, clients: readonly Given[]): Promise<UserId[]> {
  const users = clients.map(({ email, created_at }) => ({
    role: 'CLIENT' as const,
    email_key: email === null ? null : emailKey(email),
    created_at,
  }));
  const saved = await trx.insertInto('users').values(users).returning('id').execute();
  // in the order of `clients`, because the database assigns ids in the order of insertion
  const ids = saved.map(({ id }) => id).sort((a, b) => a - b);
  const people = clients.map(({ notes = null, created_at, ...contact }, n) => ({
    ...personColumns(contact),
    notes,
    created_at,
    user_id: ids[n] ?? null,
  }));
  await trx.insertInto('people').values(people).execute();
  return ids;
}
