// Inserts appointments with their bookings, services and people into the tables, for the demo, measurements and tests.
import type { ServiceLine } from '../../src/domain/appointments/lines.ts';
import { phoneNumber } from '../../src/domain/clients/phone.ts';
import type { AppointmentId, BookingId, PersonId, UserId } from '../../src/domain/ids.ts';
import { OWNERS_TECHNICIAN } from '../../src/domain/technicians.ts';
import { NAMELESS_GUEST } from '../../src/domain/wording/appointments.ts';
import { isBookingColumn, NO_BOOKING } from '../../src/server/platform/db/columns.ts';
import { personOfGuest } from '../../src/server/platform/db/people.ts';
import type { AppointmentRow, NewBooking, Trx } from '../../src/server/platform/db/schema.ts';

/** An appointment to insert: its own columns, its booking's and its services, as lines or as one line from the summaries. */
export type NewRow = Pick<AppointmentRow, 'start_datetime' | 'end_datetime' | 'status' | 'created_at'> &
  Partial<Omit<AppointmentRow, 'id' | 'day' | 'booking_id'>>;

const ROWS_AT_ONCE = 100; // a larger insert can run into the time limit of a statement on a busy PostgreSQL

async function inChunks<Row>(rows: readonly Row[], insert: (some: readonly Row[]) => Promise<unknown>) {
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) await insert(rows.slice(at, at + ROWS_AT_ONCE));
}

/** True if a row with this status has a booking. */
export const hasBooking = ({ status }: Pick<NewRow, 'status'>) =>
  status === 'BOOKED' || status === 'CANCELLED';

/** The columns of a row that are in `bookings` under the same name. */
export const bookingColumns = (row: object) =>
  Object.fromEntries(
    Object.entries(row).filter(([name, value]) => isBookingColumn(name) && value !== undefined),
  );

/** The same columns for each row: SQLite has no DEFAULT in an insert of several rows. */
const EMPTY_BOOKING = { ...bookingColumns(NO_BOOKING), sequence: 1 };

function assertFree(row: NewRow): void {
  const given = Object.entries(bookingColumns(row)).filter(
    ([name, value]) => value !== NO_BOOKING[name as keyof typeof NO_BOOKING],
  );
  if (given.length > 0) throw new Error(`${row.status} has no booking: ${JSON.stringify(given)}`);
}

async function peopleOfClients(trx: Trx, rows: readonly NewRow[]): Promise<Map<UserId | null, PersonId>> {
  const ids = [...new Set(rows.flatMap(({ client_id }) => client_id ?? []))];
  if (ids.length === 0) return new Map();
  const people = trx.selectFrom('people').select(['id', 'user_id']).where('user_id', 'in', ids);
  return new Map((await people.execute()).map(({ id, user_id }) => [user_id, id]));
}

const guestOf = ({ guest_name = null, guest_phone = null, booked_at, created_at }: NewRow) =>
  guest_name === null && guest_phone === null
    ? undefined
    : { name: guest_name ?? NAMELESS_GUEST, phone: guest_phone, nowMs: booked_at ?? created_at };

/** Finds the person who comes to each booking: the guest, else the client; null for a guest whom retention has removed. */
export async function peopleOf(trx: Trx, rows: readonly NewRow[]): Promise<(PersonId | null)[]> {
  const clients = await peopleOfClients(trx, rows);
  const known = new Map<string, PersonId>();
  const personOf = async (row: NewRow): Promise<PersonId | null> => {
    if (row.person_id !== undefined || row.is_forgotten === 1) return row.person_id ?? null;
    const guest = guestOf(row);
    if (!guest) return clients.get(row.client_id ?? null) ?? null;
    const key = `${guest.phone} ${guest.name}`;
    const person = (guest.phone !== null && known.get(key)) || (await personOfGuest(trx, guest));
    known.set(key, person);
    return person;
  };
  const people: (PersonId | null)[] = [];
  for (const row of rows) people.push(await personOf(row));
  return people;
}

/** The lines of the services. A line from the summaries has the duration of the price list. */
export async function linesOf(trx: Trx, rows: readonly NewRow[]): Promise<(readonly ServiceLine[])[]> {
  const services = await trx.selectFrom('services').select(['id', 'duration_minutes']).execute();
  const minutes = new Map(services.map(({ id, duration_minutes }) => [id, duration_minutes]));
  return rows.map(({ services, service_id = null, service_name: name, service_price: price = null }) => {
    if (services) return services;
    const duration_minutes = (service_id === null ? null : minutes.get(service_id)) ?? null;
    return name == null ? [] : [{ service_id, name, price, duration_minutes }];
  });
}

/** Inserts the bookings of BOOKED and CANCELLED rows. Returns their ids, in order. */
export async function insertBookings(trx: Trx, rows: readonly NewRow[]): Promise<BookingId[]> {
  const people = await peopleOf(trx, rows);
  const lines = await linesOf(trx, rows);
  const bookings = rows.map((row, n) => ({
    ...EMPTY_BOOKING,
    guest_number: phoneNumber(row.guest_phone),
    ...bookingColumns(row),
    person_id: people[n] ?? null,
    note: row.notes ?? null,
    price: lines[n]?.length === 0 ? (row.service_price ?? null) : null,
  })) as NewBooking[];
  const ids: BookingId[] = [];
  await inChunks(bookings, async (some) => {
    const saved = await trx.insertInto('bookings').values(some).returning('id').execute();
    // in the order of `some`, because the database assigns ids in the order of insertion
    ids.push(...saved.map(({ id }) => id).sort((a, b) => a - b));
  });
  const all = ids.flatMap((booking_id, n) =>
    (lines[n] ?? []).map((line, at) => ({ ...line, booking_id, position: at + 1 })),
  );
  await inChunks(all, (some) => trx.insertInto('booking_lines').values(some).execute());
  return ids;
}

/** Inserts appointments with their bookings. Returns their ids, in order. */
export async function insertAppointments(trx: Trx, rows: readonly NewRow[]): Promise<AppointmentId[]> {
  const booked = rows.filter(hasBooking);
  const bookings = booked.length === 0 ? [] : await insertBookings(trx, booked);
  const bookingOf = new Map(booked.map((row, n) => [row, bookings[n]]));
  const values = rows.map((row) => {
    if (!hasBooking(row)) assertFree(row);
    const { start_datetime, end_datetime, status, created_at, technician_id = OWNERS_TECHNICIAN } = row;
    const own = {
      start_datetime,
      end_datetime,
      status,
      created_at,
      technician_id,
      version: row.version ?? 1,
    };
    const notes = hasBooking(row) ? null : (row.notes ?? null);
    return { ...own, notes, booking_id: bookingOf.get(row) ?? null };
  });
  const ids: AppointmentId[] = [];
  await inChunks(values, async (some) => {
    const saved = await trx.insertInto('appointments').values(some).returning('id').execute();
    ids.push(...saved.map(({ id }) => id).sort((a, b) => a - b));
  });
  const free = rows.filter(({ status }) => status === 'AVAILABLE');
  await insertOpenings(trx, free);
  return ids;
}

/** Inserts the openings of free slots, or of bookings that came from slots. */
export const insertOpenings = (
  trx: Trx,
  rows: readonly Pick<NewRow, 'start_datetime' | 'end_datetime' | 'technician_id' | 'notes'>[],
): Promise<void> =>
  inChunks(
    rows.map(({ start_datetime, end_datetime, technician_id = OWNERS_TECHNICIAN, notes = null }) => ({
      start_datetime,
      end_datetime,
      technician_id,
      notes,
    })),
    (some) => trx.insertInto('openings').values(some).execute(),
  );
