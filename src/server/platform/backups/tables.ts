import type { Schema } from '../db/schema.ts';

interface TablePolicy {
  readonly notExported?: string;
  /** A restore empties the table, because its rows would give revoked access again. docs/spec/behaviour.md §11.1 */
  readonly clearedByRestore?: true;
  /** A trigger fills the table while other tables are imported; the import then empties the table and inserts the exported rows. */
  readonly filledByTrigger?: true;
  /** A new salon already has rows of this table; an import replaces them. docs/spec/behaviour.md §11.3 */
  readonly replacedByImport?: true;
}

/** All tables, in the order of import: a table comes after the tables that it references. */
export const TABLE_POLICIES = {
  users: { replacedByImport: true },
  services: {},
  technicians: { replacedByImport: true },
  technician_services: {},
  appointments: {},
  appointment_services: { filledByTrigger: true },
  guest_links: {},
  templates: {},
  generated_days: {},
  technician_days: {},
  absences: {},
  waitlist_entries: {},
  admin_notifications: {},
  client_notifications: {},
  reminders: {},
  outbox: {},
  settings: { replacedByImport: true },
  history: { replacedByImport: true }, // an import replaces the history, because a new salon already has history entries about its settings
  secrets: { replacedByImport: true }, // the exported bookings contain hashes made with the exported key, so an import replaces the key of the new salon
  calendar_feeds: { clearedByRestore: true },
  technician_feeds: { clearedByRestore: true },
  counted_acts: { notExported: 'rate limits of the last day' },
  clearing: { notExported: 'each salon checks its own clock' },
  owner_mornings: {},
  payments: {},
  cash_days: {},
  deposits: {},
  due_marks: {},
  sessions: { notExported: 'everybody logs in again', clearedByRestore: true },
  push_subscriptions: { notExported: 'they belong to sessions', clearedByRestore: true },
  push_outbox: { notExported: 'it belongs to push subscriptions', clearedByRestore: true },
  reset_links: { notExported: 'they expire after an hour', clearedByRestore: true },
  login_attempts: { notExported: 'rate limits of the last 15 minutes' },
  idempotency_keys: { notExported: 'they expire after a day', clearedByRestore: true },
  undo_steps: { notExported: 'they expire after seconds', clearedByRestore: true },
} as const satisfies Record<keyof Schema, TablePolicy>;

export type Table = keyof Schema;
const policies = Object.entries(TABLE_POLICIES) as [Table, TablePolicy][];

export const TABLES: readonly Table[] = policies.map(([table]) => table);
export const EXPORTED_TABLES: readonly Table[] = policies.flatMap(([table, { notExported }]) =>
  notExported ? [] : [table],
);

export const TABLES_OF_TRIGGERS: readonly Table[] = policies.flatMap(([table, { filledByTrigger }]) =>
  filledByTrigger ? [table] : [],
);

/** An import is refused if the new salon has rows in one of these tables. */
export const EMPTY_BEFORE_IMPORT: readonly Table[] = EXPORTED_TABLES.filter(
  (table) => !(TABLE_POLICIES[table] as TablePolicy).replacedByImport,
);

/** Marks the unsent mails of the backup as given up: they may be out of date, or may have been sent since the backup. */
const giveUpMail = (nowMs: number) => `update outbox set given_up_at = ${nowMs}, last_error = 'restored'
  where sent_at is null and given_up_at is null and handed_over_at is null`;

/** The SQL that removes outdated data after a restore. `existing`: the tables of the backup. docs/spec/behaviour.md §11.1 */
export const restoreStatements = (existing: ReadonlySet<string>, nowMs: number): string[] => [
  ...policies.flatMap(([table, { clearedByRestore }]) =>
    clearedByRestore && existing.has(table) ? [`delete from ${table}`] : [],
  ),
  giveUpMail(nowMs),
];
