import type { AppointmentId, UserId } from '../../src/domain/ids.ts';
import type { WallDate } from '../../src/domain/wall-clock.ts';
import { withReason } from '../../src/domain/wording/notifications.ts';
import { appointmentById, withBookings } from '../../src/server/platform/db/appointments.ts';
import { PLAIN_COLUMNS } from '../../src/server/platform/db/columns.ts';
import type { Salon } from './salon.ts';

/** Returns a client's notifications in Serbian as she reads them, oldest first, including notifications that are not visible yet. */
export const clientNotifications = async ({ db }: Salon, userId?: UserId) => {
  const all = db
    .selectFrom('client_notifications')
    .select(['type', 'message', 'reason', 'appointment_id', 'appt_start', 'visible_at', 'user_id'])
    .orderBy('id');
  const rows = await (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
  return rows.map(({ message, reason, ...row }) => ({ ...row, message: withReason(message, reason) }));
};

export const notificationTypes = async (salon: Salon, userId: UserId): Promise<string[]> =>
  (await clientNotifications(salon, userId)).map(({ type }) => type);

export const adminNotifications = ({ db }: Salon, appointmentId: AppointmentId) =>
  db
    .selectFrom('admin_notifications')
    .selectAll()
    .where('appointment_id', '=', appointmentId)
    .orderBy('id')
    .execute();

/** Returns an appointment with its booking. */
export const rowById = ({ db }: Pick<Salon, 'db'>, id: AppointmentId) => appointmentById(db, id);

/** Returns the appointments of a day with their bookings, in order. */
export const rowsOfDay = async ({ db }: Pick<Salon, 'db'>, day: WallDate) => {
  const rows = db.selectFrom('appointments').select(PLAIN_COLUMNS).where('day', '=', day);
  return withBookings(db, await rows.orderBy('start_datetime').orderBy('id').execute());
};

export const mailsAbout = ({ db }: Salon, appointmentId: AppointmentId) =>
  db.selectFrom('outbox').selectAll().where('appointment_id', '=', appointmentId).orderBy('id').execute();
