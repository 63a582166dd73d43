import type { TechnicianId } from '../ids.ts';
import {
  DAY_CLOSES,
  DAY_OPENS,
  MIN_REMAINING_SLOT_MINUTES,
  MIN_SLOT_MINUTES,
  SLOT_RANGE_YEARS,
  SLOT_STEP_MINUTES,
} from '../limits.ts';
import {
  dateOf,
  daysFromTo,
  minutesBetween,
  type WallDate,
  type WallTime,
  wallTimeOn,
  yearsFrom,
} from '../wall-clock.ts';
import type { AppointmentStatus } from './appointments.ts';

export type Times = { start_datetime: WallTime; end_datetime: WallTime };

export type TimesOfTechnician = Times & { readonly technician_id: TechnicianId };

/** Times as the API lists them: without a technician while the salon has only one. */
export type ListedTimes = Times & { readonly technician_id?: TechnicianId | undefined };

export type SlotTimesRefusal =
  | 'slot_across_days'
  | 'slot_outside_hours'
  | 'slot_not_on_step'
  | 'slot_too_short';

const isOnStep = (wall: WallTime): boolean =>
  wall.endsWith(':00') && Number(wall.slice(14, 16)) % SLOT_STEP_MINUTES === 0;

/** Refuses a start or end that a slot cannot have on any day. docs/spec/product.md §5.5, docs/spec/behaviour.md §5.2 */
export function slotTimesRefusal({ start_datetime, end_datetime }: Times): SlotTimesRefusal | undefined {
  if (minutesBetween(start_datetime, end_datetime) < MIN_SLOT_MINUTES) return 'slot_too_short';
  const date = dateOf(start_datetime);
  if (dateOf(end_datetime) !== date) return 'slot_across_days';
  if (start_datetime < wallTimeOn(date, DAY_OPENS)) return 'slot_outside_hours';
  if (end_datetime > wallTimeOn(date, DAY_CLOSES)) return 'slot_outside_hours';
  return isOnStep(start_datetime) && isOnStep(end_datetime) ? undefined : 'slot_not_on_step';
}

/** Refuses a day more than a year before or after today. docs/spec/product.md §9.1 */
export function slotDateRefusal(date: WallDate, today: WallDate): 'slot_date_out_of_range' | undefined {
  const isInRange = date >= yearsFrom(today, -SLOT_RANGE_YEARS) && date <= yearsFrom(today, SLOT_RANGE_YEARS);
  return isInRange ? undefined : 'slot_date_out_of_range';
}

/** Returns why a slot cannot be created at, or moved to, these times; undefined if it can. docs/spec/product.md §5.5, docs/spec/behaviour.md §5.2 */
export const slotRefusal = (
  times: Times,
  today: WallDate,
): SlotTimesRefusal | 'slot_date_out_of_range' | undefined =>
  slotTimesRefusal(times) ?? slotDateRefusal(dateOf(times.start_datetime), today);

export const areSameTimes = (a: Times, b: Times): boolean =>
  a.start_datetime === b.start_datetime && a.end_datetime === b.end_datetime;

/** True when two time ranges overlap; touching ends do not. docs/spec/behaviour.md §5.1 */
export const overlaps = (a: Times, b: Times): boolean =>
  a.start_datetime < b.end_datetime && b.start_datetime < a.end_datetime;

export type AbsenceDays = { date_from: WallDate; date_to: WallDate };

export const isAbsentOn = (date: WallDate, absences: readonly AbsenceDays[]): boolean =>
  absences.some(({ date_from, date_to }) => date_from <= date && date <= date_to);

/** The days of an absence that may get free slots when it is deleted: from today to the last day that can have slots. */
export function daysThatCanOpen({ date_from, date_to }: AbsenceDays, today: WallDate): WallDate[] {
  const last = yearsFrom(today, SLOT_RANGE_YEARS);
  return daysFromTo(date_from > today ? date_from : today, date_to < last ? date_to : last);
}

/** Refuses an absence whose end is before its start. docs/spec/product.md §5.7 */
export const absenceRefusal = ({ date_from, date_to }: AbsenceDays): 'range_reversed' | undefined =>
  date_to < date_from ? 'range_reversed' : undefined;

/** True for a slot that can be offered: AVAILABLE, in the future, not in an absence. docs/spec/behaviour.md §5.2 and §6.6 */
export const isFree = (
  slot: Times & { status: AppointmentStatus },
  now: WallTime,
  absences: readonly AbsenceDays[],
): boolean =>
  slot.status === 'AVAILABLE' &&
  slot.start_datetime > now &&
  !isAbsentOn(dateOf(slot.start_datetime), absences);

/** The slots that a booking overlaps. `left`: the parts of the slot before and after the booking that last 15 minutes or more. docs/spec/behaviour.md §5.18 */
export function slotsGivingWay<Slot extends Times>(booking: Times, slots: readonly Slot[]) {
  return slots
    .filter((slot) => overlaps(slot, booking))
    .map((slot) => {
      const before = { start_datetime: slot.start_datetime, end_datetime: booking.start_datetime };
      const after = { start_datetime: booking.end_datetime, end_datetime: slot.end_datetime };
      const left = [before, after].filter(
        ({ start_datetime, end_datetime }) =>
          minutesBetween(start_datetime, end_datetime) >= MIN_REMAINING_SLOT_MINUTES,
      );
      return { slot, left };
    });
}
