import { DAY_CLOSES, DAY_OPENS } from '#domain/limits.ts';
import type { Times } from '#domain/slots.ts';
import {
  addMinutes,
  dateOf,
  minutesBetween,
  type WallDate,
  type WallTime,
  wallTimeOn,
} from '#domain/wall-clock.ts';

const MINUTES_PER_HOUR = 60;
const ANY_DAY: WallDate = '2000-01-01';

/** The grid's length, opening to closing. docs/spec/product.md §9.4 */
export const OPEN_MINUTES = minutesBetween(wallTimeOn(ANY_DAY, DAY_OPENS), wallTimeOn(ANY_DAY, DAY_CLOSES));

/** Every full hour of the grid, 'HH:00', both ends included. */
export const HOURS: readonly string[] = Array.from(
  { length: OPEN_MINUTES / MINUTES_PER_HOUR + 1 },
  (_, hour) => addMinutes(wallTimeOn(ANY_DAY, DAY_OPENS), hour * MINUTES_PER_HOUR).slice(11, 16),
);

/** Hours since opening at a moment. */
export const hoursSinceOpening = (wall: WallTime): number =>
  minutesBetween(wallTimeOn(dateOf(wall), DAY_OPENS), wall) / MINUTES_PER_HOUR;

/** Where a stretch of time stands in its column, in hours. */
export function placeOf({ start_datetime, end_datetime }: Times): { top: number; hours: number } {
  return {
    top: hoursSinceOpening(start_datetime),
    hours: minutesBetween(start_datetime, end_datetime) / MINUTES_PER_HOUR,
  };
}

/** The moment at a share (0-1) of a day's column, to the minute; outside of it its ends. */
export function momentAt(date: WallDate, share: number): WallTime {
  const minutes = Math.round(Math.min(1, Math.max(0, share)) * OPEN_MINUTES);
  return addMinutes(wallTimeOn(date, DAY_OPENS), minutes);
}

/** As calendar.css has them, in px. */
const HOUR_PX = 43;
const PHONE_WEEK_HOUR_PX = 52;
const PHONE_DAY_HOUR_PX = 64;
const GAP_PX = 3; // from one block to the next
const PADDING_PX = 4;
const PHONE_DAY_PADDING_PX = 12;
const LINE_PX = 17;
const PHONE_LINE_PX = 16;
const LARGE_LINE_PX = 18;

export interface BlockSize {
  isPhone: boolean;
  /** Alone in the day view: wide, with larger words. */
  isLarge: boolean;
}

/** How many whole lines a block of so many hours has room for; at least one. */
export function linesThatFit(hours: number, { isPhone, isLarge }: BlockSize): number {
  const isPhoneDay = isPhone && isLarge;
  const hourPx = isPhoneDay ? PHONE_DAY_HOUR_PX : isPhone ? PHONE_WEEK_HOUR_PX : HOUR_PX;
  const roomPx = hours * hourPx - GAP_PX - (isPhoneDay ? PHONE_DAY_PADDING_PX : PADDING_PX);
  const linePx = isLarge ? LARGE_LINE_PX : isPhone ? PHONE_LINE_PX : LINE_PX;
  return Math.max(1, Math.floor(roomPx / linePx));
}
