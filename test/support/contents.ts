import type { Db, Schema } from '../../src/server/platform/db/schema.ts';

const TABLES: readonly (keyof Schema)[] = [
  'users',
  'sessions',
  'reset_links',
  'login_attempts',
  'services',
  'appointments',
  'guest_links',
  'templates',
  'generated_days',
  'absences',
  'waitlist_entries',
  'admin_notifications',
  'client_notifications',
  'reminders',
  'outbox',
  'idempotency_keys',
  'undo_steps',
  'settings',
  'history',
  'clearing',
  'counted_acts',
  'calendar_feeds',
];

/** Every row of every table, so that a test can say: nothing changed. */
export async function contentsOf(db: Db): Promise<Record<string, string[]>> {
  const contents = await Promise.all(
    [...TABLES, 'secrets' as const].map(async (table) => {
      const rows = await db.selectFrom(table).selectAll().execute();
      return [table, rows.map((row) => JSON.stringify(row)).sort()] as const;
    }),
  );
  return Object.fromEntries(contents);
}

/** Deletes every row but that of the admin, and the keys. */
export async function emptyTables(db: Db): Promise<void> {
  await db.transaction().execute(async (trx) => {
    for (const table of TABLES.filter((name) => name !== 'users')) await trx.deleteFrom(table).execute();
    await trx.deleteFrom('users').where('role', '<>', 'ADMIN').execute();
  });
}
