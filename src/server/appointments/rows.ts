import type { Updateable } from 'kysely';
import { isUnbooked } from '#domain/appointments/appointments.ts';
import { type Attended, isSameVisit } from '#domain/appointments/attendance.ts';
import { type AppointmentFields, UNBOOKED_FIELDS } from '#domain/appointments/edit.ts';
import type { Times } from '#domain/appointments/slots.ts';
import { keepsPerson } from '#domain/clients/booked-person.ts';
import { contactDigits } from '#domain/clients/phone.ts';
import type { AppointmentId, TechnicianId } from '#domain/ids.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { AppointmentRow, Db, Schema, Trx } from '../platform/db/schema.ts';

type ServiceColumns = Pick<AppointmentRow, 'service_id' | 'service_name' | 'service_price'>;
const NO_SERVICE: ServiceColumns = { service_id: null, service_name: null, service_price: null };

const NOT_CANCELLED = { cancelled_at: null, cancelled_by: null, is_late: 0, called: null } as const;

export const UNBOOKED_COLUMNS = {
  ...UNBOOKED_FIELDS,
  ...NO_SERVICE,
  ...NOT_CANCELLED,
  guest_phone_digits: null,
  guest_email: null,
  booked_at: null,
  booker_network: null,
  account_network: null,
  joined_slots: null,
  moved_at: null,
  attended: null,
  series_id: null,
  rules_accepted_at: null,
  rules_text_at: null,
} as const;

export type AppointmentColumns = Omit<AppointmentRow, 'id' | 'day' | 'created_at' | 'version'>;

/** The new `booked_at`. It identifies the booking, so it must differ from the `booked_at` of the row's previous booking. */
const nextBookedAt = (before: { readonly booked_at: number | null }, nowMs: number): number =>
  Math.max(nowMs, (before.booked_at ?? 0) + 1);

/** The `booked_at` after an edit: a new one if the edit makes a booking or gives it to another person. */
function bookedAt(before: AppointmentColumns, after: AppointmentFields, nowMs: number): number | null {
  if (after.status === 'CANCELLED') return before.booked_at;
  if (after.status !== 'BOOKED') return null;
  const goesOn = before.status === 'BOOKED' && keepsPerson(before, after);
  return goesOn ? before.booked_at : nextBookedAt(before, nowMs);
}

function cancellationOf(before: AppointmentColumns, after: AppointmentFields, nowMs: number) {
  if (after.status !== 'CANCELLED') return NOT_CANCELLED;
  if (before.status !== 'CANCELLED')
    return { cancelled_at: nowMs, cancelled_by: 'ADMIN', is_late: 0, called: null } as const;
  const { cancelled_at, cancelled_by, is_late, called } = before;
  return { cancelled_at, cancelled_by, is_late, called };
}

/** All columns of a row after an edit, including derived columns. `service`: the new service columns; undefined: unchanged. */
export function editedColumns(
  before: AppointmentColumns,
  after: AppointmentFields,
  service: ServiceColumns | undefined,
  nowMs: number,
): AppointmentColumns {
  const isEmpty = isUnbooked(after.status);
  const isSamePerson = !isEmpty && keepsPerson(before, after);
  const { service_id, service_name, service_price } = service ?? before;
  const booked_at = bookedAt(before, after, nowMs);
  return {
    ...after,
    ...(isEmpty ? NO_SERVICE : { service_id, service_name, service_price }),
    ...cancellationOf(before, after, nowMs),
    guest_phone_digits: contactDigits(after.guest_phone),
    guest_email: isSamePerson ? before.guest_email : null,
    booked_at,
    booker_network: isSamePerson ? before.booker_network : null,
    account_network: isSamePerson ? before.account_network : null,
    series_id: isSamePerson ? before.series_id : null,
    rules_accepted_at: isSamePerson ? before.rules_accepted_at : null,
    rules_text_at: isSamePerson ? before.rules_text_at : null,
    joined_slots: isEmpty ? null : before.joined_slots,
    moved_at: booked_at === before.booked_at ? before.moved_at : null,
    attended: isSameVisit(before, after) ? before.attended : null,
  };
}

/** New times and, optionally, a new technician. A new start clears `attended`; undo restores it. */
interface NewTimes extends Times {
  readonly attended?: Attended;
  readonly technician_id?: TechnicianId;
}

const rowById = compiledOnce<AppointmentRow, { id: AppointmentId }>((db, { id }) =>
  db.selectFrom('appointments').select(APPOINTMENT_COLUMNS).where('id', '=', id),
);

export const appointmentById = async (db: Db | Trx, id: AppointmentId): Promise<AppointmentRow | undefined> =>
  (await rowById(db, { id }))[0];

type Columns = Updateable<Schema['appointments']>;
const updateById = compiledOnce<AppointmentRow, Columns & { id: AppointmentId }>((db, { id, ...columns }) =>
  db
    .updateTable('appointments')
    .set(({ eb }) => ({ ...columns, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(APPOINTMENT_COLUMNS),
);

/** Saves columns, raises the version and returns the new row. */
export const updateAppointment = async (trx: Trx, id: AppointmentId, columns: Columns) =>
  (await updateById(trx, { ...columns, id })).reduce((row) => row);

export const saveTimes = (
  trx: Trx,
  id: AppointmentId,
  { start_datetime, end_datetime, attended = null, technician_id }: NewTimes,
): Promise<AppointmentRow> =>
  updateAppointment(trx, id, {
    start_datetime,
    end_datetime,
    attended,
    ...(technician_id !== undefined && { technician_id }),
  });

type Placed = NewTimes & { readonly id: AppointmentId };

/** Temporary times far in the past. Rows that exchange times are moved there first, so that they never overlap. */
const parked = (n: number): Times => ({
  start_datetime: `0001-01-01 00:${String(n).padStart(2, '0')}:00` as WallTime,
  end_datetime: `0001-01-01 00:${String(n).padStart(2, '0')}:01` as WallTime,
});

/** Saves new times of at most 60 rows, which may overlap each other's old times. Returns the new rows in the same order. */
export async function exchangePlaces(trx: Trx, rows: readonly Placed[]): Promise<AppointmentRow[]> {
  for (const [n, { id }] of rows.length > 1 ? rows.entries() : [])
    await trx.updateTable('appointments').set(parked(n)).where('id', '=', id).execute();
  const saved: AppointmentRow[] = [];
  for (const row of rows) saved.push(await saveTimes(trx, row.id, row));
  return saved;
}
