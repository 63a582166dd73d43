import { AsyncLocalStorage } from 'node:async_hooks';
import { isStalePlan } from './errors.ts';
import { isPostgres } from './locks.ts';
import type { Db, Trx } from './schema.ts';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/** Both drivers call this before they hand out a connection: a query on `db` inside a transaction would deadlock. */
export function assertNotInside(): void {
  if (inside.getStore()?.open)
    throw new Error('nested database use: inside a transaction use its trx, not db');
}

let strict = false;
/**
 * For tests, on SQLite only: there a transaction that awaits only its own queries never yields to the event loop, so one that is still
 * open in the next turn has awaited something else.
 */
export function forbidOutsideWaits(on: boolean): void {
  strict = on;
}

const RETRIES = 5;
/** A deadlock, a serialization failure, or a plan that a migration has invalidated. */
const isRetryable = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001' || isStalePlan(error);
};

/**
 * Runs `work` in a transaction. `work` awaits only its own queries and catches no database error: PostgreSQL would lose the rest,
 * SQLite would commit it. `work` may run again after a deadlock or a migration.
 */
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

/** Runs statements of the transaction after its work; they commit and roll back with it. */
export function beforeCommit(trx: Trx, run: Hooks['beforeCommit'][number]): void {
  hooksOf(trx).beforeCommit.push(run);
}

/** Runs after the commit of the successful attempt, never after a rollback. Must not throw. */
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

function run<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const here = { open: true };
  let waited = false;
  return db
    .transaction()
    .execute(async (trx) => {
      const watch =
        strict && !isPostgres(db)
          ? setImmediate(() => {
              waited = true;
            })
          : undefined;
      try {
        const result = await inside.run(here, () => work(trx));
        if (waited) throw new Error('a transaction waited for something other than its own queries');
        return result;
      } finally {
        clearImmediate(watch);
      }
    })
    .finally(() => {
      here.open = false;
    });
}
