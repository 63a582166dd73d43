import { sql } from 'kysely';
import { dateOf } from '#domain/wall-clock.ts';
import { type Now, readClock } from './clock.ts';
import type { Db, Schema } from './db/schema.ts';
import type { Platform } from './http/request.ts';

const HOUR_MS = 60 * 60 * 1000;
const DAY_MS = 24 * HOUR_MS;

/** What goes when this moment of it is so long ago. */
const RETENTION: readonly (readonly [table: keyof Schema, moment: string, keptMs: number])[] = [
  ['sessions', 'expires_at', 0],
  ['reset_links', 'expires_at', DAY_MS],
  ['login_attempts', 'at', DAY_MS],
  ['idempotency_keys', 'created_at', DAY_MS], // an answer that got lost is asked for again within minutes
  ['undo_steps', 'expires_at', HOUR_MS],
  ['outbox', 'created_at', 30 * DAY_MS], // sent, given up or waiting for a mail server that never came
  ['reminders', 'made_at', 30 * DAY_MS], // made at most a day before their start
];

/** Deletes what has had its time, so that the file stays small for years. */
export async function deleteOutdatedRows({ db, clock }: Platform): Promise<void> {
  const now = readClock(clock);
  for (const [table, moment, keptMs] of RETENTION)
    await sql`delete from ${sql.table(table)} where ${sql.ref(moment)} < ${now.ms - keptMs}`.execute(db);
  // nobody waits for a day that is over
  await db.deleteFrom('waitlist_entries').where('day', '<', dateOf(now.wall)).execute();
  await clearGuestLinks(db, now);
}

/** Links to visits that are over, and to bookings that are gone from their row, unless an undo may still bring them back. */
async function clearGuestLinks(db: Db, now: Now): Promise<void> {
  await db
    .deleteFrom('guest_links')
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments')
            .select('appointments.id')
            .whereRef('appointments.id', '=', 'guest_links.appointment_id')
            .whereRef('appointments.booked_at', '=', 'guest_links.booked_at')
            .where('appointments.end_datetime', '>', now.wall),
        ),
      ),
    )
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('undo_steps').select('id').where('expires_at', '>', now.ms))),
    )
    .execute();
}
