import { type RawBuilder, sql } from 'kysely';
import { isPostgres } from './locks.ts';
import type { Db, Trx } from './schema.ts';

/**
 * The sum of the lengths of the appointments of a group, in minutes. An appointment lies within one day, so on SQLite the
 * digits of its two clocks are enough (no date function for each of 25,000 rows).
 */
export function sumOfMinutes(db: Db | Trx): RawBuilder<number> {
  return isPostgres(db)
    ? sql<number>`coalesce(sum(extract(epoch from end_datetime - start_datetime)), 0) / 60`
    : sql<number>`coalesce(sum(
        (substr(end_datetime, 12, 2) - substr(start_datetime, 12, 2)) * 60
        + substr(end_datetime, 15, 2) - substr(start_datetime, 15, 2)), 0)`;
}
