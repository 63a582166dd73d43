import { type Actor, may } from '#domain/accounts/roles.ts';
import { isSameVisit } from '#domain/appointments/attendance.ts';
import type { Times, TimesOfTechnician } from '#domain/appointments/slots.ts';
import type { AppointmentId } from '#domain/ids.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import type { Now } from '../platform/clock.ts';
import { type RowPatch, updateAppointment } from '../platform/db/appointments.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';

export const NOT_CANCELLED = {
  cancel_reason: null,
  cancelled_at: null,
  cancelled_by: null,
  is_late: 0,
  is_given_away: 0,
  called: null,
} as const;

export const NO_REQUEST = { request_state: null, request_until: null, accepted_at: null } as const;

/** The columns by which a change of the salon accepts a waiting booking. docs/spec/behaviour.md §28.3 */
export function acceptedBy(row: AppointmentRow, now: Now) {
  if (row.request_state !== 'WAITING') return {};
  return { request_state: 'ACCEPTED', accepted_at: now.ms } as const;
}

export type RequestColumns = Pick<AppointmentRow, 'request_state' | 'request_until'>;

/** The request of a booking in responses. docs/spec/behaviour.md §28.3 */
export const requestJson = ({ request_state: state, request_until: until }: RequestColumns) =>
  state === null || until === null ? null : { state, until };

/** Leaves out what was paid, unless the user may charge, and visits of packages that were not used. */
export function withoutPaid<Row extends object>(row: Row, user: Actor | null): Row {
  if (!('paid' in row)) return row;
  const { paid, package_visits, ...others } = row as Row & { paid: number; package_visits?: number };
  if (!may(user, 'charge')) return others as Row;
  return { ...others, paid, ...(package_visits && { package_visits }) } as Row;
}

/** Who booked: a visitor, a client for herself or others, or the salon. */
export const bookedBy = (user: Pick<SessionUser, 'id' | 'role'> | null) =>
  ({ booked_by_role: user?.role ?? 'GUEST', booked_by_id: user?.id ?? null }) as const;

/** The columns of a row at another place, which accepts a waiting booking. A new start clears the marks of attendance and 'Dolazim'. docs/spec/behaviour.md §5.22 */
export function movedRow(row: AppointmentRow, place: TimesOfTechnician, now: Now): RowPatch & Times {
  const { start_datetime, end_datetime, technician_id } = place;
  const isKept = isSameVisit(row, { ...row, ...place });
  const marks = isKept ? {} : { attended: null, confirmed_at: null };
  return { start_datetime, end_datetime, technician_id, ...marks, ...acceptedBy(row, now) };
}

interface Placed {
  readonly row: AppointmentRow;
  readonly to: RowPatch & Times;
}

/** Temporary times far in the past. Rows that exchange times are moved there first, so that they never overlap. */
const parked = (n: number): Times => ({
  start_datetime: `0001-01-01 00:${String(n).padStart(2, '0')}:00` as WallTime,
  end_datetime: `0001-01-01 00:${String(n).padStart(2, '0')}:01` as WallTime,
});

/** Saves new places, of which at most 60 have another start or technician, which may overlap each other's old times. Returns the new rows in the same order. */
export async function exchangePlaces(trx: Trx, places: readonly Placed[]): Promise<AppointmentRow[]> {
  const moving = places.filter(
    ({ row, to }) => row.start_datetime !== to.start_datetime || row.technician_id !== to.technician_id,
  );
  for (const [n, { row }] of moving.length > 1 ? moving.entries() : [])
    await trx.updateTable('appointments').set(parked(n)).where('id', '=', row.id).execute();
  const saved: AppointmentRow[] = [];
  for (const { row, to } of places) saved.push(await updateAppointment(trx, row, to));
  return saved;
}

/** Deletes rows. A booking of such a row stays without a row until no undo can return it. docs/spec/behaviour.md §21.3 */
export const deleteRows = (trx: Trx, ids: readonly AppointmentId[]) =>
  trx.deleteFrom('appointments').where('id', 'in', ids).execute();
