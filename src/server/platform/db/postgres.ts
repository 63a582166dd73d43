import type { Socket } from 'node:net';
import {
  type Driver,
  PostgresDialect,
  type PostgresPool,
  type PostgresPoolClient,
  type PostgresQueryResult,
} from 'kysely';
import { Pool, type PoolClient, type PoolConfig, types } from 'pg';
import { asConnectionError, isStalePlan } from './errors.ts';
import { assertNotInside } from './transaction.ts';
import { CountingAdapter } from './version.ts';

const INT8 = 20;
const NUMERIC = 1700;
const DATE = 1082;
const TIMESTAMP = 1114;
const NAMED_STATEMENTS = 500;
const CONNECT_TIMEOUT_MS = 3000;
const STATEMENT_TIMEOUT_MS = 3500;
const LOCK_TIMEOUT_MS = 3000;
const QUERY_TIMEOUT_MS = 4000; // the client's own timeout: a dead or frozen server does not enforce the statement timeout
const QUERY_TIMED_OUT = 'Query read timeout';
const QUEUE_TIMED_OUT = 'timeout exceeded when trying to connect';
const QUEUE_TIMEOUT_MS = 15_000; // the longest wait for a free connection when all are busy but the database still answers their queries
const RECENT_RESPONSE_MS = 1000;
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

/** Opens a pool with a timeout for every wait. Values have the same types as on SQLite. `onLost` receives errors of idle connections. */
export function openPool(config: PoolConfig, onLost: (error: Error) => void): Pool {
  const pool = new Pool({
    max: POOL_SIZE,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    query_timeout: QUERY_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_TIMEOUT_MS,
    keepAlive: true,
    // jit=off: compiling a query takes longer than any query of a salon
    options: '-c timezone=UTC -c datestyle=ISO,YMD -c jit=off',
    types: { getTypeParser: parserOf as typeof types.getTypeParser },
    ...config,
  });
  // without listeners for errors, a lost connection ends the process; the first listener is for idle connections, the second for busy ones
  pool.on('error', onLost);
  pool.on('connect', (client) => client.on('error', () => undefined));
  return pool;
}

/** Destroys the connection if a query times out: pg would keep the dead connection in the pool. */
async function destroyOnTimeout<T>(client: PoolClient, query: Promise<T>, onResponse: () => void) {
  try {
    const result = await query;
    onResponse();
    return result;
  } catch (error) {
    if ((error as Error).message === QUERY_TIMED_OUT) {
      const { connection } = client as unknown as { connection: { stream: Socket } }; // pg's types don't declare `connection`
      connection.stream.destroy();
    }
    throw error;
  }
}

/** Returns a connection of the pool. pg's connection timeout also fires in a busy pool; this function then keeps waiting. */
async function connectOf(pool: Pool, hasRespondedRecently: () => boolean): Promise<PoolClient> {
  const until = performance.now() + QUEUE_TIMEOUT_MS;
  for (;;) {
    try {
      return await pool.connect();
    } catch (error) {
      const isQueueing = (error as Error).message === QUEUE_TIMED_OUT && hasRespondedRecently();
      if (!isQueueing || performance.now() > until) throw asConnectionError(error);
    }
  }
}

type StatementNames = ReturnType<typeof makeStatementNames>;

function makeStatementNames() {
  const names = new Map<string, string>();
  let given = 0;
  return {
    nameOf(text: string): string | undefined {
      const known = names.get(text);
      if (known || names.size >= NAMED_STATEMENTS) return known;
      const name = `lunula_${given++}`;
      names.set(text, name);
      return name;
    },
    /** Forgets all names of prepared statements after a migration, so that every connection prepares its statements again. */
    renew: () => names.clear(),
  };
}

interface Statement {
  readonly text: string;
  readonly values: readonly unknown[];
}

/** True for statements that are worth preparing: selects, and statements with values. False for `begin` and the statements of migrations. */
const isPrepared = ({ text, values }: Statement): boolean => values.length > 0 || text.startsWith('select ');

/** Runs a statement under a name, because pg prepares only named ones (docs/engines.md §9). Runs it again if its plan is stale. */
async function runNamed(client: PoolClient, statement: Statement, names: StatementNames) {
  const { text, values } = statement;
  const run = () => {
    const name = isPrepared(statement) ? names.nameOf(text) : undefined;
    const query = { text, values: [...values], ...(name && { name }) };
    return client.query(query) as Promise<PostgresQueryResult<unknown>>;
  };
  try {
    return await run();
  } catch (error) {
    if (!isStalePlan(error)) throw error;
    names.renew();
    if (client.getTransactionStatus() !== 'I') throw error;
    return run();
  }
}

/** The pool that Kysely uses. Names statements, and replaces connections that do not respond. */
function facadeOf(pool: Pool): PostgresPool {
  const names = makeStatementNames();
  const facades = new WeakMap<PoolClient, PostgresPoolClient>(); // one facade per connection: Kysely recognizes a connection by its object
  let respondedAt = Number.NEGATIVE_INFINITY;
  const onResponse = (): void => {
    respondedAt = performance.now();
  };
  const hasRespondedRecently = () => performance.now() - respondedAt < RECENT_RESPONSE_MS;
  const facadeOfClient = (client: PoolClient): PostgresPoolClient => ({
    release: (destroy?: boolean) => client.release(destroy),
    query: ((text: string, values: readonly unknown[] = []) =>
      destroyOnTimeout(
        client,
        runNamed(client, { text, values }, names),
        onResponse,
      )) as PostgresPoolClient['query'],
  });
  return {
    options: pool.options,
    end: () => pool.end(),
    async connect() {
      const client = await connectOf(pool, hasRespondedRecently);
      const facade = facades.get(client) ?? facadeOfClient(client);
      facades.set(client, facade);
      return facade;
    },
  };
}

export class GuardedPostgresDialect extends PostgresDialect {
  readonly #adapter = new CountingAdapter();
  constructor(pool: Pool) {
    super({ pool: facadeOf(pool) });
    pool.on('connect', () => this.#adapter.connectionsMade++);
  }
  override createAdapter() {
    return this.#adapter;
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
