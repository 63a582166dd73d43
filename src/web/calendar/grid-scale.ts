import type { Times } from '#domain/appointments/slots.ts';
import { DAY_CLOSES, DAY_OPENS } from '#domain/limits.ts';
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

/** Is a moment between opening and closing? Outside of them the grid has no place for it. */
export function isInHours(wall: WallTime): boolean {
  const hours = hoursSinceOpening(wall);
  return hours >= 0 && hours <= OPEN_MINUTES / MINUTES_PER_HOUR;
}

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

/** How large the grid is drawn, as it was measured. */
export interface GridScale {
  columnPx: number;
  hourPx: number;
  /** Larger where the reader wants larger text. */
  remPx: number;
  /** The fonts of the page. */
  family: string;
  isPhone: boolean;
  /** Alone in the day view: wide, with larger words. */
  isLarge: boolean;
}

/** As calendar.css and the blocks' classes have them. */
const GAP_PX = 3; // from one block to the next
const PADDING_PX = 4;
const PHONE_DAY_PADDING_PX = 12;
const LINE_REM = 17 / 16;
const PHONE_LINE_REM = 1;
const LARGE_LINE_REM = 18 / 16;

/** How many whole lines a block of so many hours has room for; at least one. */
export function linesThatFit(
  hours: number,
  { hourPx, remPx, isPhone, isLarge }: Pick<GridScale, 'hourPx' | 'remPx' | 'isPhone' | 'isLarge'>,
): number {
  const roomPx = hours * hourPx - GAP_PX - (isPhone && isLarge ? PHONE_DAY_PADDING_PX : PADDING_PX);
  const linePx = remPx * (isLarge ? LARGE_LINE_REM : isPhone ? PHONE_LINE_REM : LINE_REM);
  return Math.max(1, Math.floor(roomPx / linePx));
}

const LANE_PX = 22;
const PHONE_DAY_LANE_PX = 44;

const NARROW_COLUMN_PX = 130;

/** Between a block's edge and its words. */
export const insetPx = ({ columnPx, isLarge }: GridScale): number =>
  isLarge ? 12 : columnPx < NARROW_COLUMN_PX ? 6 : 8;

/** How much of a column is left for words beside so many strips of cancelled ones. */
export function wordsPx(strips: number, scale: GridScale): number {
  const { columnPx, isPhone, isLarge } = scale;
  const outsidePx = isLarge ? 6 : 3;
  const lanePx = isPhone && isLarge ? PHONE_DAY_LANE_PX : LANE_PX;
  return columnPx - 2 - 2 * (outsidePx + insetPx(scale)) - strips * lanePx; // 2: the column's own line, and what rounding takes
}
