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

/** Serializes transactions that lock the same text under the same number, which must be unique. */
const advisoryLock =
  (number: number) =>
  async (trx: Trx, text: string): Promise<void> => {
    if (isPostgres(trx))
      await sql`select pg_advisory_xact_lock(${number}::int, hashtext(${text}))`.execute(trx);
  };

const soleLock = (number: number) => {
  const lock = advisoryLock(number);
  return (trx: Trx): Promise<void> => lock(trx, '');
};

const lockDay = advisoryLock(1);
/**
 * Serializes transactions that add, move or free slots of these days: otherwise their inserts could deadlock, and two of them could
 * each notify the waitlist of the day's first free slot. Lock days before anything else. The days are locked in their order.
 */
export async function lockDays(trx: Trx, days: readonly string[]): Promise<void> {
  for (const day of [...new Set(days)].sort()) await lockDay(trx, day);
}
/** Serializes bookings with the same guest phone, to count them. Bookings of a client are serialized by locking the client's row. */
export const lockPhone = advisoryLock(2);
/** Serializes counting password guesses from one address. */
export const lockAddress = advisoryLock(3);
/** Serializes requests with the same idempotency key, so that the second one finds the response of the first. */
export const lockKey = advisoryLock(4);
/** Serializes changes of the settings, so that a change is based on the result of the earlier one. */
export const lockSettings = soleLock(5);
/** Serializes counting per caller or mail address. Lock it after a client's row or a guest's phone, and before days and slots. */
export const lockCaller = advisoryLock(6);
/** Serializes changes of the templates: copying a day must see the templates that a concurrent request adds. */
export const lockTemplates = soleLock(7);
/** Serializes imports of clients: phones are not unique, so two concurrent imports could add the same people twice. */
export const lockImport = soleLock(8);
/** Serializes counting messages to the owner, of all networks together. Taken last, so that no two transactions wait for each other. */
export const lockOwnerMessages = soleLock(9);
/** Serializes changes of technicians: a new order must name all of them. */
export const lockTechnicians = soleLock(10);
/** Serializes payments of a day with its close. Lock it after days and rows. */
export const lockCashDay = advisoryLock(11);
