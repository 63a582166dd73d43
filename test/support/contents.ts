import { sql } from 'kysely';
import { OWNERS_TECHNICIAN } from '../../src/domain/technicians.ts';
import type { Db, Schema } from '../../src/server/platform/db/schema.ts';
import { isPostgres } from '../../src/server/platform/db/transaction.ts';

const TABLES: readonly (keyof Schema)[] = [
  'users',
  'people',
  'sessions',
  'reset_links',
  'login_attempts',
  'services',
  'payout_rows',
  'payouts',
  'covered_lines',
  'holding_uses',
  'payments',
  'holdings',
  'plans',
  'cash_days',
  'deposits',
  'due_marks',
  'appointments',
  'guest_links',
  'reminders',
  'delays',
  'told_times',
  'reached',
  'reach_claims',
  'sms_outbox',
  'booking_lines',
  'works',
  'pictures',
  'work_values',
  'work_fields',
  'bookings',
  'templates',
  'generated_days',
  'technician_services',
  'technician_terms',
  'openings',
  'technicians',
  'absences',
  'waitlist_services',
  'waitlist_entries',
  'admin_notifications',
  'client_notifications',
  'outbox',
  'idempotency_keys',
  'undo_steps',
  'settings',
  'history',
  'clearing',
  'counted_acts',
  'calendar_feeds',
  'push_outbox',
  'push_subscriptions',
  'owner_mornings',
  'liveness',
  'imports',
  'import_rows',
];

/** Returns all rows of all tables. Tests compare them to assert that a request changed nothing. */
export async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const contents = await Promise.all(
    [...TABLES, 'secrets' as const].map(async (table) => {
      const rows = await db.selectFrom(table).selectAll().execute();
      return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
    }),
  );
  return Object.fromEntries(contents);
}

const EMPTYING: readonly string[] = [
  ...TABLES.filter((table) => !['users', 'people', 'technicians', 'work_fields'].includes(table)).map(
    (table) => `delete from ${table}`,
  ),
  `delete from technicians where id <> ${OWNERS_TECHNICIAN}`,
  "delete from people where user_id is null or user_id in (select id from users where role <> 'ADMIN')",
  "delete from users where role <> 'ADMIN'",
];

/** Deletes all rows except the admin's account, the owner's technician and the secrets. */
export async function emptyTables(db: Db): Promise<void> {
  // PostgreSQL takes all statements in one round trip
  if (isPostgres(db)) await sql.raw(EMPTYING.join(';')).execute(db);
  else
    await db.transaction().execute(async (trx) => {
      for (const statement of EMPTYING) await sql.raw(statement).execute(trx);
    });
}

/** Saves the contents of an SQLite database. The returned function restores them, including the counters of ids. */
export async function rememberContents(db: Db): Promise<() => Promise<void>> {
  const kept = await Promise.all(
    TABLES.map(async (table) => ({ table, rows: await db.selectFrom(table).selectAll().execute() })),
  );
  return () =>
    db.transaction().execute(async (trx) => {
      await sql`pragma defer_foreign_keys = on`.execute(trx);
      for (const { table } of kept) await trx.deleteFrom(table).execute();
      await sql`delete from sqlite_sequence`.execute(trx);
      for (const { table, rows } of kept)
        if (rows.length > 0) await trx.insertInto(table).values(rows).execute();
    });
}
