import { AsyncLocalStorage } from 'node:async_hooks';
import { collectAnnouncements, publish, sendToOthers } from './announcements/announcements.ts';
import { isStalePlan } from './errors.ts';
import { isPostgres } from './locks.ts';
import type { Db, Trx } from './schema.ts';

const inside = new AsyncLocalStorage<{ open: boolean }>();

/** Both drivers ask this before they hand out a connection: a query on `db` inside a transaction would wait for itself for ever. */
export function assertNotInside(): void {
  if (inside.getStore()?.open)
    throw new Error('nested database use: inside a transaction use its trx, not db');
}

let strict = false;
/**
 * For tests; only SQLite can tell. A transaction there that awaits nothing but its own queries never lets the event loop turn,
 * so one that is still open when the loop turns has waited for something else.
 */
export function forbidOutsideWaits(on: boolean): void {
  strict = on;
}

const RETRIES = 5;
/** PostgreSQL ended one of two transactions that waited for each other, or met a plan of before a migration: run again. */
const isRetryable = (error: unknown): boolean => {
  const code = (error as { code?: unknown } | null)?.code;
  return code === '40P01' || code === '40001' || isStalePlan(error);
};

/**
 * All or nothing. Nothing but the transaction's own queries is awaited inside, and no database error is caught inside:
 * on PostgreSQL the rest would be lost, on SQLite it would be committed. `work` may run again after a deadlock or a migration.
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

async function once<T>(db: Db, work: (trx: Trx) => Promise<T>): Promise<T> {
  const { result, announced } = await run(db, async (trx) => {
    const announced = collectAnnouncements(trx);
    const result = await work(trx);
    await sendToOthers(trx, announced);
    return { result, announced };
  });
  publish(db, announced);
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
