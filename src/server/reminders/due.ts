import { MAIL_REMINDER_HOURS_BEFORE, REMINDER_HOURS_BEFORE } from '#salon/limits.ts';
import { addMinutes } from '#salon/salon-time.ts';
import type { Now } from '../platform/clock.ts';
import { lockRows } from '../platform/db/locks.ts';
import type { AppointmentRow, Db, Trx } from '../platform/db/schema.ts';

/** Two reminders: a notice 2 hours before, a mail a day before. behaviour.md §5 */
export const HOURS_BEFORE = {
  NOTICE_2H: REMINDER_HOURS_BEFORE,
  MAIL_24H: MAIL_REMINDER_HOURS_BEFORE,
} as const;
export type ReminderKind = keyof typeof HOURS_BEFORE;

/**
 * Clients' bookings that start within the reminder's hours and got none of its kind for this booking and this start. The next
 * hours of one salon are few rows; which of them are due by the time of booking, the rule says.
 */
export const unreminded = (db: Db | Trx, kind: ReminderKind, now: Now) =>
  db
    .selectFrom('appointments')
    .selectAll('appointments')
    .where('status', '=', 'BOOKED')
    .where('appointments.start_datetime', '>', now.wall)
    .where('appointments.start_datetime', '<=', addMinutes(now.wall, HOURS_BEFORE[kind] * 60))
    .where('appointments.client_id', 'is not', null)
    .where('appointments.booked_at', 'is not', null)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('reminders')
            .select('reminders.kind')
            .where('reminders.kind', '=', kind)
            .whereRef('reminders.appointment_id', '=', 'appointments.id')
            .whereRef('reminders.client_id', '=', 'appointments.client_id')
            .whereRef('reminders.start_datetime', '=', 'appointments.start_datetime')
            .whereRef('reminders.booked_at', '=', 'appointments.booked_at'),
        ),
      ),
    )
    .orderBy('appointments.start_datetime');

/** The row as it is now, for as long as the transaction lasts. */
export const lockedRow = (trx: Trx, id: number): Promise<AppointmentRow | undefined> =>
  trx.selectFrom('appointments').selectAll().where('id', '=', id).$call(lockRows(trx)).executeTakeFirst();

/** Takes the right to give this reminder: of several servers, and after a restart, one gets true. */
export async function takeOnce(
  trx: Trx,
  kind: ReminderKind,
  booking: { id: number; client_id: number; start_datetime: string; booked_at: number },
  nowMs: number,
): Promise<boolean> {
  const { id, client_id, start_datetime, booked_at } = booking;
  const taken = await trx
    .insertInto('reminders')
    .values({ kind, appointment_id: id, client_id, start_datetime, booked_at, made_at: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['kind', 'appointment_id', 'client_id', 'start_datetime', 'booked_at']).doNothing(),
    )
    .returning('kind')
    .executeTakeFirst();
  return taken !== undefined;
}
