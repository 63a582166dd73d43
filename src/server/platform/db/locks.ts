import { PostgresAdapter, type RawBuilder, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from './schema.ts';

/**
 * SQLite needs none of these: a writing transaction there is alone from its first statement (BEGIN IMMEDIATE).
 * On PostgreSQL, what two requests could break together runs one after the other under them.
 */
export const isPostgres = (db: Db | Trx): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

type Rows<T extends keyof Schema, O> = SelectQueryBuilder<Schema, T, O>;

/**
 * `.$call(lockRows(trx))`: the rows that this query reads stay as they are until the transaction ends. "No key": a notification
 * that refers to a locked user need not wait for that lock, which could be waiting for the notification's own transaction.
 */
export const lockRows =
  (trx: Db | Trx) =>
  <T extends keyof Schema, O>(query: Rows<T, O>): Rows<T, O> =>
    isPostgres(trx) ? query.forNoKeyUpdate() : query;

const DAY_LOCKS = 1;
const PHONE_LOCKS = 2;
const ADDRESS_LOCKS = 3;
const KEY_LOCKS = 4;
const SETTINGS_LOCKS = 5;
const CALLER_LOCKS = 6;
const TEMPLATE_LOCKS = 7;
const IMPORT_LOCKS = 8;

async function lockText(trx: Trx, kind: number, text: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${kind}::int, hashtext(${text}))`.execute(trx);
}

/**
 * Transactions that add, move or free slots of these days run one after the other: several inserts in two of them would
 * deadlock otherwise, and "from no free slot to some" would be seen twice. Taken first, in the order of the days.
 */
export async function lockDays(trx: Trx, days: readonly string[]): Promise<void> {
  if (!isPostgres(trx)) return;
  for (const day of [...new Set(days)].sort()) await lockText(trx, DAY_LOCKS, day);
}

/** The bookings of a guest's phone are counted under this lock, as a client's are under that of the client's row. */
export async function lockPhone(trx: Trx, digits: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, PHONE_LOCKS, digits);
}

/** Password guesses from one address count one after the other. */
export async function lockAddress(trx: Trx, address: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, ADDRESS_LOCKS, address);
}

/**
 * What one caller, or one mail address, has done is counted under this lock. Taken after a client's row or a guest's phone, and
 * before days and rows.
 */
export async function lockCaller(trx: Trx, subject: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, CALLER_LOCKS, subject);
}

/** Two changes of the settings run one after the other: the second gives back what both left. */
export async function lockSettings(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, SETTINGS_LOCKS, '');
}

/** Changes of the usual week run one after the other: a copied day is judged by what the others have left. */
export async function lockTemplates(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, TEMPLATE_LOCKS, '');
}

/** Two imports of clients run one after the other: phones are no key, and both would add the same people. */
export async function lockImport(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, IMPORT_LOCKS, '');
}

/** Two requests with one idempotency key run one after the other: the second finds the first one's response. */
export async function lockKey(trx: Trx, key: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, KEY_LOCKS, key);
}

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
