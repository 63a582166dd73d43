import { CompiledQuery, PostgresAdapter } from 'kysely';
import type { Db } from './schema.ts';
import { dataVersion } from './version.ts';

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
