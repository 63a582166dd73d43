import { AsyncLocalStorage } from 'node:async_hooks';
import { PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import { isStalePlan } from './errors.ts';
import type { Db, Schema, Trx } from './schema.ts';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/** Throws inside a transaction: a query on `db` would deadlock there. Both drivers call this before they provide a connection. */
export function assertNotInside(): void {
  if (inside.getStore()?.open)
    throw new Error('nested database use: inside a transaction use its trx, not db');
}

/** Throws PostgreSQL's serialization failure (40001), so that `inTransaction` runs the work again. */
export const retryTransaction = (what: string): never => {
  throw Object.assign(new Error(`${what} was changed while it was being locked`), { code: '40001' });
};

const RETRIES = 5;
const isRetryable = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001' || isStalePlan(error);
};

/** Runs `work` in a transaction; repeats it after a deadlock or migration. `work` may await only its queries, and must not catch their errors. */
export async function inTransaction<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await once(db, work);
    } catch (error) {
      if (attempt === RETRIES || !isRetryable(error)) throw error;
    }
  }
}

interface Hooks {
  readonly beforeCommit: (() => Promise<void>)[];
  readonly afterCommit: ((db: Db) => void)[];
}
const hooks = new WeakMap<Trx, Hooks>();

function hooksOf(trx: Trx): Hooks {
  const found = hooks.get(trx);
  if (!found) throw new Error('hooks need a transaction of inTransaction');
  return found;
}

/** Runs more statements in the transaction after its work, just before the commit. */
export function beforeCommit(trx: Trx, run: Hooks['beforeCommit'][number]): void {
  hooksOf(trx).beforeCommit.push(run);
}

/** Runs a function after the commit, once even after retries; never after a rollback. The function must not throw. */
export function afterCommit(trx: Trx, run: Hooks['afterCommit'][number]): void {
  hooksOf(trx).afterCommit.push(run);
}

async function once<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const own: Hooks = { beforeCommit: [], afterCommit: [] };
  const result = await run(db, async (trx) => {
    hooks.set(trx, own);
    const result = await work(trx);
    for (const hook of own.beforeCommit) await hook();
    return result;
  });
  for (const hook of own.afterCommit) hook(db);
  return result;
}

async function run<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const here = { open: true };
  try {
    return await db.transaction().execute((trx) => inside.run(here, () => work(trx)));
  } finally {
    here.open = false;
  }
}

// On PostgreSQL, the locks below serialize requests that could together break a rule. SQLite needs no locks: it runs one writing transaction at a time.
export const isPostgres = (db: Db | Trx): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

type Rows<T extends keyof Schema, O> = SelectQueryBuilder<Schema, T, O>;

/** Locks the rows that a query reads: `.$call(lockRows(trx))`. Other transactions may still insert rows that refer to them. */
export const lockRows =
  (trx: Db | Trx) =>
  <T extends keyof Schema, O>(query: Rows<T, O>): Rows<T, O> =>
    isPostgres(trx) ? query.forNoKeyUpdate() : query;

/** Makes transactions wait for each other if they lock the same text with the same number. Each kind of lock has its own number. */
const advisoryLock =
  (number: number) =>
  async (trx: Trx, text: string): Promise<void> => {
    if (isPostgres(trx))
      await sql`select pg_advisory_xact_lock(${number}::int, hashtext(${text}))`.execute(trx);
  };

const soleLock = (number: number) => {
  const lock = advisoryLock(number);
  return (trx: Trx): Promise<void> => lock(trx, '');
};

const lockDay = advisoryLock(1);

/** Serializes changes of these days' slots, to avoid deadlocks and duplicate waitlist notifications. Lock days before rows. */
export async function lockDays(trx: Trx, days: readonly string[]): Promise<void> {
  for (const day of [...new Set(days)].sort()) await lockDay(trx, day);
}

/** Serializes bookings with the same guest phone, so that each request counts the earlier bookings. For a client's bookings, lock the client's row instead. */
export const lockPhone = advisoryLock(2);

/** Only one transaction at a time counts the password guesses from an IP network, or those for an account. */
export const lockAddress = advisoryLock(3);

/** Serializes requests with the same idempotency key, so that the second one finds the response of the first. */
export const lockKey = advisoryLock(4);

/** Serializes changes of the settings, so that each change sees the result of the earlier change. */
export const lockSettings = soleLock(5);

/** Only one transaction at a time counts the actions of a caller, or the mails to an address. Take this lock after the locks of clients' rows and phones, and before the locks of days and slots. */
export const lockCaller = advisoryLock(6);

/** Serializes changes of week templates: a request that copies a day must see the templates that a concurrent request adds. */
export const lockTemplates = soleLock(7);

/** Serializes imports, because two concurrent imports could add the same people or bookings twice. Take it first. */
export const lockImport = soleLock(8);

/** Only one transaction at a time counts the messages to the owner that IP networks cause. Take this lock last, so that no two transactions wait for each other. */
export const lockOwnerMessages = soleLock(9);

/** Serializes changes of technicians, because a new order of the technicians must name all of them. */
export const lockTechnicians = soleLock(10);

/** Serializes the payments of a day and the closing of its till. Take this lock after the locks of days and rows. */
export const lockCashDay = advisoryLock(11);

/** Serializes changes of the price list's order, because an order names all services and writes all their rows. */
export const lockServices = soleLock(12);

/** Serializes changes of the fields of work, because a change names all of them. */
export const lockWorkFields = soleLock(17);

/** Serializes the delays of a technician. Take it first. */
export const lockDelay = advisoryLock(19);

/** Serializes an upload and a sweep of one file, and changes of the works. Take it last. */
export const lockPictureFile = advisoryLock(18);

/** Serializes payouts and the changes of payments that a payout may have paid for. Take it after appointments and days of tills. */
export const lockShares = soleLock(19);
