import type { Appointment } from '#contract/appointments.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';

export interface DayOfSlots {
  date: WallDate;
  slots: Appointment[];
}

/** The list, which is in order of time, by its days. */
export function byDay(rows: readonly Appointment[]): DayOfSlots[] {
  const days: DayOfSlots[] = [];
  for (const row of rows) {
    const date = dateOf(row.start_datetime);
    const last = days.at(-1);
    if (last?.date === date) last.slots.push(row);
    else days.push({ date, slots: [row] });
  }
  return days;
}

/** The id of a day's heading in the list. */
export const dayHeadingId = (date: WallDate): string => `dan-${date}`;
