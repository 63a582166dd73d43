import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  type QueryResult,
  SelectQueryNode,
  type SqliteDatabase,
  SqliteDriver,
  type SqliteStatement,
  type TransactionSettings,
} from 'kysely';
import { BoundedMap } from '../bounded-map.ts';
import { CommitGroup } from './commit-group.ts';
import { assertNotInside } from './transaction.ts';
import type { Version } from './version.ts';

const CACHED_STATEMENTS = 500;

/** Kysely's view of a node:sqlite file; each SQL text is prepared once. */
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
    reader: statement.columns().length > 0, // true for SELECT and for RETURNING
    all: (parameters) => statement.all(...(parameters as SQLInputValue[])),
    run: (parameters) => statement.run(...(parameters as SQLInputValue[])),
    iterate: (parameters) => file.prepare(sql).iterate(...(parameters as SQLInputValue[])), // never a shared cursor
  };
}

const TURN_MS = 5;

/**
 * A connection that one has at a time, strictly first come, first served. node:sqlite never gives the event loop a turn by itself:
 * promises that wait only for it settle as microtasks. So, at most every TURN_MS, the next in line is let in through setImmediate,
 * and timers and sockets run before.
 */
class Lane {
  readonly file: DatabaseSync;
  readonly driver: SqliteDriver;
  #isTaken = false;
  /** The event loop has its turn, and the next in line comes after it. */
  isTurning = false;
  #waiting: (() => void)[] = [];
  #head = 0;
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
    const next = this.#waiting[this.#head++];
    if (!next) {
      this.#isTaken = false;
      this.#waiting = [];
      this.#head = 0;
      return;
    }
    if (this.#head > 1024) {
      this.#waiting.splice(0, this.#head);
      this.#head = 0;
    }
    this.#letIn(next);
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

/** What Kysely takes for a connection: one query, or one transaction. It enters a lane when it is known what is asked. */
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

/**
 * Two connections to the file: one for all that writes, whose transactions share their commits, and one on which queries read what
 * is committed, beside it. docs/decisions/0025-transactions-share-a-commit.md
 */
export class TwoLanes implements Driver {
  readonly #writing: Lane;
  readonly #reading: Lane;
  readonly #group: CommitGroup;
  /** `reading` is opened with the first query: Kysely closes only what was asked once. */
  constructor(writing: DatabaseSync, reading: DatabaseSync, version: Version) {
    this.#writing = new Lane(writing);
    this.#reading = new Lane(reading);
    // also on the other lane: a booking reads its slot there, and then joins
    const isAwaited = () => this.#writing.isTurning || this.#reading.isTurning;
    this.#group = new CommitGroup(writing, version, isAwaited);
  }
  async init(): Promise<void> {
    this.#reading.file.open();
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
      this.#group.end(); // what is no transaction commits by itself
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
    turn.leave(); // the next in line goes on while this one waits for the disk
    await written;
  }
  async rollbackTransaction(turn: Turn): Promise<void> {
    if (turn.lane === this.#reading) return this.#reading.file.exec('rollback');
    if (!turn.lane) return; // its group could not be committed, and all of it was taken back
    const written = this.#group.undo();
    turn.leave();
    await written;
  }
}
