import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { CompiledQuery, PostgresAdapter } from 'kysely';
import type { Db } from './schema.ts';

/** How often to check for other processes' writes: that takes the file's locks, eight times as long as counting our own. */
const LOOK_EVERY_MS = 1;

/** Runs a query of one number. */
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
  /** To be called before a transaction: rows written until now are committed, later ones only when it has ended. */
  beginTransaction(): void;
}

/**
 * Counts up with every row that this connection has written and committed, by SQLite's own count; and at most LOOK_EVERY_MS late
 * with the commits of other connections.
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
 * Something computed from the data stays valid while this number stays the same, if the number was read first. Null on PostgreSQL,
 * where other processes write too. docs/decisions/0020-cached-free-slots.md
 */
export function dataVersion(db: Db): number | null {
  const { adapter } = db.getExecutor() as { readonly adapter: { readonly version?: Version } };
  return adapter.version?.read() ?? null;
}

/** Names the transactions whose work a query would see now. */
const SNAPSHOT = CompiledQuery.raw('select pg_current_snapshot()::text as snapshot');

/** Kysely's adapter, and how many connections this process has made. */
export class CountingAdapter extends PostgresAdapter {
  connectionsMade = 0;
}

/**
 * The version of the data; whoever has it sees every earlier commit. On PostgreSQL it changes with what any process writes, and with
 * each new connection: after a crash or a failover the server may count the same transactions again.
 */
export async function latestVersion(db: Db): Promise<number | string | null> {
  const { adapter } = db.getExecutor();
  if (!(adapter instanceof CountingAdapter)) return dataVersion(db);
  const { rows } = await db.executeQuery<{ snapshot: string }>(SNAPSHOT);
  return `${adapter.connectionsMade} ${rows[0]?.snapshot}`;
}
