import { AsyncLocalStorage } from 'node:async_hooks';
import { isStalePlan } from './errors.ts';
import { isPostgres } from './locks.ts';
import type { Db, Trx } from './schema.ts';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/** Throws inside a transaction: a query on `db` would deadlock there. Both drivers call this before they provide a connection. */
export function assertNotInside(): void {
  if (inside.getStore()?.open)
    throw new Error('nested database use: inside a transaction use its trx, not db');
}

let strict = false;
/**
 * For tests: makes transactions on SQLite fail that await anything but their own queries. Such queries never yield to the event loop
 * there, so a transaction that is still open in the next turn has awaited something else.
 */
export function forbidOutsideWaits(on: boolean): void {
  strict = on;
}

const RETRIES = 5;
const isRetryable = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001' || isStalePlan(error);
};

/**
 * Runs `work` in a transaction. `work` may await only its own queries and must not catch database errors: PostgreSQL would then
 * reject all further queries, SQLite would commit the rest. After a deadlock or a migration `work` runs again.
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
