import type { Generated } from 'kysely';
import type { DueMarkKind } from '#domain/clients/rhythm.ts';
import type {
  AdminNotificationId,
  AppointmentId,
  ClientNotificationId,
  UndoStepId,
  UserId,
} from '#domain/ids.ts';
import type { ClientNotificationType } from '#domain/notifications.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import type { AdminNotificationType } from '#domain/wording/notifications.ts';

// The tables of notifications and reminders.
type Flag = 0 | 1;
type Ms = number;

export interface AdminNotifications {
  id: Generated<AdminNotificationId>;
  type: AdminNotificationType;
  created_at: Ms;
  visible_at: Ms;
  read_at: Ms | null;
  appointment_id: AppointmentId | null;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
  service_name: string | null;
  appt_start: WallTime | null;
  appt_end: WallTime | null;
  appt_created: Ms | null;
  cancelled_reason: string | null;
  cancelled_at: Ms | null;
  is_late: Generated<Flag>;
  undo_id: UndoStepId | null;
  /** The times before a move, for notifications of type MOVED. */
  from_start: WallTime | null;
  from_end: WallTime | null;
  /** The number of notifications that a MORE_FROM_NETWORK notification replaces. */
  more_count: number | null;
  /** The account of the technician who gets the notification; null: the owner gets it. */
  recipient_id: UserId | null;
}
export interface ClientNotifications {
  id: Generated<ClientNotificationId>;
  user_id: UserId;
  type: ClientNotificationType;
  message: string;
  created_at: Ms;
  visible_at: Ms;
  read_at: Ms | null;
  appointment_id: AppointmentId | null;
  appt_start: WallTime | null;
  undo_id: UndoStepId | null;
}
export interface Reminders {
  kind: 'NOTICE_2H' | 'MAIL_24H';
  appointment_id: AppointmentId;
  client_id: UserId;
  start_datetime: WallTime;
  booked_at: Ms;
  made_at: Ms;
}

/** Messages of the owner or the server to clients and guests who had not come for long, and the owner's choices not to remind a person. */
export interface DueMarks {
  id: Generated<number>;
  client_id: UserId | null;
  phone_digits: string | null;
  kind: DueMarkKind;
  /** The appointment that was the person's last one when the row was added; null: that appointment was deleted. */
  appointment_id: AppointmentId | null;
  at: Ms;
}
