import { Client } from 'pg';

const BACKUP_LOCK = 7_261_002; // advisory lock numbers, unique within the database
const UPGRADE_LOCK = 7_261_003;
const CONNECT_TIMEOUT_MS = 3000;

export type BackupLock = ReturnType<typeof postgresBackupLock>;

/** For SQLite: does nothing, because a single process uses the database. */
export const noBackupLock: BackupLock = { acquire: async () => true, release: async () => undefined };

const newClient = (connectionString: string, limits: { query_timeout?: number } = {}): Client =>
  new Client({ connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, keepAlive: true, ...limits });

/** The lock of the process that makes the scheduled backups. A separate connection holds the lock until the process exits or dies. */
export function postgresBackupLock(connectionString: string) {
  let client: Client | undefined;
  let isHeld = false;
  const lose = (): void => {
    client = undefined;
    isHeld = false;
  };
  async function connected(): Promise<Client> {
    if (client) return client;
    const fresh = newClient(connectionString, { query_timeout: CONNECT_TIMEOUT_MS });
    fresh.on('error', lose);
    fresh.on('end', lose);
    await fresh.connect();
    client = fresh;
    return fresh;
  }
  return {
    /** Acquires the lock if no process holds it. Returns whether this process holds it now. */
    async acquire(): Promise<boolean> {
      const connection = await connected();
      // sends a query even if the lock is held: if the connection died unnoticed, the lock is lost
      const { rows } = await connection.query(
        isHeld ? 'select true as held' : `select pg_try_advisory_lock(${BACKUP_LOCK}) as held`,
      );
      isHeld = rows[0]?.held === true;
      return isHeld;
    },
    async release(): Promise<void> {
      await client?.end();
    },
  };
}

/** Runs `work` in one process at a time: of several processes that start together, one backs up and migrates; the others wait. */
export async function withUpgradeLock(connectionString: string, work: () => Promise<void>): Promise<void> {
  const client = newClient(connectionString);
  client.on('error', () => undefined); // ignores a lost connection: the migration's own connection fails too and reports the error
  await client.connect();
  try {
    await client.query(`select pg_advisory_lock(${UPGRADE_LOCK})`);
    await work();
  } finally {
    await client.end();
  }
}
