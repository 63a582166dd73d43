import type { Selectable } from 'kysely';
import type { People, Users } from '../db/users.ts';

export interface RestoreReport {
  readonly appointments: number;
  /** The backup of the previous database; undefined if there was no database. */
  readonly previousPath: string | undefined;
  /** False if the previous database was unreadable. Its files were then copied as they are. */
  readonly isPreviousReadable: boolean;
  readonly hasChecksum: boolean;
  /** Accounts that were deleted after the backup was made, and that the restore has recreated. */
  readonly deletedSince: readonly string[];
  readonly deactivatedSince: readonly string[];
  readonly passwordsChangedSince: readonly string[];
}

export type Account = Pick<
  Selectable<Users>,
  'id' | 'active' | 'created_at' | 'deleted_at' | 'password_hash'
> &
  Pick<People, 'name' | 'email'>;

/** The SQL that reads the accounts of a database, which may be of a release that had no table `people`. */
export const accountsSql = (hasPeople: boolean): string =>
  `select users.id, name, email, active, users.created_at, deleted_at, password_hash
  from users ${hasPeople ? 'join people on people.user_id = users.id' : ''}`;

/** Compares the accounts of backup and previous database. Accounts match by id and creation time, because ids may be reused. */
export function accountChanges(backup: readonly Account[], previous: readonly Account[]) {
  const byKey = new Map(previous.map((account) => [`${account.id} ${account.created_at}`, account]));
  const namesOf = (isChanged: (now: Account, then: Account) => boolean): string[] =>
    backup.flatMap((then) => {
      const now = byKey.get(`${then.id} ${then.created_at}`);
      return now && isChanged(now, then) ? [`${then.name}${then.email ? ` <${then.email}>` : ''}`] : [];
    });
  const isDeleted = (now: Account, then: Account) => now.deleted_at !== null && then.deleted_at === null;
  return {
    deletedSince: namesOf(isDeleted),
    deactivatedSince: namesOf((now, then) => now.active < then.active && !isDeleted(now, then)),
    passwordsChangedSince: namesOf(
      (now, then) => now.password_hash !== then.password_hash && !isDeleted(now, then),
    ),
  };
}
