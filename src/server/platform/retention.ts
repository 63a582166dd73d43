import { sql } from 'kysely';
import type { Now } from './clock.ts';
import type { Db, Schema } from './db/schema.ts';

export const HOUR_MS = 60 * 60 * 1000;
export const DAY_MS = 24 * HOUR_MS;

/** Deletes the rows of a feature whose time is over, so that the file stays small for years. Safe to run twice. */
export type DeleteOutdated = (db: Db, now: Now) => Promise<void>;

/** Deletes the rows of a table whose moment is longer ago than `keptMs`. */
export const deleteOlderThan =
  <T extends keyof Schema>(table: T, moment: keyof Schema[T] & string, keptMs: number): DeleteOutdated =>
  async (db, now) => {
    await sql`delete from ${sql.table(table)} where ${sql.ref(moment)} < ${now.ms - keptMs}`.execute(db);
  };
