import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CompiledQuery, PostgresAdapter } from 'kysely';
import type { Db } from './schema.ts';

/** The minimum time between checks for commits of other processes, because such a check locks the file. */
const LOOK_EVERY_MS = 1;

function numberOf(statement: StatementSync): number {
  const [value] = statement.get() as unknown as readonly number[];
  return value ?? Number.NaN;
}

function prepared(file: DatabaseSync, sql: string): StatementSync {
  const statement = file.prepare(sql);
  statement.setReturnArrays(true);
  return statement;
}

/** A number that changes whenever the committed data of a SQLite file change. */
export interface Version {
  read(): number;
  /** Call this before each transaction. It counts the commits made so far; `read` cannot do so later, because it ignores this connection's changes while a transaction is open. */
  beginTransaction(): void;
}

/** A version that increases after each commit. If another connection commits, it increases at most LOOK_EVERY_MS later. */
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

/** The version of the data; null on PostgreSQL. A cache must read the version before it reads the data to store under that version. docs/decisions/0020-cached-free-slots.md */
export function dataVersion(db: Db): number | null {
  const { adapter } = db.getExecutor() as { readonly adapter: { readonly version?: Version } };
  return adapter.version?.read() ?? null;
}

/** Identifies the set of transactions whose changes a query would see now. */
const SNAPSHOT = CompiledQuery.raw('select pg_current_snapshot()::text as snapshot');

export class CountingAdapter extends PostgresAdapter {
  connectionsMade = 0;
}

/** The version of the data, on both engines. On PostgreSQL it also changes with each new connection: after a failover, transaction numbers may repeat. */
export async function latestVersion(db: Db): Promise<number | string | null> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof CountingAdapter)) return dataVersion(db);
  const { rows } = await db.executeQuery<{ snapshot: string }>(SNAPSHOT);
  return `${adapter.connectionsMade} ${rows[0]?.snapshot}`;
}
