import type { Times } from '#domain/appointments/slots.ts';
import type { AppointmentId, ServiceId } from '#domain/ids.ts';
import type { ShortClockTime, WallDate } from '#domain/wall-clock.ts';
import type { PickedClient } from '../new-client-dialog.tsx';

/** What is known of the appointment before it is made. */
export interface NewAppointmentPreset {
  person?: PickedClient | { guest_name: string; guest_phone: string };
  serviceId?: ServiceId | null;
  /** The day to begin with: its free times. */
  date?: WallDate;
  /** A tapped place on that day. */
  start?: ShortClockTime;
  /** Begins with the fields for any time, on that day or today. */
  isOtherTime?: boolean;
  /** A free slot that is being filled. */
  slot?: Times & { id: AppointmentId };
}
