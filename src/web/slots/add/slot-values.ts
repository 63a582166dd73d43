import { DEFAULT_SLOT_MINUTES } from '#salon/limits.ts';
import { addMinutes, clockOf, dateOf, type WallDate, wallTimeOn } from '#salon/salon-time.ts';
import type { Times } from '#salon/slots/slot.ts';

/** What stands in the fields of a new slot; '' is nothing. */
export type SlotValues = { date: string; start: string; duration: string };

const FIRST_START = '09:00';

export const firstValues = (today: WallDate): SlotValues => ({
  date: today,
  start: FIRST_START,
  duration: String(DEFAULT_SLOT_MINUTES),
});

/** The times of the slot that the values ask for; they are whole. */
export function timesOf({ date, start, duration }: SlotValues): Times {
  const start_datetime = wallTimeOn(date, start);
  return { start_datetime, end_datetime: addMinutes(start_datetime, Number(duration)) };
}

/** A slot as long as this one, right after it. */
export const valuesAfter = ({ end_datetime }: Times, duration: string): SlotValues => ({
  date: dateOf(end_datetime),
  start: clockOf(end_datetime),
  duration,
});
