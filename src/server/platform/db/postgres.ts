import type { Socket } from 'node:net';
import {
  type Driver,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { PostgresCompiler } from './empty-lists.ts';
import { isStalePlan, whileConnecting } from './errors.ts';
import { Pipeline, type Statement } from './pipeline.ts';
import { SnapshotAdapter } from './snapshot.ts';
import { assertNotInside } from './transaction.ts';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMP = 1114;
const NAMED_STATEMENTS = 500;
const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 3500;
const LOCK_TIMEOUT_MS = 3000;
const QUERY_TIMEOUT_MS = 4000; // the socket's own: a server that says nothing any more ends no statement
const QUERY_TIMED_OUT = 'Query read timeout';
const QUEUE_TIMED_OUT = 'timeout exceeded when trying to connect';
const QUEUE_TIMEOUT_MS = 15_000; // of many requests at once the last waits this long, while the database replies to the others
const ANSWERS_LATELY_MS = 1000;
const IDLE_IN_TRANSACTION_TIMEOUT_MS = 10_000;
const POOL_SIZE = 10;

const asIs = (value: string) => value;
function toNumber(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 out of range: ${value}`);
  return number;
}
function parserOf(oid: number, format?: 'text' | 'binary') {
  if (oid === INT8) return toNumber;
  if (oid === NUMERIC) return Number;
  if (oid === DATE || oid === TIMESTAMP) return asIs;
  return types.getTypeParser(oid, format as 'text');
}

/** A pool whose every wait ends, and whose values read like SQLite's. `onLost` is called with idle connections that died. */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    pipeline: true,
    options: '-c timezone=UTC -c datestyle=ISO,YMD',
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
    ...config,
  });
  // without listeners a connection that is terminated ends the process: here while it is idle, there while it is in use
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** The socket of a connection, which pg's types leave out. */
const socketOf = (client: PoolClient): Socket =>
  (client as unknown as { connection: { stream: Socket } }).connection.stream;

/**
 * pg leaves a connection that did not reply in the pool, where it would go on not replying. Torn down, it fails the rest of
 * its transaction at once and is replaced.
 */
async function orTornDown<T>(client: PoolClient, query: Promise<T>, answered: () => void): Promise<T> {
  try {
    const result = await query;
    answered();
    return result;
  } catch (error) {
    if ((error as Error).message === QUERY_TIMED_OUT) socketOf(client).destroy();
    throw error;
  }
}

/** pg's one limit is for a connection that is not made and for a busy pool: only the first means that the database is unavailable. */
async function connectOf(pool: Pool, answersLately: () => boolean): Promise<PoolClient> {
  const until = performance.now() + QUEUE_TIMEOUT_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const isQueueing = (error as Error).message === QUEUE_TIMED_OUT && answersLately();
      if (!isQueueing || performance.now() > until) throw whileConnecting(error);
    }
  }
}

interface StatementNames {
  nameOf(text: string): string | undefined;
  /** Every statement is prepared anew, under another name, on every connection: a migration has changed a table. */
  renew(): void;
}

function makeStatementNames(): StatementNames {
  const names = new Map<string, string>();
  let given = 0;
  return {
    nameOf(text) {
      const known = names.get(text);
      if (known || names.size >= NAMED_STATEMENTS) return known;
      const name = `lunula_${given++}`;
      names.set(text, name);
      return name;
    },
    renew: () => names.clear(),
  };
}

/** What is neither asked with values nor a query, such as `begin` or a migration's statement, comes once or costs nothing to parse. */
const isPrepared = ({ text, values }: Statement): boolean => values.length > 0 || text.startsWith('select ');

/**
 * pg prepares a statement on the server only when it has a name, and Kysely never gives one. One whose plan is stale is prepared anew
 * and asked again at once, for PostgreSQL has done nothing of it; inside a transaction, which that has ended, the whole transaction
 * runs again (`inTransaction`).
 */
async function askNamed(client: PoolClient, statement: Statement, limitMs: number, names: StatementNames) {
  const { text, values } = statement;
  const ask = () => {
    const name = isPrepared(statement) ? names.nameOf(text) : undefined;
    const query = { text, values: [...values], ...(name && { name }), query_timeout: limitMs };
    return client.query(query) as Promise<PostgresQueryResult<unknown>>;
  };
  try {
    return await ask();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    names.renew();
    if (client.getTransactionStatus() !== 'I') throw error;
    return ask();
  }
}

/** Kysely's view of a connection. */
function facadeOf(
  client: PoolClient,
  names: StatementNames,
  statementMs: number,
  answered: () => void,
): PostgresPoolClient {
  const pipeline = new Pipeline({
    // those before it have as long themselves
    ask: (statement, before) =>
      orTornDown(client, askNamed(client, statement, statementMs * (before + 1), names), answered),
    together(asking) {
      socketOf(client).cork();
      try {
        return asking();
      } finally {
        socketOf(client).uncork();
      }
    },
  });
  return {
    get processID() {
      return (client as unknown as { processID: number }).processID;
    },
    release: (destroy?: boolean) => client.release(destroy),
    query: ((text: string, values: readonly unknown[] = []) =>
      pipeline.query({ text, values })) as PostgresPoolClient['query'],
  };
}

/** The pool, with prepared statements that leave together. */
function facadeOfPool(pool: Pool): PostgresPool {
  const names = makeStatementNames();
  const facades = new WeakMap<PoolClient, PostgresPoolClient>();
  let answeredAt = Number.NEGATIVE_INFINITY;
  const answered = (): void => {
    answeredAt = performance.now();
  };
  const answersLately = () => performance.now() - answeredAt < ANSWERS_LATELY_MS;
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connectOf(pool, answersLately);
      const facade =
        facades.get(client) ?? facadeOf(client, names, pool.options.query_timeout ?? 0, answered);
      facades.set(client, facade);
      return facade;
    },
  };
}

export class GuardedPostgresDialect extends PostgresDialect {
  readonly #adapter: SnapshotAdapter;
  constructor(pool: Pool) {
    const facade = facadeOfPool(pool);
    super({ pool: facade });
    let connectionsMade = 0;
    pool.on('connect', () => connectionsMade++);
    this.#adapter = new SnapshotAdapter(facade, () => connectionsMade);
  }
  override createAdapter() {
    return this.#adapter;
  }
  override createQueryCompiler() {
    return new PostgresCompiler();
  }
  override createDriver(): Driver {
    const driver = super.createDriver();
    const acquire = driver.acquireConnection.bind(driver);
    driver.acquireConnection = async (options) => {
      assertNotInside();
      return acquire(options);
    };
    return driver;
  }
}
