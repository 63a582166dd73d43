import type { AppointmentStatus } from '#domain/appointments.ts';
import { FIRST_FREE_COUNT } from '#domain/limits.ts';
import { isFree, type Times } from '#domain/slots.ts';
import { addDays, dateOf, isSunday, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import type { DateRange } from '../lib/queries.ts';

/** From today so many days, as the strip of /booking counts them: it neither begins nor ends on a Sunday. */
export function offeredDays(today: WallDate, count: number): DateRange {
  const last = addDays(today, count - 1);
  return {
    from: isSunday(today) ? addDays(today, 1) : today,
    to: isSunday(last) ? addDays(last, -1) : last,
  };
}

/** The next free slots that the strip shows, which has no Sundays. docs/spec/product.md §2.2 */
export const firstFree = <Slot extends Times & { status: AppointmentStatus }>(
  slots: readonly Slot[],
  now: WallTime | null,
): Slot[] =>
  slots
    .filter((slot) => now !== null && isFree(slot, now, []) && !isSunday(dateOf(slot.start_datetime)))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime))
    .slice(0, FIRST_FREE_COUNT);
