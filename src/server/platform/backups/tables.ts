import type { Schema } from '../db/schema.ts';

/** What becomes of a table when a salon is moved or put back. */
interface Fate {
  /** Not in an export, because of this. */
  readonly leftOut?: string;
  /** Emptied when a backup is put back: what was ended since would live again. docs/spec/behaviour.md §11.1 */
  readonly endsAtRestore?: true;
  /** A salon that was only just opened has rows of it; an import replaces them. docs/spec/behaviour.md §11.3 */
  readonly replaced?: true;
}

/** Every table, in the order in which rows can be inserted: one that refers to another comes after it. */
export const FATES = {
  users: { replaced: true },
  services: {},
  appointments: {},
  guest_links: {},
  templates: {},
  generated_days: {},
  absences: {},
  waitlist_entries: {},
  admin_notifications: {},
  client_notifications: {},
  reminders: {},
  outbox: {},
  settings: { replaced: true },
  history: { replaced: true }, // of those settings
  secrets: { replaced: true }, // its bookings are known by them
  calendar_feeds: { endsAtRestore: true },
  counted_acts: { leftOut: 'they count what callers did within a day' },
  clearing: { leftOut: 'each salon watches its own clock' },
  owner_mornings: {},
  sessions: { leftOut: 'everybody logs in again', endsAtRestore: true },
  push_subscriptions: { leftOut: 'they belong to sessions', endsAtRestore: true },
  push_outbox: { leftOut: 'it goes to subscriptions', endsAtRestore: true },
  reset_links: { leftOut: 'they live for an hour and are asked for anew', endsAtRestore: true },
  login_attempts: { leftOut: 'they count the guesses of the last quarter of an hour' },
  idempotency_keys: { leftOut: 'they answer what is asked twice within a day', endsAtRestore: true },
  undo_steps: { leftOut: 'they live for seconds', endsAtRestore: true },
} as const satisfies Record<keyof Schema, Fate>;

export type Table = keyof Schema;
const fates = Object.entries(FATES) as [Table, Fate][];

export const TABLES: readonly Table[] = fates.map(([table]) => table);
export const TRAVELLING: readonly Table[] = fates.flatMap(([table, { leftOut }]) => (leftOut ? [] : [table]));
/** An import into a salon that has rows of one of these is refused. */
export const EMPTY_BEFORE_IMPORT: readonly Table[] = TRAVELLING.filter(
  (table) => !(FATES[table] as Fate).replaced,
);

/** Waiting mail is of another day: its reminders are late, and what it tells may have been told since. */
const giveUpMail = (nowMs: number) => `update outbox set given_up_at = ${nowMs}, last_error = 'restored'
  where sent_at is null and given_up_at is null and handed_over_at is null`;

/**
 * Ends what must not live again, in SQL of both engines; of tables that an older salon does not have, nothing.
 * docs/spec/behaviour.md §11.1
 */
export const restoreStatements = (there: ReadonlySet<string>, nowMs: number): string[] => [
  ...fates.flatMap(([table, { endsAtRestore }]) =>
    endsAtRestore && there.has(table) ? [`delete from ${table}`] : [],
  ),
  giveUpMail(nowMs),
];
