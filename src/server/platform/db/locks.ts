import { PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from './schema.ts';

/**
 * SQLite needs none of the locks below: a writing transaction is alone from its first statement (BEGIN IMMEDIATE). On PostgreSQL
 * they serialize requests that could break an invariant together.
 */
export const isPostgres = (db: Db | Trx): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

type Rows<T extends keyof Schema, O> = SelectQueryBuilder<Schema, T, O>;

/**
 * `.$call(lockRows(trx))` locks the rows that this query reads until the transaction ends. "No key" lets a notification refer to a
 * locked user without waiting: the holder of that lock could be waiting for the notification's own transaction.
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
 * Serializes transactions that add, move or free slots of these days: otherwise several inserts in two of them would deadlock, and
 * both would see a day change from no free slot to some. Taken first, in the order of the days.
 */
export async function lockDays(trx: Trx, days: readonly string[]): Promise<void> {
  if (!isPostgres(trx)) return;
  for (const day of [...new Set(days)].sort()) await lockText(trx, DAY_LOCKS, day);
}

/** Serializes counting the bookings of a guest's phone; a client's are counted under the lock of the client's row. */
export async function lockPhone(trx: Trx, digits: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, PHONE_LOCKS, digits);
}

/** Serializes counting password guesses from one address. */
export async function lockAddress(trx: Trx, address: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, ADDRESS_LOCKS, address);
}

/** Serializes counting what one caller or mail address has done. Taken after a client's row or a guest's phone, before days and rows. */
export async function lockCaller(trx: Trx, subject: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, CALLER_LOCKS, subject);
}

/** Serializes changes of the settings: the second one returns the result of both. */
export async function lockSettings(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, SETTINGS_LOCKS, '');
}

/** Serializes changes of the week plan: a copied day is checked against the result of the others. */
export async function lockTemplates(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, TEMPLATE_LOCKS, '');
}

/** Serializes imports of clients: phones are not unique, so two imports would add the same people. */
export async function lockImport(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, IMPORT_LOCKS, '');
}

/** Serializes requests with the same idempotency key: the second finds the first one's response. */
export async function lockKey(trx: Trx, key: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, KEY_LOCKS, key);
}
