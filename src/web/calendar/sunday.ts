import type { AppointmentStatus } from '#domain/appointments/appointments.ts';
import { dateOf, isSunday, type WallTime } from '#domain/wall-clock.ts';

/** True for a free slot on a Sunday, which clients never see. docs/spec/product.md §2.3 */
export const isUnseenSlot = (status: AppointmentStatus, start: WallTime): boolean =>
  status === 'AVAILABLE' && isSunday(dateOf(start));

export const SUNDAY_WARNING = 'Klijentkinje ne vide slobodne termine nedeljom.';
