import type { AppointmentStatus } from '#salon/appointments/appointment-status.ts';

/** spec.md §4: booked gold, available dark grey, blocked dark red, cancelled grey. */
export const EVENT_LOOKS: Record<AppointmentStatus, string> = {
  BOOKED: 'bg-booked text-on-booked',
  AVAILABLE: 'bg-available text-white',
  BLOCKED: 'bg-blocked text-white',
  CANCELLED: 'bg-cancelled text-on-cancelled',
};
