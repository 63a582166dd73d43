import type { SelectQueryBuilderWithLeftJoin } from 'kysely';
import type { Appointment, SalonAppointment } from '#contract/appointments.ts';
import { actionRefusal, cancellationRefusal, isLateCancellation } from '#domain/appointments/appointments.ts';
import { EDITABLE_FIELDS } from '#domain/appointments/edit.ts';
import { type AbsenceDays, isAbsentOn } from '#domain/appointments/slots.ts';
import type { AppointmentId, TechnicianId, UserId } from '#domain/ids.ts';
import { concerns } from '#domain/technicians.ts';
import { noShowsOfPerson } from '../clients/clients.ts';
import { recordChange } from '../history/history.ts';
import { type ActContext, immediately, notifyOfChange, notifyOwner } from '../notifications/notifications.ts';
import { depositFromJson, depositJson, followDeposit, paidOf } from '../payments/payments.ts';
import { isStaff } from '../platform/auth/sessions.ts';
import { type Clock, momentText, type Now } from '../platform/clock.ts';
import { compiledOnce } from '../platform/db/compiled.ts';
import type { AppointmentRow, Db, Schema, Trx } from '../platform/db/schema.ts';
import { refuseIf } from '../platform/errors.ts';
import type { ChangeContext, RequestContext } from '../platform/http/request.ts';
import type { DeleteOutdated } from '../platform/jobs/retention.ts';
import { linesFromJson, linesJson } from '../services/services.ts';
import { currentSettings } from '../settings/settings.ts';
import { technicianName } from '../technicians/technicians.ts';
import { servingWaitlists } from '../waitlist/waitlist.ts';
import { giveBack } from './joined-slots.ts';
import { lockAppointments, lockWithClients } from './locks.ts';
import { updateAppointment } from './rows.ts';

/** An appointment as the query returns it: unlike in the contract, `cancelled_at` is epoch ms and objects are JSON text. */
type Selected = Omit<Appointment, 'cancelled_at' | 'services' | 'technician_name' | 'deposit'> & {
  technician_name: string | null;
  cancelled_at: number | null;
  services: string;
  deposit: string | null;
};

const EDITABLE_COLUMNS = EDITABLE_FIELDS.map((field) => `appointments.${field}` as const);

/** Appointments as clients see them or, with `isForSalon`, as the salon sees them. */
export const selectAppointments = (
  db: Db | Trx,
  isForSalon = false,
): SelectQueryBuilderWithLeftJoin<Schema, 'appointments', Selected, 'users'> =>
  db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.client_id')
    .select([
      'appointments.id',
      ...EDITABLE_COLUMNS,
      'appointments.service_name',
      'appointments.service_price',
      linesJson(db).as('services'),
      technicianName().as('technician_name'),
      'users.name as client_name',
      'users.phone as client_phone',
      'users.email as client_email',
      'appointments.cancelled_at',
      'appointments.series_id',
      'appointments.version',
      depositJson(db, isForSalon).as('deposit'),
    ]);

/** Converts a row to the response: `cancelled_at` becomes the salon's local time, and JSON is parsed. docs/spec/behaviour.md §2.3 */
export function appointmentJson<Row extends Selected>(row: Row, clock: Clock) {
  const { technician_name, services, deposit, cancelled_at, ...fields } = row;
  return {
    ...fields,
    ...(technician_name !== null && { technician_name }),
    services: linesFromJson(services),
    deposit: depositFromJson(deposit, clock),
    cancelled_at: momentText(cancelled_at, clock),
  };
}

type ReadContext = Pick<RequestContext, 'clock' | 'now'>;

type AdminOnly = Pick<SalonAppointment, 'attended' | 'client_notes' | 'client_no_shows' | 'paid'>;

const adminOnlyColumns = (db: Db | Trx, { now }: Pick<ReadContext, 'now'>) =>
  [
    'appointments.attended',
    'users.notes as client_notes',
    noShowsOfPerson(db, now.wall).as('client_no_shows'),
    paidOf(db).as('paid'),
  ] as const;

export const selectForSalon = (
  db: Db | Trx,
  context: Pick<ReadContext, 'now'>,
): SelectQueryBuilderWithLeftJoin<Schema, 'appointments', Selected & AdminOnly, 'users'> =>
  selectAppointments(db, true).select(adminOnlyColumns(db, context));

export const adminOnlyOf = (db: Db | Trx, id: AppointmentId, context: Pick<ReadContext, 'now'>) =>
  db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.client_id')
    .select(adminOnlyColumns(db, context))
    .where('appointments.id', '=', id)
    .executeTakeFirst();

export async function savedForSalon(trx: Db | Trx, id: AppointmentId, context: ReadContext) {
  const row = await selectForSalon(trx, context).where('appointments.id', '=', id).executeTakeFirstOrThrow();
  return appointmentJson(row, context.clock);
}

export const savedForUser = (trx: Trx, id: AppointmentId, context: RequestContext) =>
  isStaff(context.user) ? savedForSalon(trx, id, context) : savedAppointment(trx, id, context.clock);

const selectedAppointment = compiledOnce<Selected, { id: AppointmentId }>((db, { id }) =>
  selectAppointments(db).where('appointments.id', '=', id),
);

/** The response to a client's command: the row as written, with the columns that clients may see. */
export async function savedAppointment(trx: Trx, id: AppointmentId, clock: Clock): Promise<Appointment> {
  const [row] = await selectedAppointment(trx, { id });
  if (!row) throw new Error(`appointment ${id} was not written`);
  return appointmentJson(row, clock);
}

/** Cancels a booking on behalf of its client or guest and makes its time free. The caller has locked `row` and its day. */
export async function cancelByPerson(
  trx: Trx,
  context: ActContext,
  row: AppointmentRow,
  reason: string,
): Promise<AppointmentRow> {
  const { now, config } = context;
  refuseIf(actionRefusal('cancel', row, 'CLIENT', now.wall));
  const settings = await currentSettings(trx, config);
  const { cancel_until_hours, late_cancel_hours } = settings;
  refuseIf(cancellationRefusal(now.wall, row.start_datetime, cancel_until_hours), cancel_until_hours);
  const isLate = isLateCancellation(now.wall, row.start_datetime, late_cancel_hours);
  const freeItsTime = async () => {
    const saved = await saveCancelled(trx, context, row, { reason, by: 'CLIENT', isLate });
    await giveBack(trx, context, row);
    return saved;
  };
  const cancelled = await servingWaitlists(trx, context, [row.day], freeItsTime);
  await notifyOwner(trx, context, cancelled, 'CANCELLED', settings);
  return cancelled;
}

interface Cancellation extends Partial<Pick<AppointmentRow, 'called'>> {
  readonly reason: string;
  readonly by: 'ADMIN' | 'CLIENT';
  readonly isLate: boolean;
}

export async function saveCancelled(
  trx: Trx,
  context: ChangeContext,
  before: AppointmentRow,
  { reason, by, isLate, called = null }: Cancellation,
): Promise<AppointmentRow> {
  const after = await updateAppointment(trx, before.id, {
    status: 'CANCELLED',
    cancel_reason: reason,
    cancelled_at: context.now.ms,
    cancelled_by: by,
    is_late: isLate ? 1 : 0,
    attended: null,
    called,
  });
  await recordChange(trx, context, 'appointment', { before, after, action: 'cancelled' });
  await followDeposit(trx, context, { before, after });
  return after;
}

/** Cancels a booking on the salon's behalf without freeing its time. The caller has locked row, day and client. */
export async function cancelForSalon(
  trx: Trx,
  context: RequestContext,
  before: AppointmentRow,
  reason: string,
): Promise<void> {
  const { client_id, end_datetime } = before;
  const called = client_id === null && end_datetime > context.now.wall ? 0 : null;
  const after = await saveCancelled(trx, context, before, { reason, by: 'ADMIN', isLate: false, called });
  await notifyOfChange(trx, context, { before, after, timing: immediately(context.now) });
}

/** Cancels the given bookings that are within the absence and have not ended; returns their number. docs/spec/behaviour.md §6.6 */
export async function cancelInAbsence(
  trx: Trx,
  context: RequestContext,
  absence: AbsenceDays & { readonly technician_id: TechnicianId | null },
  { ids, reason }: { readonly ids: readonly AppointmentId[]; readonly reason: string },
): Promise<number> {
  const { rows } = await lockWithClients(trx, [...new Set(ids)]);
  const booked = rows.filter(
    ({ status, day, end_datetime, technician_id }) =>
      status === 'BOOKED' &&
      isAbsentOn(day, [absence]) &&
      concerns(absence, technician_id) &&
      end_datetime > context.now.wall,
  );
  for (const row of booked) await cancelForSalon(trx, context, row, reason);
  return booked.length;
}

/** Locks and returns the client's bookings that have not started. The caller has locked the client, so no booking can be added. */
export async function lockUpcomingBookings(trx: Trx, now: Now, clientId: UserId): Promise<AppointmentRow[]> {
  const upcoming = await trx
    .selectFrom('appointments')
    .select('id')
    .where('client_id', '=', clientId)
    .where('status', '=', 'BOOKED')
    .where('start_datetime', '>', now.wall)
    .execute();
  const ids = upcoming.map(({ id }) => id);
  const rows = await lockAppointments(trx, ids);
  // leaves out bookings that the owner changed before they were locked
  return rows.filter((row) => row.client_id === clientId && row.status === 'BOOKED');
}

/** Clears the hashes of IP networks in bookings that have ended. */
export const forgetOutdatedNetworks: DeleteOutdated = async (db, now) => {
  for (const column of ['booker_network', 'account_network'] as const)
    await db
      .updateTable('appointments')
      .set({ [column]: null })
      .where(column, 'is not', null)
      .where('end_datetime', '<=', now.wall)
      .execute();
};
