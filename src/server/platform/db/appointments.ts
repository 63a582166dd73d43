// Rows of appointments together with their bookings and the services of these. docs/decisions/0009-a-booking-has-an-id.md
import { type RawBuilder, sql } from 'kysely';
import { serviceLine } from '#contract/appointments.ts';
import { type ServiceLine, summaryOf } from '#domain/appointments/lines.ts';
import type { AppointmentId, BookingId } from '#domain/ids.ts';
import { BOOKING_COLUMNS, isBookingColumn, merged, NO_BOOKING, PLAIN_COLUMNS } from './columns.ts';
import { compiledOnce } from './compiled.ts';
import { jsonArray, jsonText } from './json.ts';
import type {
  AppointmentPatch,
  AppointmentRow,
  Db,
  NewAppointment,
  NewBooking,
  PlainAppointment,
  Trx,
} from './schema.ts';
import { isPostgres } from './transaction.ts';

type Plain = Omit<PlainAppointment, 'needs_person'>;
type StoredBooking = Awaited<ReturnType<typeof bookingById>>[number];
type Line = ServiceLine & { readonly booking_id: BookingId };

const LINE_COLUMNS = serviceLine.keyof().options;

const bookingById = compiledOnce((db, { id }: { id: BookingId }) =>
  db.selectFrom('bookings').select(BOOKING_COLUMNS).where('id', '=', id),
);
const linesById = compiledOnce((db, { id }: { id: BookingId }) =>
  db
    .selectFrom('booking_lines')
    .select(['booking_id', ...LINE_COLUMNS])
    .where('booking_id', '=', id)
    .orderBy('position'),
);

/** The services of the bookings, in order. */
const linesOfBookings = (db: Db | Trx, ids: readonly BookingId[]): Promise<Line[]> =>
  db
    .selectFrom('booking_lines')
    .select(['booking_id', ...LINE_COLUMNS])
    .where('booking_id', 'in', ids)
    .orderBy('booking_id')
    .orderBy('position')
    .execute();

/** The columns of a row with these services, or with the price of a booking that has none. */
const ofServices = (services: readonly ServiceLine[], price: number | null) => ({
  services,
  ...summaryOf(services),
  ...(services.length === 0 && { service_price: price }),
});

/** The line of a stored one or of a service: it names its clean-up and its other names only if it has them. */
export const lineOf = ({ cleanup_minutes, name_en, name_ru, ...line }: ServiceLine): ServiceLine => ({
  ...line,
  ...(cleanup_minutes && { cleanup_minutes }),
  ...(name_en && { name_en }),
  ...(name_ru && { name_ru }),
});

function joined(row: Plain, booking: StoredBooking | undefined, lines: readonly Line[]): AppointmentRow {
  if (!booking) return { ...NO_BOOKING, ...row };
  const { id: _, note, price, ...columns } = booking;
  const services = lines.map(({ booking_id: __, ...line }) => lineOf(line));
  return { ...row, ...columns, notes: note, ...ofServices(services, price) };
}

/** Adds to each row its booking and services. If the rows are locked, so are their bookings, which change only with their rows. */
export async function withBookings(db: Db | Trx, rows: readonly Plain[]): Promise<AppointmentRow[]> {
  const ids = rows.flatMap(({ booking_id }) => booking_id ?? []);
  const [id] = ids;
  if (id === undefined) return rows.map((row) => joined(row, undefined, []));
  const isOne = ids.length === 1;
  const bookings = isOne
    ? await bookingById(db, { id })
    : await db.selectFrom('bookings').select(BOOKING_COLUMNS).where('id', 'in', ids).execute();
  const lines = isOne ? await linesById(db, { id }) : await linesOfBookings(db, ids);
  const byId = new Map(bookings.map((booking) => [booking.id, booking]));
  const linesByBooking = Map.groupBy(lines, ({ booking_id }) => booking_id);
  return rows.map((row) =>
    row.booking_id === null
      ? joined(row, undefined, [])
      : joined(row, byId.get(row.booking_id), linesByBooking.get(row.booking_id) ?? []),
  );
}

const plainById = compiledOnce<Plain, { id: AppointmentId }>((db, { id }) =>
  db.selectFrom('appointments').select(PLAIN_COLUMNS).where('id', '=', id),
);

export const appointmentById = async (db: Db | Trx, id: AppointmentId): Promise<AppointmentRow | undefined> =>
  (await withBookings(db, await plainById(db, { id })))[0];

const updatePlain = compiledOnce<Plain, AppointmentPatch & { id: AppointmentId }>((db, { id, ...columns }) =>
  db
    .updateTable('appointments')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(PLAIN_COLUMNS),
);
type BookingPatch = Partial<Omit<NewBooking, 'id' | 'sequence'>>;
const updateBooking = compiledOnce<StoredBooking, BookingPatch & { id: BookingId }>(
  (db, { id, ...columns }) =>
    db
      .updateTable('bookings')
      .set(({ eb }) => ({ ...columns, sequence: eb('sequence', '+', 1) }))
      .where('id', '=', id)
      .returning(BOOKING_COLUMNS),
);

/** The columns of an appointment's row that a change may set, except its services and its booking. */
export type RowPatch = {
  [Column in Exclude<
    keyof AppointmentRow,
    'id' | 'day' | 'created_at' | 'version' | 'booking_id' | 'sequence' | 'services' | `service_${string}`
  >]?: AppointmentRow[Column] | undefined;
};

/** Saves columns of a row and of its booking, raises the version and the sequence of the calendar entry, and returns the new row. The caller has locked the row. */
export async function updateAppointment(
  trx: Trx,
  before: AppointmentRow,
  patch: RowPatch,
): Promise<AppointmentRow> {
  const { id, booking_id, services, service_price } = before;
  const given = Object.entries(patch).filter(([, value]) => value !== undefined);
  const ofBooking = given.filter(([name]) => isBookingColumn(name) || name === 'notes');
  const own = given.filter(([name]) => !isBookingColumn(name) && (name !== 'notes' || booking_id === null));
  const [plain] = await updatePlain(trx, { ...Object.fromEntries(own), id });
  if (!plain) throw new Error(`appointment ${id} is gone`);
  if (booking_id === null) return joined(plain, undefined, []);
  const { notes, ...columns } = Object.fromEntries(ofBooking);
  const changes = { ...columns, ...(notes !== undefined && { note: notes }) } as BookingPatch;
  const [booking] = await updateBooking(trx, { ...changes, id: booking_id });
  if (!booking) throw new Error(`booking ${booking_id} is gone`);
  const row = joined(plain, booking, []);
  return { ...row, ...ofServices(services, service_price) };
}

const insertBooking = compiledOnce<{ id: BookingId }, NewBooking>((db, columns) =>
  db.insertInto('bookings').values(columns).returning('id'),
);
const insertLine = compiledOnce<unknown, Line & { position: number }>((db, line) =>
  db.insertInto('booking_lines').values(line),
);

/** Inserts the services of a booking that has none. */
export async function addLines(
  trx: Trx,
  booking_id: BookingId,
  lines: readonly ServiceLine[],
): Promise<void> {
  const stored = { cleanup_minutes: 0, name_en: null, name_ru: null };
  for (const [n, line] of lines.entries())
    await insertLine(trx, { ...stored, ...line, booking_id, position: n + 1 });
}

/** A new booking: its columns, its services, and the price of a booking without services. */
export interface BookingParts {
  readonly columns: Omit<NewBooking, 'note' | 'price'>;
  readonly notes: string | null;
  readonly services: readonly ServiceLine[];
  readonly price?: number | null;
}

/** The columns of a new booking that are left out when it is inserted. */
const NEW_BOOKING = { ...NO_BOOKING, sequence: 1 };

/** Puts a new booking into a row, which gets these other columns too. Returns the new row. The caller has locked the row. */
export async function putBooking(
  trx: Trx,
  before: Pick<AppointmentRow, 'id'>,
  { columns, notes, services, price = null }: BookingParts,
  own: AppointmentPatch,
): Promise<AppointmentRow> {
  const booking_id = await addBooking(trx, { columns, notes, services, price });
  const [plain] = await updatePlain(trx, { ...own, notes: null, booking_id, id: before.id });
  if (!plain) throw new Error(`appointment ${before.id} is gone`);
  return { ...merged(NEW_BOOKING, columns), ...plain, notes, ...ofServices(services, price) };
}

const LINE_JSON = sql.raw(LINE_COLUMNS.map((column) => `'${column}', line.${column}`).join(', '));

/** SQL for the services of an appointment's booking as JSON text. */
export const linesJson = (db: Db | Trx): RawBuilder<string> => {
  const lines = jsonArray(db, LINE_JSON, sql`line.position`);
  return jsonText(
    db,
    sql`(select ${lines} from booking_lines as line where line.booking_id = appointments.booking_id)`,
  );
};

/** SQL for the joined names of the services of an appointment's booking, or of the booking with the id in another column; null without services. */
export const serviceName = (
  db: Db | Trx,
  booking: 'appointments.booking_id' | 'bookings.id' = 'appointments.booking_id',
): RawBuilder<string | null> =>
  sql`(select ${sql.raw(isPostgres(db) ? 'string_agg' : 'group_concat')}(line.name, ' + ' order by line.position)
    from booking_lines as line where line.booking_id = ${sql.ref(booking)})`;

/** SQL for the sum of the known prices of an appointment's booking; null without one. */
export const servicePrice = (): RawBuilder<number | null> =>
  sql`(select coalesce((select round(sum(line.price), 2) from booking_lines as line where line.booking_id = priced.id),
    priced.price) from bookings as priced where priced.id = appointments.booking_id)`;

/** Adds a row; with `parts`, for a new booking, or with `booking` for one that has no row. Returns the new row. */
export async function addAppointment(
  trx: Trx,
  own: Omit<NewAppointment, 'booking_id'>,
  booked?: BookingParts | BookingId,
): Promise<AppointmentRow> {
  const isNew = typeof booked === 'object';
  const booking_id = isNew ? await addBooking(trx, booked) : (booked ?? null);
  const notes = booking_id === null ? (own.notes ?? null) : null;
  const plain = await trx
    .insertInto('appointments')
    .values({ ...own, notes, booking_id })
    .returning(PLAIN_COLUMNS)
    .execute();
  const [row] = await withBookings(trx, plain);
  if (!row) throw new Error('the inserted appointment is missing');
  return row;
}

async function addBooking(
  trx: Trx,
  { columns, notes, services, price = null }: BookingParts,
): Promise<BookingId> {
  const [booking] = await insertBooking(trx, { ...columns, note: notes, price });
  if (!booking) throw new Error('the inserted booking is missing');
  await addLines(trx, booking.id, services);
  return booking.id;
}

/** Takes the booking out of a row, which gets these columns. Returns the row without it; the booking then has no row. */
export async function takeOutBooking(
  trx: Trx,
  { id }: Pick<AppointmentRow, 'id'>,
  own: AppointmentPatch,
): Promise<AppointmentRow> {
  const [plain] = await updatePlain(trx, { ...own, booking_id: null, id });
  if (!plain) throw new Error(`appointment ${id} is gone`);
  return joined(plain, undefined, []);
}
