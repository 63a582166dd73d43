/** Short names of days for the owner's buttons and lists (docs/spec/texts.md §7). */
import {
  addDays,
  clockOf,
  dateOf,
  daysBetween,
  type WallDate,
  type WallTime,
  yearOf,
} from '../wall-clock.ts';
import { beforeComma, monthName, onDay, onWeekday, shortDayName, type Today, timeRange } from './dates.ts';

const dayNumberOf = (date: WallDate): string => `${Number(date.slice(8))}.`;
const SHORT_MONTH_CHARACTERS = 3;
const shortMonth = (date: WallDate): string => monthName(date).slice(0, SHORT_MONTH_CHARACTERS);
const yearIfOther = (date: WallDate, today: WallDate): string =>
  yearOf(date) === yearOf(today) ? '' : ` ${yearOf(date)}`;

/** A day on a button: 'sre 18. nov', 'pet 1. jan 2027'. docs/spec/texts.md §7 */
export const shortDay = (date: WallDate, today: WallDate): string =>
  `${shortDayName(date).toLowerCase()} ${dayNumberOf(date)} ${shortMonth(date)}${yearIfOther(date, today)}`;

/** A range of days in a list: 'pon 19. okt - uto 17. nov', for a single day 'pon 19. okt'. docs/spec/texts.md §4.2 */
export const shortDays = (from: WallDate, to: WallDate, today: WallDate): string =>
  from === to ? shortDay(from, today) : `${shortDay(from, today)} - ${shortDay(to, today)}`;

const NEAR_DAYS = 14;

/** The time of a new appointment: 'čet 26. u 18:00', from 14 days away on 'čet 26. nov u 18:00'. docs/spec/texts.md §7 */
export function shortMoment(at: WallTime, today: WallDate): string {
  const date = dateOf(at);
  const isNear = Math.abs(daysBetween(today, date)) < NEAR_DAYS;
  const day = isNear ? `${shortDayName(date).toLowerCase()} ${dayNumberOf(date)}` : shortDay(date, today);
  return `${day} u ${clockOf(at)}`;
}

const WEEK_DAYS = 7;

/** A day: 'danas', 'sutra', 'juče', within a week 'u četvrtak', otherwise '5. novembra'. docs/spec/texts.md §7 */
export function recentDay(date: WallDate, today: WallDate): string {
  if (date === today) return 'danas';
  if (date === addDays(today, 1)) return 'sutra';
  if (date === addDays(today, -1)) return 'juče';
  return Math.abs(daysBetween(today, date)) < WEEK_DAYS ? onWeekday(date) : beforeComma(onDay(date, today));
}

/** The farewell: 'Vidimo se sutra.', within a week 'Vidimo se u utorak.', else 'Vidimo se u utorak, 1. decembra.' docs/spec/texts.md §7 */
export function seeYou(date: WallDate, today: Today): string {
  const isNear = today !== null && date >= today && date < addDays(today, WEEK_DAYS);
  const day = isNear ? recentDay(date, today) : `${onWeekday(date)}, ${beforeComma(onDay(date, today))}`;
  return `Vidimo se ${day}.`;
}

/** An appointment's time with its weekday: 'sre 25. nov, 11:15 - 12:15'. docs/spec/texts.md §6 */
export const shortTimes = (start: WallTime, end: WallTime, today: WallDate): string =>
  `${shortDay(dateOf(start), today)}, ${timeRange(start, end)}`;

/** The time of a notification: 'danas u 07:24', 'juče u 12:02', 'čet 12. nov u 18:30'. docs/spec/texts.md §6 */
export function whenTold(at: WallTime, today: WallDate): string {
  const date = dateOf(at);
  const isNear = date === today || date === addDays(today, -1);
  return `${isNear ? recentDay(date, today) : shortDay(date, today)} u ${clockOf(at)}`;
}
