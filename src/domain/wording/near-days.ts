/** Short names of days, and greetings; apart from dates.ts, which is in the first load of each public page. docs/spec/texts.md §7 */
import { t } from '../language/translate.ts';
import {
  addDays,
  clockOf,
  dateOf,
  daysBetween,
  type WallDate,
  type WallTime,
  yearOf,
} from '../wall-clock.ts';
import {
  beforeComma,
  capital,
  dateWords,
  dayAndMonth,
  dayAt,
  dayOfMonth,
  monthName,
  onDay,
  onWeekday,
  shortDayAndNumber,
  type Today,
  timeRange,
  withYear,
} from './dates.ts';

/** A day on a button: 'sre 18. nov', 'pet 1. jan 2027'. docs/spec/texts.md §7 */
export const shortDay = (date: WallDate, today: WallDate): string =>
  yearOf(date) === yearOf(today) ? dayOfMonth(date) : `${dayOfMonth(date)} ${yearOf(date)}`;

/** A range of days in a list: 'pon 19. okt - uto 17. nov', for a single day 'pon 19. okt'. docs/spec/texts.md §4.2 */
export const shortDays = (from: WallDate, to: WallDate, today: WallDate): string =>
  from === to ? shortDay(from, today) : `${shortDay(from, today)} - ${shortDay(to, today)}`;

const NEAR_DAYS = 14;

/** The time of a new appointment: 'čet 26. u 18:00', from 14 days away on 'čet 26. nov u 18:00'. docs/spec/texts.md §7 */
export function shortMoment(at: WallTime, today: WallDate): string {
  const date = dateOf(at);
  const isNear = Math.abs(daysBetween(today, date)) < NEAR_DAYS;
  return dayAt(isNear ? shortDayAndNumber(date) : shortDay(date, today), at);
}

const WEEK_DAYS = 7;

/** A day: 'danas', 'sutra', 'juče', within a week 'u četvrtak', otherwise '5. novembra'. docs/spec/texts.md §7 */
export function recentDay(date: WallDate, today: WallDate): string {
  if (date === today) return t('danas');
  if (date === addDays(today, 1)) return t('sutra');
  if (date === addDays(today, -1)) return t('juče');
  return Math.abs(daysBetween(today, date)) < WEEK_DAYS ? onWeekday(date) : beforeComma(onDay(date, today));
}

/** The farewell: 'Vidimo se sutra.', within a week 'Vidimo se u utorak.', else 'Vidimo se u utorak, 1. decembra.' docs/spec/texts.md §7 */
export function seeYou(date: WallDate, today: Today): string {
  const isNear = today !== null && date >= today && date < addDays(today, WEEK_DAYS);
  const day = isNear ? recentDay(date, today) : `${onWeekday(date)}, ${beforeComma(onDay(date, today))}`;
  return t('Vidimo se {day}.', { day });
}

/** An appointment's time with its weekday: 'sre 25. nov, 11:15 - 12:15'. docs/spec/texts.md §6 */
export const shortTimes = (start: WallTime, end: WallTime, today: WallDate): string =>
  `${shortDay(dateOf(start), today)}, ${timeRange(start, end)}`;

/** The time of a notification: 'danas u 07:24', 'juče u 12:02', 'čet 12. nov u 18:30'. docs/spec/texts.md §6 */
export function whenTold(at: WallTime, today: WallDate): string {
  const date = dateOf(at);
  const isNear = date === today || date === addDays(today, -1);
  return dayAt(isNear ? recentDay(date, today) : shortDay(date, today), at);
}

/** Today's date next to the greeting: '05. Mart 2025.', in other languages as everywhere: '5 March 2025'. docs/spec/product.md §2.2 */
export const greetingDate = (date: WallDate): string =>
  withYear(dateWords().dot ? `${date.slice(8, 10)}. ${capital(monthName(date))}` : dayAndMonth(date), date);

const MORNING_FROM = '04:00';
const DAY_FROM = '12:00';
const EVENING_FROM = '18:00';

/** The greeting for the time of day. docs/spec/texts.md §7 */
export function greetingByHour(now: WallTime): string {
  const clock = clockOf(now);
  if (clock >= MORNING_FROM && clock < DAY_FROM) return t('Dobro jutro');
  return clock >= DAY_FROM && clock < EVENING_FROM ? t('Dobar dan') : t('Dobro veče');
}
