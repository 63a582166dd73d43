import { PostgresAdapter, type SelectQueryBuilder, sql } from 'kysely';
import type { Db, Schema, Trx } from './schema.ts';

// The locks below serialize concurrent requests on PostgreSQL that could together break a rule. SQLite needs none of them: it runs
// one writing transaction at a time (BEGIN IMMEDIATE).
export const isPostgres = (db: Db | Trx): boolean => db.getExecutor().adapter instanceof PostgresAdapter;

type Rows<T extends keyof Schema, O> = SelectQueryBuilder<Schema, T, O>;

/**
 * `.$call(lockRows(trx))` locks the rows that a query reads until the transaction ends. "For no key update" still lets other
 * transactions insert rows that refer to the locked row, such as notifications of a user; otherwise they could deadlock.
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
const OWNER_MESSAGE_LOCKS = 9;
const TECHNICIAN_LOCKS = 10;
const CASH_DAY_LOCKS = 11;

async function lockText(trx: Trx, kind: number, text: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${kind}::int, hashtext(${text}))`.execute(trx);
}

/**
 * Serializes transactions that add, move or free slots of these days: otherwise their inserts could deadlock, and two of them could
 * each notify the waitlist of the day's first free slot. Lock days before anything else. The days are locked in their order.
 */
export async function lockDays(trx: Trx, days: readonly string[]): Promise<void> {
  if (!isPostgres(trx)) return;
  for (const day of [...new Set(days)].sort()) await lockText(trx, DAY_LOCKS, day);
}

/** Serializes bookings with the same guest phone, to count them. Bookings of a client are serialized by locking the client's row. */
export async function lockPhone(trx: Trx, digits: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, PHONE_LOCKS, digits);
}

/** Serializes counting password guesses from one address. */
export async function lockAddress(trx: Trx, address: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, ADDRESS_LOCKS, address);
}

/** Serializes counting per caller or mail address. Lock it after a client's row or a guest's phone, and before days and slots. */
export async function lockCaller(trx: Trx, subject: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, CALLER_LOCKS, subject);
}

/**
 * Serializes counting messages to the owner. One lock for all networks, taken after days and rows: its holder waits for no lock of
 * this kind, so no two transactions wait for each other.
 */
export async function lockOwnerMessages(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, OWNER_MESSAGE_LOCKS, '');
}

/** Serializes changes of the settings, so that a change is based on the result of the earlier one. */
export async function lockSettings(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, SETTINGS_LOCKS, '');
}

/** Serializes changes of the templates: copying a day must see the templates that a concurrent request adds. */
export async function lockTemplates(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, TEMPLATE_LOCKS, '');
}

/** Serializes changes of technicians: a new order must name all of them. */
export async function lockTechnicians(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, TECHNICIAN_LOCKS, '');
}

/** Serializes imports of clients: phones are not unique, so two concurrent imports could add the same people twice. */
export async function lockImport(trx: Trx): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, IMPORT_LOCKS, '');
}

/** Serializes requests with the same idempotency key, so that the second one finds the response of the first. */
export async function lockKey(trx: Trx, key: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, KEY_LOCKS, key);
}

/** Serializes payments of a day with its close. Lock it after days and rows. */
export async function lockCashDay(trx: Trx, day: string): Promise<void> {
  if (isPostgres(trx)) await lockText(trx, CASH_DAY_LOCKS, day);
}
