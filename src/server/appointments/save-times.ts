import type { Attended } from '#domain/appointments/attendance.ts';
import type { Times } from '#domain/appointments/slots.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { APPOINTMENT_COLUMNS } from '../platform/db/columns.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';

/** A time at which no salon is open: a row parked there has left its place and keeps its status. */
const PARKED: Times = { start_datetime: '0001-01-01 00:00:00', end_datetime: '0001-01-01 00:00:01' };

/** What was said of a visit from another start is not said of this one; an undo brings it back with `attended`. */
interface NewTimes extends Times {
  readonly attended?: Attended;
}

export const saveTimes = (
  trx: Trx,
  id: AppointmentId,
  { start_datetime, end_datetime, attended = null }: NewTimes,
): Promise<AppointmentRow> =>
  trx
    .updateTable('appointments')
    .set(({ eb }) => ({ start_datetime, end_datetime, attended, version: eb('version', '+', 1) }))
    .where('id', '=', id)
    .returning(APPOINTMENT_COLUMNS)
    .executeTakeFirstOrThrow();

type Placed = NewTimes & { readonly id: AppointmentId };

/** Two rows get new times that may lie where the other one is: the first is parked while the second moves. */
export async function exchangePlaces(
  trx: Trx,
  a: Placed,
  b: Placed,
): Promise<{ a: AppointmentRow; b: AppointmentRow }> {
  await trx.updateTable('appointments').set(PARKED).where('id', '=', a.id).execute();
  const movedB = await saveTimes(trx, b.id, b);
  return { a: await saveTimes(trx, a.id, a), b: movedB };
}
