import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  CompiledQuery,
  type DatabaseConnection,
  type Driver,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { SqliteCompiler } from './empty-lists.ts';
import { assertNotInside } from './transaction.ts';
import { type ReadVersion, watchVersion } from './version.ts';

const CACHED_STATEMENTS = 500;
const BUSY_TIMEOUT_MS = 5000;

/** Kysely's view of a node:sqlite file; each SQL text is prepared once. */
function asKyselyDatabase(file: DatabaseSync): SqliteDatabase {
  const cache = new Map<string, SqliteStatement>();
  return {
    close() {
      cache.clear();
      if (file.isOpen) file.close();
    },
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      const statement = prepareFor(file, sql);
      const oldest = cache.keys().next().value;
      if (cache.size >= CACHED_STATEMENTS && oldest !== undefined) cache.delete(oldest);
      cache.set(sql, statement);
      return statement;
    },
  };
}

function prepareFor(file: DatabaseSync, sql: string): SqliteStatement {
  const statement = file.prepare(sql);
  return {
    reader: statement.columns().length > 0, // true for SELECT and for RETURNING
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => file.prepare(sql).iterate(...(parameters as SQLInputValue[])), // never a shared cursor
  };
}

class OneConnection extends SqliteDriver {
  readonly #mutex = makeMutex();
  readonly #file: DatabaseSync;
  constructor(file: DatabaseSync) {
    super({ database: asKyselyDatabase(file) });
    this.#file = file;
  }
  override async acquireConnection(): Promise<DatabaseConnection> {
    assertNotInside();
    await this.#mutex.lock();
    return super.acquireConnection();
  }
  override async releaseConnection(): Promise<void> {
    this.#mutex.unlock();
  }
  // a deferred transaction that reads and then writes can fail at once with SQLITE_BUSY_SNAPSHOT
  override async beginTransaction(
    connection: DatabaseConnection,
    settings: TransactionSettings = {},
  ): Promise<void> {
    await connection.executeQuery(
      CompiledQuery.raw(settings.accessMode === 'read only' ? 'begin' : 'begin immediate'),
    );
  }
  // SQLite may already have rolled back (disk full); a second rollback would hide the first error
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#file.isTransaction) await connection.executeQuery(CompiledQuery.raw('rollback'));
  }
}

class Adapter extends SqliteAdapter {
  readonly dataVersion: ReadVersion;
  constructor(file: DatabaseSync) {
    super();
    this.dataVersion = watchVersion(file);
  }
  // true: Kysely's own mutex comes before the driver and wakes the whole queue at every release; ours hands over in order
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;
  constructor(file: DatabaseSync) {
    super({ database: asKyselyDatabase(file) });
    this.#file = file;
  }
  override createDriver(): Driver {
    return new OneConnection(this.#file);
  }
  override createQueryCompiler() {
    return new SqliteCompiler();
  }
  override createAdapter() {
    return new Adapter(this.#file);
  }
}

/** WAL with `synchronous=FULL`: what was acknowledged survives a power cut. */
export function openFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  file.exec('pragma journal_mode=wal');
  file.exec('pragma synchronous=full');
  return file;
}

const TURN_MS = 5;

/**
 * Strictly first come, first served. node:sqlite never gives the event loop a turn by itself: promises that wait only for it
 * settle as microtasks. So, at most every TURN_MS, the next in line gets the lock through setImmediate, and timers and sockets
 * run before.
 */
function makeMutex(): { lock(): Promise<void>; unlock(): void } {
  let held = false;
  let waiting: (() => void)[] = [];
  let head = 0;
  let lastTurn = 0;
  const give = (to: () => void): void => {
    if (performance.now() - lastTurn < TURN_MS) {
      to();
      return;
    }
    setImmediate(() => {
      lastTurn = performance.now();
      to();
    });
  };
  return {
    lock: () =>
      new Promise<void>((resolve) => {
        if (held) {
          waiting.push(resolve);
          return;
        }
        held = true;
        give(resolve);
      }),
    unlock() {
      const next = waiting[head++];
      if (!next) {
        held = false;
        waiting = [];
        head = 0;
        return;
      }
      if (head > 1024) {
        waiting.splice(0, head);
        head = 0;
      }
      give(next);
    },
  };
}
