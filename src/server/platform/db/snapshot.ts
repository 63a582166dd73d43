import { PostgresAdapter, type PostgresPool } from 'kysely';
import type { Db } from './schema.ts';
import { dataVersion } from './version.ts';

/** Which transactions a query that is asked now sees: as text, alike exactly where they are the same ones. */
const SNAPSHOT = 'select pg_current_snapshot()::text as snapshot';

interface Row {
  readonly snapshot: string;
}

/** Kysely's adapter, and what tells whether the data are still the same. */
export class SnapshotAdapter extends PostgresAdapter {
  readonly #pool: PostgresPool;
  readonly #connectionsMade: () => number;
  constructor(pool: PostgresPool, connectionsMade: () => number) {
    super();
    this.#pool = pool;
    this.#connectionsMade = connectionsMade;
  }

  /**
   * Changes with whatever any process writes. A server that has crashed, or another one in its place, may count transactions again
   * that it had lost; whoever asks it does so on a new connection.
   */
  async readVersion(): Promise<string> {
    const client = await this.#pool.connect();
    try {
      const { rows } = await client.query<Row>(SNAPSHOT, []);
      return `${this.#connectionsMade()} ${rows[0]?.snapshot}`;
    } finally {
      client.release();
    }
  }
}

/** The version of the data, asked for where this process does not know it. Whoever has it is told of every earlier commit. */
export async function latestVersion(db: Db): Promise<number | string | null> {
  const { adapter } = db.getExecutor();
  return adapter instanceof SnapshotAdapter ? adapter.readVersion() : dataVersion(db);
}
