import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { Db } from './schema.ts';

/** How often another process's writes are looked for: asking takes the file's locks, eight times as long as asking for our own. */
const LOOK_EVERY_MS = 1;

/** What a statement of one column says. */
function numberOf(statement: StatementSync): number {
  const [value] = statement.get() as unknown as readonly number[];
  return value ?? Number.NaN;
}

function prepared(file: DatabaseSync, sql: string): StatementSync {
  const statement = file.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** A number that changes with the committed data of a SQLite file. */
export interface Version {
  read(): number;
  /** A transaction begins: what was written until now is committed, and what is written from now on is not, until it is over. */
  beginTransaction(): void;
}

/**
 * Rises with every row that this connection has written and committed, by SQLite's own count, whatever the statement; and at most
 * LOOK_EVERY_MS late with what another connection has committed.
 */
export function watchVersion(file: DatabaseSync): Version {
  const ownChanges = prepared(file, 'select total_changes()');
  const othersCommits = prepared(file, 'pragma data_version');
  let own = numberOf(ownChanges);
  let others = numberOf(othersCommits);
  let lookedAt = performance.now();
  let version = 0;
  const look = (): void => {
    const [ownBefore, othersBefore] = [own, others];
    if (!file.isTransaction) own = numberOf(ownChanges);
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      others = numberOf(othersCommits);
      lookedAt = performance.now();
    }
    if (own !== ownBefore || others !== othersBefore) version++;
  };
  return {
    beginTransaction: look,
    read() {
      look();
      return version;
    },
  };
}

/**
 * What is made of the data may be kept for as long as this number stays, if it was read before the data were. null: nothing may be
 * kept, for on PostgreSQL other processes write too. docs/decisions/0020-answers-that-are-kept.md
 */
export function dataVersion(db: Db): number | null {
  const { adapter } = db.getExecutor() as { readonly adapter: { readonly version?: Version } };
  return adapter.version?.read() ?? null;
}
