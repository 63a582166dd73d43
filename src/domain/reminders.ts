/** When a client is reminded of her appointment (behaviour.md §5, APPT_REMINDER_2H). That it is said once, the database knows. */
import type { AppointmentStatus } from './appointments.ts';
import { REMINDER_HOURS_BEFORE } from './limits.ts';
import { addMinutes, type WallTime } from './wall-clock.ts';

export type RemindedBooking = {
  status: AppointmentStatus;
  client_id: number | null;
  start_datetime: WallTime;
  /** When it was booked, on the salon's clock. */
  booked_at: WallTime;
};

/** The first moment at which a reminder of this start is due. behaviour.md §5 */
export const reminderFrom = (start: WallTime, hoursBefore: number = REMINDER_HOURS_BEFORE): WallTime =>
  addMinutes(start, -60 * hoursBefore);

/** Is it time to remind: BOOKED with a client, still ahead, so many hours or less away, and booked earlier than that? behaviour.md §5 */
export function isReminderDue(
  booking: RemindedBooking,
  now: WallTime,
  hoursBefore: number = REMINDER_HOURS_BEFORE,
): boolean {
  const from = reminderFrom(booking.start_datetime, hoursBefore);
  const isHers = booking.status === 'BOOKED' && booking.client_id !== null;
  return isHers && booking.booked_at < from && from <= now && now < booking.start_datetime;
}
