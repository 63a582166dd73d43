import type { AppointmentStatus } from '#domain/appointments.ts';
import { dateOf, type WallTime, weekdayOf } from '#domain/wall-clock.ts';

const SUNDAY = 7;

/** A free slot that no client is ever offered: the booking strip leaves Sundays out (docs/spec/product.md §2.3). */
export const isUnseenSlot = (status: AppointmentStatus, start: WallTime): boolean =>
  status === 'AVAILABLE' && weekdayOf(dateOf(start)) === SUNDAY;

export const SUNDAY_WARNING = 'Klijenti ne vide nedelju.';
