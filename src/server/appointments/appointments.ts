import type { SelectQueryBuilderWithLeftJoin } from 'kysely';
import type { Appointment } from '#contract/appointments.ts';
import type { ParsedQuery } from '#contract/index.ts';
import { addDays, daysBetween, wallTimeOn } from '#domain/wall-clock.ts';
import { type Clock, momentText } from '../platform/clock.ts';
import type { Db, Schema, Trx } from '../platform/db/schema.ts';
import { refuse } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';

/** An appointment with its client, in the columns of the contract; only `cancelled_at` is still a moment. */
type Selected = Omit<Appointment, 'cancelled_at'> & { cancelled_at: number | null };

export const selectAppointments = (
  db: Db | Trx,
): SelectQueryBuilderWithLeftJoin<Schema, 'appointments', Selected, 'users'> =>
  db
    .selectFrom('appointments')
    .leftJoin('users', 'users.id', 'appointments.client_id')
    .select([
      'appointments.id',
      'appointments.start_datetime',
      'appointments.end_datetime',
      'appointments.status',
      'appointments.service_id',
      'appointments.service_name',
      'appointments.service_price',
      'appointments.client_id',
      'users.name as client_name',
      'users.phone as client_phone',
      'users.email as client_email',
      'appointments.guest_name',
      'appointments.guest_phone',
      'appointments.notes',
      'appointments.cancel_reason',
      'appointments.cancelled_at',
      'appointments.version',
    ]);

/** The row as it leaves the server: moments on the salon's wall clock. behaviour.md §2 */
export const appointmentJson = (row: Selected, clock: Clock): Appointment => ({
  ...row,
  cancelled_at: momentText(row.cancelled_at, clock),
});

/** One appointment as it leaves the server, whoever's it is. */
export async function appointmentById(
  db: Db | Trx,
  id: number,
  clock: Clock,
): Promise<Appointment | undefined> {
  const row = await selectAppointments(db).where('appointments.id', '=', id).executeTakeFirst();
  return row && appointmentJson(row, clock);
}

/** One that the transaction has just written. */
export async function savedAppointment(trx: Trx, id: number, clock: Clock): Promise<Appointment> {
  const row = await selectAppointments(trx).where('appointments.id', '=', id).executeTakeFirstOrThrow();
  return appointmentJson(row, clock);
}

const RANGE_MAX_DAYS = 366; // a month grid is 42 days; a year at once is the most that anything shows
const MIDNIGHT = '00:00:00';

/** All appointments of these days, both included, of every status, by start. spec.md §7 */
export async function calendarAppointments(
  { db, clock }: RequestContext,
  { from, to }: ParsedQuery<'GET /analytics/calendar'>,
): Promise<Appointment[]> {
  if (to < from) refuse('range_reversed');
  if (daysBetween(from, to) >= RANGE_MAX_DAYS) refuse('range_too_long');
  const rows = await selectAppointments(db)
    .where('start_datetime', '>=', wallTimeOn(from, MIDNIGHT))
    .where('start_datetime', '<', wallTimeOn(addDays(to, 1), MIDNIGHT))
    .orderBy('start_datetime')
    .orderBy('appointments.id')
    .execute();
  return rows.map((row) => appointmentJson(row, clock));
}
