import type { Schema } from '../db/schema.ts';
import { HOUR_MS } from '../jobs/retention.ts';

interface TablePolicy {
  readonly notExported?: string;
  /** A restore empties the table, because its rows would give revoked access again. docs/spec/behaviour.md §11.1 */
  readonly clearedByRestore?: true;
  /** A new salon already has rows of this table; an import replaces them. docs/spec/behaviour.md §11.3 */
  readonly replacedByImport?: true;
}

/** All tables, in the order of import: a table comes after the tables that it references. */
export const TABLE_POLICIES = {
  users: { replacedByImport: true },
  services: {},
  technicians: { replacedByImport: true },
  technician_services: {},
  technician_terms: {},
  openings: {},
  people: { replacedByImport: true },
  bookings: {},
  booking_lines: {},
  work_fields: { replacedByImport: true },
  work_values: {},
  pictures: {},
  works: {},
  appointments: {},
  guest_links: {},
  templates: {},
  generated_days: {},
  absences: {},
  waitlist_entries: {},
  waitlist_services: {},
  admin_notifications: {},
  client_notifications: {},
  reminders: {},
  delays: {},
  told_times: {},
  reached: {},
  outbox: {},
  sms_outbox: {},
  settings: { replacedByImport: true },
  history: { replacedByImport: true }, // an import replaces the history, because a new salon already has history entries about its settings
  secrets: { replacedByImport: true }, // the exported bookings contain hashes made with the exported key, so an import replaces the key of the new salon
  calendar_feeds: { clearedByRestore: true },
  counted_acts: { notExported: 'rate limits of the last day' },
  clearing: { notExported: 'each salon checks its own clock' },
  liveness: { notExported: 'it is about one server' },
  owner_mornings: {},
  plans: {},
  holdings: {},
  payments: {},
  holding_uses: {},
  covered_lines: {},
  payouts: {},
  payout_rows: {},
  cash_days: {},
  deposits: {},
  due_marks: {},
  imports: {},
  import_rows: {},
  reach_claims: { notExported: 'they last two minutes', clearedByRestore: true },
  sessions: { notExported: 'everybody logs in again', clearedByRestore: true },
  push_subscriptions: { notExported: 'they belong to sessions', clearedByRestore: true },
  push_outbox: { notExported: 'it belongs to push subscriptions', clearedByRestore: true },
  reset_links: { notExported: 'they expire after an hour', clearedByRestore: true },
  login_attempts: { notExported: 'rate limits of the last 15 minutes' },
  idempotency_keys: { notExported: 'they expire after a day', clearedByRestore: true },
  undo_steps: { notExported: 'they expire after seconds', clearedByRestore: true },
} as const satisfies Record<keyof Schema, TablePolicy>;

/** Tables that a migration has removed. A backup or database of an older release still contains them. */
const REMOVED_TABLE_POLICIES: Record<string, TablePolicy> = {
  technician_days: {},
  technician_feeds: { clearedByRestore: true },
  appointment_services: {},
};
export const REMOVED_TABLES: readonly string[] = Object.keys(REMOVED_TABLE_POLICIES);

export type Table = keyof Schema;
const policies = Object.entries(TABLE_POLICIES) as [Table, TablePolicy][];

export const TABLES: readonly Table[] = policies.map(([table]) => table);
export const EXPORTED_TABLES: readonly Table[] = policies.flatMap(([table, { notExported }]) =>
  notExported ? [] : [table],
);

/** An import is refused if the new salon has rows in one of these tables. */
export const EMPTY_BEFORE_IMPORT: readonly Table[] = EXPORTED_TABLES.filter(
  (table) => !(TABLE_POLICIES[table] as TablePolicy).replacedByImport,
);

/** Marks the unsent messages of the backup as given up: they may be out of date, or may have been sent since the backup. Whom they told stands in 'Pozovite'. */
const giveUp = (table: 'outbox' | 'sms_outbox', nowMs: number) =>
  `update ${table} set given_up_at = ${nowMs}, last_error = 'restored'
  where sent_at is null and given_up_at is null and handed_over_at is null`;

/** Tables whose ids stand in calendars, payment references and sent messages. New rows after a restore get none of those that were given since the backup. docs/spec/behaviour.md §11.1 */
export const KNOWN_BY_ID = ['appointments', 'bookings'] as const satisfies readonly (keyof Schema)[];
export const SKIPPED_IDS = 100_000;

export const GRACE_HOURS = 2;

/** Keeps deadlines from ending soon after the restore, and notes its moment and that of the backup. docs/spec/behaviour.md §28.4 */
const beginGrace = (existing: ReadonlySet<string>, nowMs: number) => {
  const isNoted = existing.has('reached') ? `, restored_at = ${nowMs}` : ''; // older backups get the column by a migration
  return `update liveness set restored_from = alive_at, grace_until = ${nowMs + GRACE_HOURS * HOUR_MS}${isNoted}`;
};

/** The SQL that removes outdated data after a restore. `existing`: the tables of the backup. docs/spec/behaviour.md §11.1 */
export const restoreStatements = (existing: ReadonlySet<string>, nowMs: number): string[] => [
  ...[...policies, ...Object.entries(REMOVED_TABLE_POLICIES)].flatMap(([table, { clearedByRestore }]) =>
    clearedByRestore && existing.has(table) ? [`delete from ${table}`] : [],
  ),
  giveUp('outbox', nowMs),
  ...(existing.has('sms_outbox') ? [giveUp('sms_outbox', nowMs)] : []),
  ...(existing.has('liveness') ? [beginGrace(existing, nowMs)] : []),
];
