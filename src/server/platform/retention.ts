import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Now } from './clock.ts';
import type { Config } from './config.ts';
import { isPostgres } from './db/locks.ts';
import type { Db, Schema } from './db/schema.ts';
import { inTransaction } from './db/transaction.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Deletes the rows of a feature whose time is over, so that the file stays small for years. Safe to run twice. */
export type DeleteOutdated = (db: Db, now: Now, config: Config) => Promise<void>;

/** So many rows in one statement: everybody else waits for it no longer than for a request. */
const ROWS_AT_ONCE = 500;
/** The rest is for the next run: no run is so long that the server could not stop. */
const BATCHES_A_RUN = 40;

/** Does a piece of work again and again until one finds less than a whole batch; the event loop turns in between. */
export async function inBatches(
  work: (most: number) => Promise<number>,
  { atOnce = ROWS_AT_ONCE, batches = BATCHES_A_RUN }: { atOnce?: number; batches?: number } = {},
): Promise<number> {
  let done = 0;
  for (let batch = 0; batch < batches; batch++) {
    const found = await work(atOnce);
    done += found;
    if (found < atOnce) break;
    await turn();
  }
  return done;
}

/** Deletes the rows of a table whose moment is longer ago than `keptMs`. */
export const deleteOlderThan =
  <T extends keyof Schema>(table: T, moment: keyof Schema[T] & string, keptMs: number): DeleteOutdated =>
  async (db, now) => {
    await deleteInBatches(db, table, sql<boolean>`${sql.ref(moment)} < ${now.ms - keptMs}`);
  };

/** Deletes the rows of a table for which `isOutdated`, by where they lie: not every table has an id. */
export const deleteInBatches = (
  db: Db,
  table: keyof Schema,
  isOutdated: ReturnType<typeof sql<boolean>>,
): Promise<number> =>
  inBatches(async (most) => {
    const found = sql`select ${place(db)} from ${sql.table(table)} where ${isOutdated} limit ${sql.lit(most)}`;
    // PostgreSQL goes to a list of places directly, to those of a subquery only by reading the whole table
    const places = isPostgres(db) ? sql`= any(array(${found}))` : sql`in (${found})`;
    const deleted = await sql`delete from ${sql.table(table)} where ${place(db)} ${places}`.execute(db);
    return Number(deleted.numAffectedRows ?? 0n);
  });

const place = (db: Db) => sql.raw(isPostgres(db) ? 'ctid' : 'rowid');

/** A clock that is further ahead than this since the last look has jumped, or the server has stood still. */
const JUMP_MS = 48 * HOUR_MS;
/** So long it must go on before it is believed. */
const DOUBT_MS = DAY_MS;
/** A server that never runs for a day believes it after so many days on the clock. */
const LONGEST_DOUBT_MS = 7 * DAY_MS;

interface ClockLook {
  readonly seen_at: number;
  readonly doubted_at: number | null;
}

/**
 * What clearing thinks of a clock that says `nowMs`: since when it doubts it, null: not at all. `last` is what was seen before,
 * by whichever process; `ranMs` how long this process has run since it first doubted it. docs/spec/behaviour.md §10.2
 */
export function doubtOfClock(last: ClockLook | undefined, nowMs: number, ranMs: number): number | null {
  if (last === undefined) return null;
  if (nowMs - last.seen_at > JUMP_MS) return nowMs;
  const { doubted_at } = last;
  if (doubted_at === null || nowMs < doubted_at) return null; // it was set right
  return ranMs >= DOUBT_MS || nowMs - doubted_at >= LONGEST_DOUBT_MS ? null : doubted_at;
}

/** Looks at the clock, and keeps what it saw for the next look of any process. May anything be cleared by it? */
function isClockBelieved(db: Db, nowMs: number, ranMs: (doubtedAt: number) => number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const last = await trx.selectFrom('clearing').select(['seen_at', 'doubted_at']).executeTakeFirst();
    const doubted_at = doubtOfClock(last, nowMs, last?.doubted_at == null ? 0 : ranMs(last.doubted_at));
    const row = { seen_at: nowMs, doubted_at };
    await trx
      .insertInto('clearing')
      .values({ id: 1, ...row })
      .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
      .execute();
    return doubted_at === null;
  });
}

/** The guard of one process: it remembers since when, by a clock that nobody sets, it has been running under this doubt. */
export function makeClockGuard(uptimeMs: () => number = () => performance.now()) {
  let doubt: { readonly doubtedAt: number; readonly sinceMs: number } | undefined;
  const ranMs = (doubtedAt: number): number => {
    if (doubt?.doubtedAt !== doubtedAt) doubt = { doubtedAt, sinceMs: uptimeMs() };
    return uptimeMs() - doubt.sinceMs;
  };
  return (db: Db, now: Now): Promise<boolean> => isClockBelieved(db, now.ms, ranMs);
}
