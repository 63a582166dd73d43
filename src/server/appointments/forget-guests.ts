import { sql } from 'kysely';
import { addMonths, dateOf, startOfDay, type WallTime } from '#domain/wall-clock.ts';
import { NAMELESS_GUEST } from '#domain/wording/appointments.ts';
import { forgetGuestsInHistory, recordChanges } from '../history/history.ts';
import type { Now } from '../platform/clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';
import { inTransaction, lockRows } from '../platform/db/transaction.ts';
import { type DeleteOutdated, inBatches } from '../platform/jobs/retention.ts';
import { currentSettings } from '../settings/settings.ts';

const AT_ONCE = 100; // rows per transaction; few, because each row needs its own statement

// this condition must equal the condition of the partial indexes, so that both engines use the indexes
const namesGuest = sql<boolean>`(guest_name <> 'Gost' or guest_phone is not null or guest_email is not null)`;
const namesGuestToOwner = sql<boolean>`(guest_name <> 'Gost' or guest_phone is not null)`;

/** Removes personal data of guests `guest_retention_months` after the appointment (0 = never). Always deletes marks about guests who have no appointment left. docs/spec/behaviour.md §10.1 */
export const forgetGuests: DeleteOutdated = async (db, now, config) => {
  const { guest_retention_months } = await currentSettings(db, config);
  if (guest_retention_months > 0)
    await forgetBefore(db, now, startOfDay(addMonths(dateOf(now.wall), -guest_retention_months)));
  await forgetDueMarks(db);
};

async function forgetBefore(db: Db, now: Now, before: WallTime): Promise<void> {
  const inOwnTransaction = (work: (trx: Trx, most: number) => Promise<number>) =>
    inBatches((most) => inTransaction(db, (trx) => work(trx, most)), { atOnce: AT_ONCE });
  await inOwnTransaction((trx, most) => forgetInAppointments(trx, now, before, most));
  await inOwnTransaction((trx, most) => forgetInNotifications(trx, before, most));
  await inOwnTransaction((trx, most) => forgetGuestsInHistory(trx, before, most));
}

/** Deletes the owner's marks ('Javljeno', 'Ne podsećaj') about guests whose phone no longer occurs in an appointment. */
const forgetDueMarks = (db: Db) =>
  db
    .deleteFrom('due_marks')
    .where('phone_digits', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('appointments')
            .select('id')
            .whereRef('guest_phone_digits', '=', 'due_marks.phone_digits'),
        ),
      ),
    )
    .execute();

/** Erases guests from old appointments. Locks the rows before reading, because an appointment may have moved to the future. */
async function forgetInAppointments(trx: Trx, now: Now, before: WallTime, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('appointments')
    .select(APPOINTMENT_COLUMNS)
    .where('start_datetime', '<', before)
    .where(namesGuest)
    .orderBy('start_datetime')
    .limit(most)
    .$call(lockRows(trx))
    .execute();
  for (const row of rows) {
    await trx.deleteFrom('idempotency_keys').where('appointment_id', '=', row.id).execute();
    await trx
      .deleteFrom('outbox')
      .where('appointment_id', '=', row.id)
      .where('to_email', 'is not', null)
      .execute();
    await forgetIn(trx, row);
    await trx
      .updateTable('payments')
      .set({ note: null, void_reason: null })
      .where('appointment_id', '=', row.id)
      .execute();
  }
  const forgotten = rows.map((row) => ({ before: row, after: row, action: 'erased' as const }));
  await recordChanges(trx, { now, user: 'LUNULA' }, 'appointment', forgotten);
  return rows.length;
}

/** Erases the guest from a row; a client's own notes stay. Raises the version, so that an open dialog cannot save the name again. */
const forgetIn = (trx: Trx, { id, client_id, guest_name, notes, cancel_reason }: AppointmentRow) =>
  trx
    .updateTable('appointments')
    .set(({ eb }) => ({
      guest_name: guest_name === null ? null : NAMELESS_GUEST,
      guest_phone: null,
      guest_phone_digits: null,
      guest_email: null,
      called: null,
      notes: client_id === null ? null : notes,
      cancel_reason: client_id === null ? null : cancel_reason,
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .execute();

async function forgetInNotifications(trx: Trx, before: WallTime, most: number): Promise<number> {
  const rows = await trx
    .selectFrom('admin_notifications')
    .select('id')
    .where('appt_start', '<', before)
    .where(namesGuestToOwner)
    .orderBy('appt_start')
    .limit(most)
    .execute();
  await trx
    .updateTable('admin_notifications')
    .set(({ eb, ref }) => ({
      guest_name: NAMELESS_GUEST,
      guest_phone: null,
      cancelled_reason: eb
        .case()
        .when('client_id', 'is', null)
        .then(null)
        .else(ref('cancelled_reason'))
        .end(),
    }))
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute();
  return rows.length;
}
