/** The strip of days on the booking page (spec.md §2 Booking, §9; texts.md, Small words). */
import { FEW_FREE_SLOTS_COUNT, STRIP_DAYS } from '../limits.ts';
import { addDays, clockOf, dateOf, type WallDate, type WallTime, weekdayOf } from '../salon-time.ts';

const SUNDAY = 7;

/** The next 15 calendar days from today without their Sundays: 12 or 13 of them. spec.md §9, behaviour.md §5 */
export function stripDays(today: WallDate): WallDate[] {
  const days = Array.from({ length: STRIP_DAYS }, (_, n) => addDays(today, n));
  return days.filter((date) => weekdayOf(date) !== SUNDAY);
}

export type DayPhase = 'many' | 'few' | 'none';

/** What the legend calls a day's phase. texts.md, Small words */
export const DAY_PHASE_LABELS: Record<DayPhase, string> = {
  many: 'puno mesta',
  few: 'još malo',
  none: 'popunjeno',
};

/** How full a day looks with so many free slots. Booking page, spec.md §2 */
export function dayPhase(freeSlots: number): DayPhase {
  if (freeSlots === 0) return 'none';
  return freeSlots <= FEW_FREE_SLOTS_COUNT ? 'few' : 'many';
}

/** The first of the days on which something is free. texts.md (Prvi slobodan dan) */
export const firstFreeDay = (
  days: readonly WallDate[],
  freeSlots: readonly { start_datetime: WallTime }[],
): WallDate | undefined =>
  days.find((date) => freeSlots.some(({ start_datetime }) => dateOf(start_datetime) === date));

export type DayPart = 'morning' | 'afternoon';

/** The headings over a day's slots. texts.md, Small words */
export const DAY_PART_LABELS: Record<DayPart, string> = { morning: 'Prepodne', afternoon: 'Popodne' };

const AFTERNOON_FROM = '12:00';

/** Under which heading a slot stands, by its start. look.md, Booking in three taps */
export const dayPartOf = ({ start_datetime }: { start_datetime: WallTime }): DayPart =>
  clockOf(start_datetime) < AFTERNOON_FROM ? 'morning' : 'afternoon';
