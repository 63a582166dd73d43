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

/** A number that changes with the data of a SQLite file. */
export type ReadVersion = () => number;

/**
 * Rises with every row that this connection writes, by SQLite's own count, whatever the statement; and at most LOOK_EVERY_MS late
 * with what another connection has committed. A row counts when it is written and not only when it is committed: nobody else reads
 * on this connection meanwhile, for a transaction has it alone.
 */
export function watchVersion(file: DatabaseSync): ReadVersion {
  const ownChanges = prepared(file, 'select total_changes()');
  const othersCommits = prepared(file, 'pragma data_version');
  let own = numberOf(ownChanges);
  let others = numberOf(othersCommits);
  let lookedAt = performance.now();
  let version = 0;
  return () => {
    const [ownBefore, othersBefore] = [own, others];
    own = numberOf(ownChanges);
    if (performance.now() - lookedAt >= LOOK_EVERY_MS) {
      others = numberOf(othersCommits);
      lookedAt = performance.now();
    }
    if (own !== ownBefore || others !== othersBefore) version++;
    return version;
  };
}

/**
 * What is made of the data may be kept for as long as this number stays, if it was read before the data were. null: nothing may be
 * kept, for on PostgreSQL other processes write too. docs/decisions/0020-answers-that-are-kept.md
 */
export function dataVersion(db: Db): number | null {
  const { adapter } = db.getExecutor() as { readonly adapter: { readonly dataVersion?: ReadVersion } };
  return adapter.dataVersion?.() ?? null;
}
