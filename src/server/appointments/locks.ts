import type { AppointmentId, UserId } from '#domain/ids.ts';
import type { WallDate } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { withBookings } from '../platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../platform/db/columns.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import { lockUnchanged, type PersonCard } from '../platform/db/people.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import { lockDays, lockPhone, lockRows, retryTransaction } from '../platform/db/transaction.ts';
import { refuse } from '../platform/errors.ts';

/** Locks appointments in the order of their ids. Skips ids that do not exist. */
export const lockedRows = async (trx: Trx, ids: readonly AppointmentId[]): Promise<AppointmentRow[]> =>
  withBookings(
    trx,
    await trx
      .selectFrom('appointments')
      .select(PLAIN_COLUMNS)
      .where('id', 'in', ids)
      .orderBy('id')
      .$call(lockRows(trx))
      .execute(),
  );

/** Locks the days of these appointments and `alsoDays`, then the existing rows. This order prevents deadlocks. */
export async function lockAppointments(
  trx: Trx,
  ids: readonly AppointmentId[],
  alsoDays: readonly WallDate[] = [],
): Promise<AppointmentRow[]> {
  const unlocked = await trx.selectFrom('appointments').select('day').where('id', 'in', ids).execute();
  const days = new Set([...unlocked.map(({ day }) => day), ...alsoDays]);
  await lockDays(trx, [...days]);
  const rows = await lockedRows(trx, ids);
  return rows.every(({ day }) => days.has(day)) ? rows : retryTransaction('an appointment');
}

export async function lockAppointment(trx: Trx, id: AppointmentId, alsoDays: readonly WallDate[] = []) {
  const [row] = await lockAppointments(trx, [id], alsoDays);
  return row ?? refuse('not_found');
}

const lockedRow = compiledOnce((trx, { id }: { id: AppointmentId }) =>
  trx.selectFrom('appointments').select(PLAIN_COLUMNS).where('id', '=', id).$call(lockRows(trx)),
);

/** Locks only the row, without its day, which is enough for changes that free no slot. */
export async function lockRowOnly(trx: Trx, id: AppointmentId): Promise<AppointmentRow | undefined> {
  const [row] = await withBookings(trx, await lockedRow(trx, { id }));
  return row;
}

interface Also {
  readonly days?: readonly WallDate[];
  readonly clients?: readonly (UserId | null | undefined)[];
  /** The number of a guest for whom the caller may make a person. */
  readonly number?: string | null;
  /** A person as read before, whom the caller may book. */
  readonly person?: PersonCard | undefined;
}

export interface LockedWithClients {
  readonly rows: readonly AppointmentRow[];
  /** True if `client_id` is set but no such client exists; false for a guest's booking. */
  isErased(row: { readonly client_id: number | null }): boolean;
}

/** Locks clients. The result maps each id to whether the client exists. */
export async function lockClients(
  trx: Trx,
  clientIds: readonly (UserId | null | undefined)[],
): Promise<ReadonlyMap<number, boolean>> {
  const ids = clientIds.filter((id) => id !== null && id !== undefined);
  const found = await trx
    .selectFrom('users')
    .select('id')
    .where('id', 'in', ids)
    .where('role', '=', 'CLIENT')
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .$call(lockRows(trx))
    .execute();
  const existing = new Set(found.map(({ id }) => id));
  return new Map(ids.map((id) => [id, existing.has(id)]));
}

/** Locks the appointments' clients (so that no account is deleted meanwhile) and the number, then days, then rows. Bookings lock in the same order. */
export async function lockWithClients(
  trx: Trx,
  ids: readonly AppointmentId[],
  { days = [], clients: alsoClients = [], number = null, person }: Also = {},
): Promise<LockedWithClients> {
  const unlocked = await trx
    .selectFrom('appointments')
    .innerJoin('bookings', 'bookings.id', 'booking_id')
    .select('client_id')
    .where('appointments.id', 'in', ids)
    .execute();
  const ofRows = unlocked.map(({ client_id }) => client_id);
  const clients = await lockClients(trx, [...ofRows, ...alsoClients, person?.user_id]);
  if (number !== null) await lockPhone(trx, number);
  if (person) await lockUnchanged(trx, [person]);
  const rows = await lockAppointments(trx, ids, days);
  const isWhole = rows.every(({ client_id }) => client_id === null || clients.has(client_id));
  if (!isWhole) retryTransaction('an appointment');
  return { rows, isErased: ({ client_id }) => client_id !== null && clients.get(client_id) === false };
}

/** The ids of the later bookings in a series, without locks. A technician gets only her own bookings. docs/spec/behaviour.md §20.2 */
export async function laterInSeries(
  trx: Trx,
  id: AppointmentId,
  user: SessionUser | null,
): Promise<AppointmentId[]> {
  const technician = user?.technician_id ?? null;
  const booked = trx.selectFrom('appointments').innerJoin('bookings', 'bookings.id', 'booking_id');
  const row = await booked
    .select(['series_id', 'start_datetime'])
    .where('appointments.id', '=', id)
    .executeTakeFirst();
  if (!row?.series_id) return [];
  const later = await booked
    .select('appointments.id')
    .where('series_id', '=', row.series_id)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', row.start_datetime)
    .$if(technician !== null, (all) => all.where('technician_id', '=', technician))
    .execute();
  return later.map((one) => one.id);
}

/** Returns the appointment `id` and the later bookings of its series from `rows`, in order of start. */
export function withLater(
  rows: readonly AppointmentRow[],
  id: AppointmentId,
): readonly [AppointmentRow, ...AppointmentRow[]] {
  const first = rows.find((row) => row.id === id) ?? refuse('not_found');
  const later = rows.filter(
    ({ status, series_id, start_datetime }) =>
      status === 'BOOKED' && series_id === first.series_id && start_datetime > first.start_datetime,
  );
  return [
    first,
    ...(first.series_id === null ? [] : later).sort((a, b) =>
      a.start_datetime.localeCompare(b.start_datetime),
    ),
  ];
}
