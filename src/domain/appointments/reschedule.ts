import { isActiveBooking } from '../booking.ts';
import { CALENDAR_MIN_MINUTES, CALENDAR_SNAP_MINUTES, DAY_CLOSES, DAY_OPENS } from '../limits.ts';
import { addMinutes, dateOf, minutesBetween, type WallTime, wallTimeOn } from '../wall-clock.ts';
import type { AppointmentStatus } from './appointments.ts';
import { earlier, later, onStep, timesAt } from './room.ts';
import { minutesOf } from './service-fit.ts';
import {
  areSameTimes,
  type ListedTimes,
  overlaps,
  slotTimesRefusal,
  type Times,
  type TimesOfTechnician,
} from './slots.ts';

const snapped = (wall: WallTime, round = Math.round): WallTime => onStep(wall, CALENDAR_SNAP_MINUTES, round);

/** The times after an appointment is dragged to `start`: same length, on a quarter hour, within 06:00-22:00. docs/spec/product.md §5.9 */
export function movedTo(times: Times, start: WallTime): Times {
  const minutes = minutesOf(times);
  const date = dateOf(start);
  const latest = addMinutes(wallTimeOn(date, DAY_CLOSES), -minutes);
  return timesAt(later(wallTimeOn(date, DAY_OPENS), earlier(snapped(start), latest)), minutes);
}

/** The times after the top handle is dragged: the end stays, at least 15 minutes remain. docs/spec/product.md §5.9 */
export function resizedFromTop({ end_datetime }: Times, start: WallTime): Times {
  const latest = snapped(addMinutes(end_datetime, -CALENDAR_MIN_MINUTES), Math.floor);
  const opens = wallTimeOn(dateOf(end_datetime), DAY_OPENS);
  return { start_datetime: later(opens, earlier(snapped(start), latest)), end_datetime };
}

/** The times after the bottom handle is dragged: the start stays, at least 15 minutes remain. docs/spec/product.md §5.9 */
export function resizedFromBottom({ start_datetime }: Times, end: WallTime): Times {
  const earliest = snapped(addMinutes(start_datetime, CALENDAR_MIN_MINUTES), Math.ceil);
  const closes = wallTimeOn(dateOf(start_datetime), DAY_CLOSES);
  return { start_datetime, end_datetime: earlier(closes, later(snapped(end), earliest)) };
}

/** The slot drawn by dragging up or down over the empty calendar; undefined if shorter than 15 minutes. docs/spec/product.md §5.9 */
export function drawnSlot(from: WallTime, to: WallTime): Times | undefined {
  const opens = wallTimeOn(dateOf(from), DAY_OPENS);
  const closes = wallTimeOn(dateOf(from), DAY_CLOSES);
  const inside = (wall: WallTime): WallTime => later(opens, earlier(snapped(wall), closes));
  const drawn = { start_datetime: inside(earlier(from, to)), end_datetime: inside(later(from, to)) };
  return minutesOf(drawn) >= CALENDAR_MIN_MINUTES ? drawn : undefined;
}

type Stated = Times & { readonly status: AppointmentStatus };

/** True for a change of times after which the booking is upcoming. Callers refuse such a change for a deleted client. docs/spec/behaviour.md §5.8 */
export const isBroughtAhead = (before: Times, after: Stated, now: WallTime): boolean =>
  !areSameTimes(before, after) && isActiveBooking(after, now);

/** True for a change that makes a booking upcoming. Callers refuse such a change if the technician has left. docs/spec/behaviour.md §16.1 */
export const becomesActive = (before: Stated, after: Stated, now: WallTime): boolean =>
  isActiveBooking(after, now) && !isActiveBooking(before, now);

/** Returns the appointment of the same technician, not CANCELLED, that `moved` overlaps longest; undefined if it overlaps none. docs/spec/product.md §4.2 */
export function swapPartner<Other extends ListedTimes & { id: number; status: AppointmentStatus }>(
  moved: ListedTimes & { id: number },
  others: readonly Other[],
): Other | undefined {
  const shared = (other: Times): number =>
    minutesBetween(
      later(moved.start_datetime, other.start_datetime),
      earlier(moved.end_datetime, other.end_datetime),
    );
  return others
    .filter(
      (other) =>
        other.id !== moved.id &&
        other.status !== 'CANCELLED' &&
        other.technician_id === moved.technician_id &&
        overlaps(moved, other),
    )
    .sort((a, b) => shared(b) - shared(a) || a.start_datetime.localeCompare(b.start_datetime))[0];
}

/** Both times after a swap: each takes the other's start and keeps its length. docs/spec/behaviour.md §5.12 */
export function swapTimes(a: ListedTimes, b: ListedTimes): { a: Times; b: Times } | 'swap_refused' {
  const swapped = {
    a: timesAt(b.start_datetime, minutesOf(a)),
    b: timesAt(a.start_datetime, minutesOf(b)),
  };
  const isRefused =
    slotTimesRefusal(swapped.a) !== undefined ||
    slotTimesRefusal(swapped.b) !== undefined ||
    (a.technician_id === b.technician_id && overlaps(swapped.a, swapped.b));
  return isRefused ? 'swap_refused' : swapped;
}

/** True if a booking at these times lies within this free slot, so that the booking can take the slot. docs/spec/behaviour.md §5.11 */
export const isWithinSlot = (booking: Times, slot: Times & { status: AppointmentStatus }): boolean =>
  slot.status === 'AVAILABLE' &&
  slot.start_datetime <= booking.start_datetime &&
  booking.end_datetime <= slot.end_datetime;

type Placed = TimesOfTechnician & { readonly status: AppointmentStatus };

export const isSamePlace = (a: TimesOfTechnician, b: TimesOfTechnician): boolean =>
  areSameTimes(a, b) && a.technician_id === b.technician_id;

/** True if a booking at its new place can take this free slot of the same technician. docs/spec/behaviour.md §5.11 */
export const canTakeSlot = (after: Placed, slot: Placed): boolean =>
  after.status === 'BOOKED' && slot.technician_id === after.technician_id && isWithinSlot(after, slot);

/** The place of a later booking of a series, moved by the same time span as the first, and to the same technician if the first got another one. docs/spec/behaviour.md §20.2 */
export const movedAlike = (
  row: Placed,
  [before, after]: readonly [TimesOfTechnician, TimesOfTechnician],
): Placed => ({
  status: row.status,
  start_datetime: addMinutes(row.start_datetime, minutesBetween(before.start_datetime, after.start_datetime)),
  end_datetime: addMinutes(row.end_datetime, minutesBetween(before.end_datetime, after.end_datetime)),
  technician_id: after.technician_id === before.technician_id ? row.technician_id : after.technician_id,
});

type Row = ListedTimes & { readonly id: number; readonly status: AppointmentStatus };

/** The result of a drop onto another appointment: both appointments swap, or a booking takes a free slot. */
export type DropOnto =
  | { readonly kind: 'swap'; readonly a: Times; readonly b: Times }
  | { readonly kind: 'book'; readonly times: Times };

/** The result of dropping `row` on `target`: a swap of their times. If that is not possible and `target` is a free slot, the booking `row` takes the slot. docs/spec/product.md §5.9 */
export function dropOnto(row: Row, target: Row, rows: readonly Row[]): DropOnto | 'swap_refused' {
  const others = rows.filter(({ id }) => id !== row.id && id !== target.id);
  const isTaken = (times: Times, { technician_id }: Row) =>
    swapPartner({ ...times, technician_id, id: row.id }, others) !== undefined;
  const swapped = swapTimes(row, target);
  if (swapped !== 'swap_refused' && !isTaken(swapped.a, target) && !isTaken(swapped.b, row))
    return { kind: 'swap', ...swapped };
  const times = timesAt(target.start_datetime, minutesOf(row));
  return row.status === 'BOOKED' && isWithinSlot(times, target) ? { kind: 'book', times } : 'swap_refused';
}
