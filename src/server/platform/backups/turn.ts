import { Client } from 'pg';

const BACKUP_LOCK = 7_261_002; // any number that nobody else on this database uses
const UPGRADE_LOCK = 7_261_003;
const CONNECT_TIMEOUT_MS = 3000;

/**
 * Of several server processes on one PostgreSQL one makes the backups: the first that asks, until it ends. A lock of its own
 * connection says so, and is gone the moment the process is; the next one then takes its turn.
 */
export interface Turn {
  isOurs(): Promise<boolean>;
  end(): Promise<void>;
}

/** On SQLite there is one process. */
export const alwaysOurs: Turn = { isOurs: async () => true, end: async () => undefined };

export function postgresTurn(connectionString: string): Turn {
  let client: Client | undefined;
  let isOurs = false;
  const lose = (): void => {
    client = undefined;
    isOurs = false;
  };
  async function connected(): Promise<Client> {
    if (client) return client;
    const fresh = new Client({
      connectionString,
      connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
      query_timeout: CONNECT_TIMEOUT_MS,
      keepAlive: true,
    });
    fresh.on('error', lose);
    fresh.on('end', lose);
    await fresh.connect();
    client = fresh;
    return fresh;
  }
  return {
    async isOurs() {
      const connection = await connected();
      // asked each time: a connection that is dead without having said so would still seem to hold the lock
      const { rows } = await connection.query(
        isOurs ? 'select true as ours' : `select pg_try_advisory_lock(${BACKUP_LOCK}) as ours`,
      );
      isOurs = rows[0]?.ours === true;
      return isOurs;
    },
    async end() {
      await client?.end();
    },
  };
}

/** Of processes that start at once with new migrations one at a time backs up and migrates; the others wait, however long. */
export async function inUpgradeTurn(connectionString: string, work: () => Promise<void>): Promise<void> {
  const client = new Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    keepAlive: true,
  });
  client.on('error', () => undefined); // the migration's own connection notices too
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${UPGRADE_LOCK})`);
    await work();
  } finally {
    await client.end();
  }
}
