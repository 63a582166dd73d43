import type { Insertable, Updateable } from 'kysely';
import {
  bookingColumns,
  hasBooking,
  insertBookings,
  linesOf,
  type NewRow,
  peopleOf,
} from '../../../scripts/demo/rows.ts';
import { phoneNumber } from '../../../src/domain/clients/phone.ts';
import type { AppointmentId, BookingId, UserId } from '../../../src/domain/ids.ts';
import { addLines, appointmentById, withBookings } from '../../../src/server/platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../../../src/server/platform/db/columns.ts';
import type { AppointmentRow, Db, Schema, Trx } from '../../../src/server/platform/db/schema.ts';
import { inTransaction } from '../../../src/server/platform/db/transaction.ts';
import type { People } from '../../../src/server/platform/db/users.ts';

const isNamed = (changes: Partial<NewRow>, names: readonly (keyof NewRow)[]) =>
  names.some((name) => name in changes);

const SERVICES = ['services', 'service_id', 'service_name', 'service_price'] as const;
const PERSON = ['client_id', 'guest_name', 'guest_phone'] as const;

async function changeBooking(trx: Trx, id: BookingId, changes: Partial<NewRow>, after: NewRow) {
  const [person_id] = isNamed(changes, PERSON) ? await peopleOf(trx, [after]) : [];
  const number = person_id !== undefined && { person_id, guest_number: phoneNumber(after.guest_phone) };
  const columns = { note: after.notes ?? null, ...number, ...bookingColumns(changes) };
  await trx.updateTable('bookings').set(columns).where('id', '=', id).execute();
  if (!isNamed(changes, SERVICES)) return;
  const [lines = []] = await linesOf(trx, [after]);
  const price = lines.length === 0 ? (after.service_price ?? null) : null;
  await trx.updateTable('bookings').set({ price }).where('id', '=', id).execute();
  await trx.deleteFrom('booking_lines').where('booking_id', '=', id).execute();
  await addLines(trx, id, lines);
}

async function savedBooking(trx: Trx, had: BookingId | null, changes: Partial<NewRow>, after: NewRow) {
  if (had === null) return (await insertBookings(trx, [after]))[0] ?? null;
  await changeBooking(trx, had, changes, after);
  return had;
}

/** The columns that the row keeps. Its person and services follow from other columns, unless the change names them. */
function keptOf(before: AppointmentRow) {
  const { person_id: _, services: __, ...row } = before;
  const plain = Object.fromEntries(PLAIN_COLUMNS.map((name) => [name, before[name]]));
  return before.booking_id === null ? (plain as Pick<AppointmentRow, (typeof PLAIN_COLUMNS)[number]>) : row;
}

/** Makes these times an opening, in place of those that it overlaps. */
async function setOpening(trx: Trx, opening: Insertable<Schema['openings']>) {
  await trx
    .deleteFrom('openings')
    .where('technician_id', '=', opening.technician_id)
    .where('start_datetime', '<', opening.end_datetime)
    .where('end_datetime', '>', opening.start_datetime)
    .execute();
  await trx.insertInto('openings').values(opening).execute();
}

/**
 * Changes columns of an appointment and of its booking, and nothing else: neither version nor history. A row that becomes BOOKED gets
 * a booking, one that becomes AVAILABLE or BLOCKED loses it. Changed services become one line.
 */
export async function changeRow(
  { db }: { readonly db: Db },
  id: AppointmentId,
  changes: Partial<NewRow>,
): Promise<void> {
  await inTransaction(db, async (trx) => {
    const before = await appointmentById(trx, id);
    if (!before) throw new Error(`there is no appointment ${id}`);
    const after = { ...keptOf(before), ...changes };
    const { start_datetime, end_datetime, technician_id, status, version } = after;
    const isBooked = hasBooking(after);
    const own = { start_datetime, end_datetime, technician_id, status, version };
    const had = before.booking_id;
    const booking_id = isBooked ? await savedBooking(trx, had, changes, after) : null;
    const notes = isBooked ? null : (after.notes ?? null);
    await trx
      .updateTable('appointments')
      .set({ ...own, booking_id, notes })
      .where('id', '=', id)
      .execute();
    if (status === 'AVAILABLE') await setOpening(trx, { start_datetime, end_datetime, technician_id, notes });
    if (!isBooked && had !== null) await trx.deleteFrom('bookings').where('id', '=', had).execute();
  });
}

/** Puts another booking into a BOOKED row, with these columns instead of the earlier one's. The earlier booking stays, without a row. */
export async function replaceBooking({ db }: { readonly db: Db }, id: AppointmentId, given: Partial<NewRow>) {
  await inTransaction(db, async (trx) => {
    const row = trx.selectFrom('appointments').select(PLAIN_COLUMNS).where('id', '=', id);
    const [booking_id = null] = await insertBookings(trx, [
      { ...(await row.executeTakeFirstOrThrow()), ...given },
    ]);
    await trx.updateTable('appointments').set({ booking_id }).where('id', '=', id).execute();
  });
}

/** Returns all appointments with their bookings, in the order of their ids. */
export const allRows = async ({ db }: { readonly db: Db }) =>
  withBookings(db, await db.selectFrom('appointments').select(PLAIN_COLUMNS).orderBy('id').execute());

/** Returns the id of an appointment's booking. */
export async function bookingOf({ db }: { readonly db: Db }, id: AppointmentId): Promise<BookingId> {
  const row = db.selectFrom('appointments').select('booking_id').where('id', '=', id);
  const { booking_id } = await row.executeTakeFirstOrThrow();
  if (booking_id === null) throw new Error(`appointment ${id} has no booking`);
  return booking_id;
}

/** Returns an account with its person. */
export const accountById = ({ db }: { readonly db: Db }, id: UserId) =>
  db
    .selectFrom('users')
    .innerJoin('people', 'people.user_id', 'users.id')
    .selectAll('people')
    .selectAll('users')
    .select('people.id as person_id')
    .where('users.id', '=', id)
    .executeTakeFirstOrThrow();

/** Changes columns of the person of an account, and nothing else. */
export async function changePerson(
  { db }: { readonly db: Db },
  id: UserId,
  changes: Updateable<People>,
): Promise<void> {
  await db.updateTable('people').set(changes).where('user_id', '=', id).execute();
}
