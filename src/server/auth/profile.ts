import type { Profile } from '#contract/auth.ts';
import type { Db, Trx } from '../platform/db/schema.ts';

/** Her own profile, spec.md §3. */
export const ownProfile = (db: Db | Trx, id: number): Promise<Profile> =>
  db
    .selectFrom('users')
    .select(['id', 'name', 'email', 'phone', 'city', 'role', 'mail_on'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
