/** Parses typed days and times in the salon's format, day before month, in every browser language. */
import { daysBetween, isWallDate, type WallDate, wallDateOf, yearOf } from '#domain/wall-clock.ts';

const ISO = /^(\d{4})-(\d{1,2})-(\d{1,2})$/;
const CLOSED_UP = /^(\d{2})(\d{2})(\d{4}|\d{2})?$/;
const SEPARATED = /^(\d{1,2})\s*[./,\-\s]\s*(\d{1,2})(?:\s*[./,\-\s]\s*(\d{4}|\d{2}))?\s*[./]?$/;
const WITH_YEAR = /^\d{4}-\d\d-\d\d$|^\d{8}$|^\d{1,2}\s*[./,\-\s]\s*\d{1,2}\s*[./,\-\s]\s*\d{4}\s*\.?$/;
const CENTURY = 2000;

const dayOrNull = (year: number, month: number, day: number): WallDate | null => {
  const date = wallDateOf(year, month, day);
  return isWallDate(date) ? date : null;
};

/** Adds the year that brings the day nearest to `near`: in December '5.1.' is next year. */
function nearestDay(month: number, day: number, near: WallDate): WallDate | null {
  const distance = (date: WallDate) => Math.abs(daysBetween(near, date));
  const days = [-1, 0, 1].flatMap((years) => dayOrNull(yearOf(near) + years, month, day) ?? []);
  return days.toSorted((a, b) => distance(a) - distance(b))[0] ?? null;
}

/** Parses '5/3/2025', '05.03.2025.', '05032025', '5.3.' (nearest to `near`) and '2025-03-05'; null for other text. */
export function dayTyped(text: string, near: WallDate): WallDate | null {
  const typed = text.trim();
  const iso = ISO.exec(typed);
  if (iso) return dayOrNull(Number(iso[1]), Number(iso[2]), Number(iso[3]));
  const parts = CLOSED_UP.exec(typed) ?? SEPARATED.exec(typed);
  if (!parts) return null;
  const [day, month] = [Number(parts[1]), Number(parts[2])];
  const year = parts[3];
  if (year === undefined) return nearestDay(month, day, near);
  return dayOrNull(year.length === 2 ? CENTURY + Number(year) : Number(year), month, day);
}

/** Whether the text ends with a four-digit year; otherwise the user may still be typing. */
export const isWholeDay = (text: string): boolean => WITH_YEAR.test(text.trim());

/** Parses '9', '930', '9:30', '9.30' and '17 45' to 'HH:mm'; null for other text. */
export function clockTyped(text: string): string | null {
  const [, hours, minutes = '00'] = /^\s*(\d{1,2})(?:[\s.:,h]*(\d{2}))?\s*h?\s*$/.exec(text) ?? [];
  if (hours === undefined || Number(hours) > 23 || Number(minutes) > 59) return null;
  return `${hours.padStart(2, '0')}:${minutes}`;
}

/** Whether the typed time is complete. '9' and '113' are not: the user may go on to type '930' and '1130'. */
export const isWholeClock = (text: string): boolean => /^\s*(\d{1,2}[.:,]\d{2}|\d{4})\s*$/.test(text);
