/** What a restore has to tell its owner. */
export interface Restored {
  readonly appointments?: number;
  /** Where what was there before is kept. */
  readonly aside: string | undefined;
  /** Could it be read? Else it is kept byte by byte, its log beside it. */
  readonly isAsideSound: boolean;
  readonly hasChecksum: boolean;
  /** Accounts that the backup brings back, deleted or deactivated since. */
  readonly deletedSince: readonly string[];
  readonly deactivatedSince: readonly string[];
  readonly passwordsChangedSince: readonly string[];
}

/** An account as far as one can tell from outside whether it is the same, and what has become of it. */
export interface Account {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly active: number;
  readonly created_at: number;
  readonly deleted_at: number | null;
  readonly password_hash: string | null;
}

/** Compared with the salon of before; an account is the same one when it was also made at the same moment. */
export function changedSince(incoming: readonly Account[], before: readonly Account[]) {
  const known = new Map(before.map((account) => [`${account.id} ${account.created_at}`, account]));
  const named = (isChanged: (now: Account, then: Account) => boolean): string[] =>
    incoming.flatMap((then) => {
      const now = known.get(`${then.id} ${then.created_at}`);
      return now && isChanged(now, then) ? [`${then.name}${then.email ? ` <${then.email}>` : ''}`] : [];
    });
  const isDeleted = (now: Account, then: Account) => now.deleted_at !== null && then.deleted_at === null;
  return {
    deletedSince: named(isDeleted),
    deactivatedSince: named((now, then) => now.active < then.active && !isDeleted(now, then)),
    passwordsChangedSince: named(
      (now, then) => now.password_hash !== then.password_hash && !isDeleted(now, then),
    ),
  };
}
