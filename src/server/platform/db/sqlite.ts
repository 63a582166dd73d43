import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  SqliteAdapter,
  type SqliteDatabase,
  SqliteDialect,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { BoundedMap } from '../bounded-map.ts';
import { CommitGroup } from './commit-group.ts';
import { assertNotInside } from './transaction.ts';
import { type Version, watchVersion } from './version.ts';

const CACHED_STATEMENTS = 500;

/** Adapts a node:sqlite file to Kysely. Prepares each SQL text once. */
function asKyselyDatabase(file: DatabaseSync): SqliteDatabase {
  const cache = new BoundedMap<string, SqliteStatement>(CACHED_STATEMENTS);
  return {
    close() {
      cache.clear();
      if (file.isOpen) file.close();
    },
    prepare(sql) {
      const known = cache.get(sql);
      if (known) return known;
      const statement = prepareFor(file, sql);
      cache.set(sql, statement);
      return statement;
    },
  };
}

function prepareFor(file: DatabaseSync, sql: string): SqliteStatement {
  const statement = file.prepare(sql);
  return {
    reader: statement.columns().length > 0, // true for statements that return rows: SELECT and RETURNING
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => file.prepare(sql).iterate(...(parameters as SQLInputValue[])), // each concurrent iteration needs its own statement
  };
}

const TURN_MS = 5;

/** A connection with a first-come, first-served queue. Queries block the event loop, so the queue yields to it every TURN_MS. */
class Lane {
  readonly file: DatabaseSync;
  readonly driver: SqliteDriver;
  #isTaken = false;
  /** True while the queue yields to the event loop, before it gives the connection to the next query. */
  isTurning = false;
  readonly #waiting: (() => void)[] = [];
  #lastTurn = 0;
  constructor(file: DatabaseSync) {
    this.file = file;
    this.driver = new SqliteDriver({ database: asKyselyDatabase(file) });
  }
  enter(): Promise<this> {
    return new Promise((resolve) => {
      const enter = () => resolve(this);
      if (this.#isTaken) {
        this.#waiting.push(enter);
        return;
      }
      this.#isTaken = true;
      this.#letIn(enter);
    });
  }
  leave(): void {
    const next = this.#waiting.shift();
    if (next) this.#letIn(next);
    else this.#isTaken = false;
  }
  #letIn(next: () => void): void {
    if (performance.now() - this.#lastTurn < TURN_MS) {
      next();
      return;
    }
    this.isTurning = true;
    setImmediate(() => {
      this.isTurning = false;
      this.#lastTurn = performance.now();
      next();
    });
  }
}

/** The connection that Kysely gets for a query or a transaction. The first query decides which of the file's two connections is used. */
class Turn implements DatabaseConnection {
  readonly #enterFor: (query: CompiledQuery) => Promise<Lane>;
  lane: Lane | null = null;
  isTransaction = false;
  constructor(enterFor: (query: CompiledQuery) => Promise<Lane>) {
    this.#enterFor = enterFor;
  }
  leave(): void {
    this.lane?.leave();
    this.lane = null;
  }
  async executeQuery<R>(query: CompiledQuery): Promise<QueryResult<R>> {
    return (await this.#connectionFor(query)).executeQuery<R>(query);
  }
  async *streamQuery<R>(query: CompiledQuery, chunkSize: number): AsyncIterableIterator<QueryResult<R>> {
    yield* (await this.#connectionFor(query)).streamQuery<R>(query, chunkSize);
  }
  async #connectionFor(query: CompiledQuery): Promise<DatabaseConnection> {
    if (!this.isTransaction) {
      this.leave();
      this.lane = await this.#enterFor(query);
    }
    if (!this.lane) throw new Error('the transaction is over');
    return this.lane.driver.acquireConnection();
  }
}

/** Two connections to the file: one for writes, whose transactions share commits; one for reads, which see only committed data. */
class SqliteLanes implements Driver {
  readonly #writing: Lane;
  readonly #reading: Lane;
  readonly #group: CommitGroup;
  /** `reading` must not be open yet: Kysely calls `init`, which opens it, before the first query, and calls `destroy` only after `init`. */
  constructor(writing: DatabaseSync, reading: DatabaseSync, version: Version) {
    this.#writing = new Lane(writing);
    this.#reading = new Lane(reading);
    // the commit also waits for queued reads: a booking reads its slot before its transaction joins the group
    const isAwaited = () => this.#writing.isTurning || this.#reading.isTurning;
    this.#group = new CommitGroup(writing, version, isAwaited);
  }
  async init(): Promise<void> {
    this.#reading.file.open();
    this.#reading.file.exec(CACHE);
    for (const { driver } of [this.#writing, this.#reading]) await driver.init();
  }
  async destroy(): Promise<void> {
    this.#group.end();
    for (const { driver } of [this.#reading, this.#writing]) await driver.destroy();
  }
  async acquireConnection(): Promise<Turn> {
    assertNotInside();
    return new Turn(async ({ query }) => {
      if (SelectQueryNode.is(query)) return this.#reading.enter();
      await this.#writing.enter();
      this.#group.end(); // commits the open transactions, so that this statement does not join them
      return this.#writing;
    });
  }
  async releaseConnection(turn: Turn): Promise<void> {
    turn.leave();
  }
  async beginTransaction(turn: Turn, { accessMode }: TransactionSettings = {}): Promise<void> {
    turn.isTransaction = true;
    if (accessMode === 'read only') {
      turn.lane = await this.#reading.enter();
      this.#reading.file.exec('begin');
    } else {
      turn.lane = await this.#writing.enter();
      this.#group.begin();
    }
  }
  async commitTransaction(turn: Turn): Promise<void> {
    if (turn.lane === this.#reading) return this.#reading.file.exec('commit');
    const written = this.#group.done();
    turn.leave(); // the next transaction runs while this one waits for the disk
    await written;
  }
  async rollbackTransaction(turn: Turn): Promise<void> {
    if (turn.lane === this.#reading) return this.#reading.file.exec('rollback');
    if (!turn.lane) return; // nothing to undo: the group's commit failed and rolled back all its transactions
    const written = this.#group.undo();
    turn.leave();
    await written;
  }
}

const BUSY_TIMEOUT_MS = 5000;

class Adapter extends SqliteAdapter {
  readonly version: Version;
  constructor(version: Version) {
    super();
    this.version = version;
  }
  // true switches off Kysely's mutex, which wakes all waiting queries at each release; `Lane` has its own queue
  override get supportsMultipleConnections() {
    return true;
  }
  override get supportsTransactionalDdl() {
    return true;
  }
}

/** The Kysely dialect for a file that `openFile` has opened. `destroy` of the Kysely instance closes the file. */
export class NodeSqliteDialect extends SqliteDialect {
  readonly #file: DatabaseSync;
  readonly #version: Version;
  constructor(file: DatabaseSync) {
    super({
      database: () => {
        throw new Error('the driver opens the file');
      },
    });
    this.#file = file;
    this.#version = watchVersion(file);
  }
  override createDriver(): Driver {
    const path = this.#file.location();
    if (path === null) throw new Error('a database in memory cannot have a second connection');
    const options = { readOnly: true, timeout: BUSY_TIMEOUT_MS, open: false };
    return new SqliteLanes(this.#file, new DatabaseSync(path, options), this.#version);
  }
  override createAdapter() {
    return new Adapter(this.#version);
  }
}

/** 8 MB of pages for each connection: with SQLite's 2 MB, a list of ten years reads most pages again and again. */
const CACHE = 'pragma cache_size=-8000';

/** Opens a file with WAL and `synchronous=FULL`: an acknowledged commit survives a power cut. */
export function openFile(path: string): DatabaseSync {
  const file = new DatabaseSync(path, { timeout: BUSY_TIMEOUT_MS, enableForeignKeyConstraints: true });
  file.exec('pragma journal_mode=wal');
  file.exec('pragma synchronous=full');
  file.exec(CACHE);
  return file;
}
