import { setImmediate as turn } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Now } from '../clock.ts';
import type { Config } from '../config.ts';
import type { Db, Schema } from '../db/schema.ts';
import { inTransaction, isPostgres } from '../db/transaction.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

export type DeleteOutdated = (db: Db, now: Now, config: Config) => Promise<void>;

/** Rows per statement. The number is low, so that a statement blocks other requests only as long as a request does. */
const ROWS_AT_ONCE = 500;

/** The most batches in a run, so that a run is short and the server can stop. The next run deletes the remaining rows. */
const BATCHES_A_RUN = 40;

/** Repeats `work` until a batch is not full, at most `batches` times. Yields to the event loop in between. Returns the row count. */
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

type Kept = { [T in keyof Schema]: readonly [T, moment: keyof Schema[T] & string, ms: number] }[keyof Schema];

/** How long the rows of each table are kept after the time in the given column. docs/spec/behaviour.md §10 */
const KEPT: readonly Kept[] = [
  ['sessions', 'expires_at', 0],
  ['reset_links', 'expires_at', DAY_MS],
  ['login_attempts', 'at', DAY_MS],
  ['counted_acts', 'at', DAY_MS], // the longest period for which a limit counts actions
  ['idempotency_keys', 'created_at', DAY_MS],
  ['undo_steps', 'expires_at', HOUR_MS],
  ['outbox', 'created_at', 30 * DAY_MS],
  ['push_outbox', 'created_at', 7 * DAY_MS],
  ['owner_mornings', 'told_at', 30 * DAY_MS], // a deleted row would allow a second morning push if the clock is set back
  ['reminders', 'made_at', 30 * DAY_MS],
  ['sms_outbox', 'created_at', 30 * DAY_MS],
  ['told_times', 'at', 30 * DAY_MS],
  ['delays', 'at', 30 * DAY_MS],
  ['reach_claims', 'until_at', DAY_MS],
  ['reached', 'at', 366 * DAY_MS], // also names by what somebody writes to a person
  ['admin_notifications', 'created_at', 366 * DAY_MS],
  ['client_notifications', 'created_at', 366 * DAY_MS],
  ['history', 'at', 731 * DAY_MS],
  ['imports', 'last_at', 731 * DAY_MS],
  ['import_rows', 'at', 731 * DAY_MS], // an import reaches from a year ago to a year ahead
];

export const DELETE_OLD_ROWS = KEPT.map(
  ([table, moment, ms]): DeleteOutdated =>
    async (db, now) => {
      await deleteInBatches(db, table, sql<boolean>`${sql.ref(moment)} < ${now.ms - ms}`);
    },
);

/** Deletes rows in batches. Finds them by rowid or ctid, because not every table has an id. */
export const deleteInBatches = (db: Db, table: keyof Schema, isOutdated: ReturnType<typeof sql<boolean>>) =>
  inBatches(async (most) => {
    const found = sql`select ${place(db)} from ${sql.table(table)} where ${isOutdated} limit ${sql.lit(most)}`;
    // PostgreSQL scans the whole table for a subquery of ctids, but not for an array
    const places = isPostgres(db) ? sql`= any(array(${found}))` : sql`in (${found})`;
    const deleted = await sql`delete from ${sql.table(table)} where ${place(db)} ${places}`.execute(db);
    return Number(deleted.numAffectedRows ?? 0n);
  });

const place = (db: Db) => sql.raw(isPostgres(db) ? 'ctid' : 'rowid');

/** A clock that is this far ahead of its last stored reading has jumped, unless no server has run in between. */
const JUMP_MS = 48 * HOUR_MS;

/** How long a process must run after a clock jump before the clock is trusted again. */
const DOUBT_MS = DAY_MS;

/** The clock is trusted again when it shows this much time since the jump, even if restarts kept every process from running for DOUBT_MS. */
const LONGEST_DOUBT_MS = 7 * DAY_MS;

/** The clock is stored at most this often. Storing it in each run would write to an idle salon's disk every 30 s. */
const STORE_READING_EVERY_MS = HOUR_MS;

interface ClockReading {
  readonly seen_at: number;
  readonly doubted_at: number | null;
}

/** Returns the time at which the clock was first doubted, or null if it is trusted. `ranMs`: how long this process has run since then, measured without that clock. docs/spec/behaviour.md §10.2 */
export function doubtOfClock(last: ClockReading | undefined, nowMs: number, ranMs: number): number | null {
  if (last === undefined) return null;
  if (nowMs - last.seen_at > JUMP_MS) return nowMs;
  const { doubted_at } = last;
  if (doubted_at === null || nowMs < doubted_at) return null; // the clock was wrong and has been set back
  return ranMs >= DOUBT_MS || nowMs - doubted_at >= LONGEST_DOUBT_MS ? null : doubted_at;
}

const isStored = (last: ClockReading | undefined, { seen_at, doubted_at }: ClockReading): boolean =>
  last?.doubted_at === doubted_at && Math.abs(seen_at - last.seen_at) < STORE_READING_EVERY_MS;

/** Returns whether retention trusts this clock enough to delete rows. Stores the time that the clock shows, for the next check by any process. */
function isClockTrusted(db: Db, nowMs: number, ranMs: (doubtedAt: number) => number): Promise<boolean> {
  return inTransaction(db, async (trx) => {
    const last = await trx.selectFrom('clearing').select(['seen_at', 'doubted_at']).executeTakeFirst();
    const doubted_at = doubtOfClock(last, nowMs, last?.doubted_at == null ? 0 : ranMs(last.doubted_at));
    const row = { seen_at: nowMs, doubted_at };
    if (!isStored(last, row))
      await trx
        .insertInto('clearing')
        .values({ id: 1, ...row })
        .onConflict((conflict) => conflict.column('id').doUpdateSet(row))
        .execute();
    return doubted_at === null;
  });
}

/** Makes the clock check of a process. A monotonic clock measures how long the process has run since the system clock jumped. */
export function makeClockGuard(uptimeMs: () => number = () => performance.now()) {
  let doubt: { readonly doubtedAt: number; readonly sinceMs: number } | undefined;
  const ranMs = (doubtedAt: number): number => {
    if (doubt?.doubtedAt !== doubtedAt) doubt = { doubtedAt, sinceMs: uptimeMs() };
    return uptimeMs() - doubt.sinceMs;
  };
  return (db: Db, now: Now): Promise<boolean> => isClockTrusted(db, now.ms, ranMs);
}
