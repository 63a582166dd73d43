// Undoing an import of appointments. docs/spec/behaviour.md §31.2
import { sql } from 'kysely';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { recordChange } from '../../history/history.ts';
import { forgetImportRow, type ImportedRow, isCardChanged, rowsToUndo } from '../../imports/imports.ts';
import { asTheyAre, derivingSlots } from '../../openings/openings.ts';
import type { AppointmentRow, Trx } from '../../platform/db/schema.ts';
import { inTransaction, lockImport } from '../../platform/db/transaction.ts';
import type { RequestContext } from '../../platform/http/request.ts';
import { forgetPerson } from '../forget-guests.ts';
import { lockWithClients } from '../locks.ts';
import { deleteRows } from '../rows.ts';

/** Removes what an import has added, with its keys and new people, unless it was changed, recorded or told since. Tells nobody. */
export async function undoAppointmentImport(context: RequestContext, id: string) {
  const { db, now } = context;
  const rows = await rowsToUndo(db, id, 'APPOINTMENTS', now.ms);
  const count = { removed: 0, kept: 0 };
  for (const row of rows) {
    const done = await inTransaction(db, (trx) => removeImported(trx, context, row));
    if (done) count[done] += 1;
  }
  for (const { person_id } of rows)
    if (person_id) await inTransaction(db, (trx) => removePerson(trx, person_id, dateOf(now.wall)));
  return count;
}

async function removeImported(trx: Trx, context: RequestContext, imported: ImportedRow) {
  await lockImport(trx);
  const { appointment_id } = imported;
  const { rows } = await lockWithClients(trx, appointment_id === null ? [] : [appointment_id]);
  const [row] = rows;
  if (!row) return undefined; // deleted since; its key stays
  if (row.version !== FIRST_VERSION || row.status !== 'BOOKED' || (await hasMore(trx, row))) return 'kept';
  const remove = () => deleteRows(trx, [row.id]);
  await derivingSlots(trx, context, [row], remove, { plan: asTheyAre, own: [row.id] });
  await recordChange(trx, context, 'appointment', { before: row, after: null });
  await trx.deleteFrom('bookings').where('id', '=', row.booking_id).execute();
  await forgetImportRow(trx, imported);
  return 'removed';
}

const FIRST_VERSION = 1;

/** Whether something was recorded for a booking, or sent about it. */
async function hasMore(trx: Trx, { id, booking_id, client_id }: AppointmentRow): Promise<boolean> {
  const recorded = ['payments', 'deposits', 'holding_uses', 'work_values', 'pictures'];
  const sent = ['guest_links', 'reminders', 'outbox', 'sms_outbox', 'told_times', 'reached'];
  const ofBooking = [...recorded, ...sent].map(
    (table) => sql<boolean>`exists (select 1 from ${sql.table(table)} where booking_id = ${booking_id})`,
  );
  const notified = sql<boolean>`exists (select 1 from client_notifications
    where user_id = ${client_id} and appointment_id = ${id})`;
  const written = sql<boolean>`exists (select 1 from due_marks where appointment_id = ${id})`;
  const found = await sql<{
    more: unknown;
  }>`select ${sql.join([...ofBooking, notified, written], sql` or `)} as more`.execute(trx);
  return Boolean(found.rows[0]?.more);
}

async function removePerson(
  trx: Trx,
  id: NonNullable<ImportedRow['person_id']>,
  today: WallDate,
): Promise<void> {
  const person = await trx
    .selectFrom('people')
    .select(['id', 'number'])
    .where('id', '=', id)
    .where(({ not }) => not(isCardChanged(id)))
    .executeTakeFirst();
  if (person) await forgetPerson(trx, person, today);
}
