import type { AppointmentId, UserId } from '../../src/domain/ids.ts';
import type { WallDate } from '../../src/domain/wall-clock.ts';
import type { Salon } from './salon.ts';

/** Returns a client's notifications, oldest first, including notifications that are not visible yet. */
export const clientNotifications = ({ db }: Salon, userId?: UserId) => {
  const all = db
    .selectFrom('client_notifications')
    .select(['type', 'message', 'appointment_id', 'appt_start', 'visible_at', 'user_id'])
    .orderBy('id');
  return (userId === undefined ? all : all.where('user_id', '=', userId)).execute();
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

export const rowById = ({ db }: Salon, id: AppointmentId) =>
  db.selectFrom('appointments').selectAll().where('id', '=', id).executeTakeFirst();

export const rowsOfDay = ({ db }: Salon, day: WallDate) =>
  db
    .selectFrom('appointments')
    .selectAll()
    .where('day', '=', day)
    .orderBy('start_datetime')
    .orderBy('id')
    .execute();

export const mailsAbout = ({ db }: Salon, appointmentId: AppointmentId) =>
  db.selectFrom('outbox').selectAll().where('appointment_id', '=', appointmentId).orderBy('id').execute();
