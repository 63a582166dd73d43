/** Formats of dates and times (docs/spec/texts.md §4.2; docs/spec/product.md §9.3 for DD/MM/YYYY). */
import type { AbsenceDays } from '../appointments/slots.ts';
import {
  addDays,
  clockOf,
  dateOf,
  startOfWeek,
  type WallDate,
  type WallTime,
  weekdayOf,
  yearOf,
} from '../wall-clock.ts';

export const SHORT_DAY_NAMES = ['Pon', 'Uto', 'Sre', 'Čet', 'Pet', 'Sub', 'Ned'] as const;
export const DAY_NAMES = ['ponedeljak', 'utorak', 'sreda', 'četvrtak', 'petak', 'subota', 'nedelja'] as const;

export const MONTH_NAMES: readonly string[] =
  'januar februar mart april maj jun jul avgust septembar oktobar novembar decembar'.split(' ');

/** Genitives of the months: 'marta', 'septembra'. */
const MONTH_GENITIVES = MONTH_NAMES.map((name) => `${name.replace(/bar$/, 'br')}a`);

const dayNumberOf = (date: WallDate): number => Number(date.slice(8, 10));
const ofMonth = (names: readonly string[], date: WallDate): string =>
  names[Number(date.slice(5, 7)) - 1] ?? '';
const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The weekday's name from its number, 1 Monday … 7 Sunday: 'sreda'. docs/spec/product.md §3.3 */
export const dayName = (weekday: number): string => DAY_NAMES[weekday - 1] ?? '';

const WEEKDAY_ACCUSATIVES: Partial<Record<string, string>> = {
  sreda: 'sredu',
  subota: 'subotu',
  nedelja: 'nedelju',
};

/** The weekday in the accusative: 'sredu', as in 'Kopiraj sredu na…' */
export function dayNameAsObject(weekday: number): string {
  const name = dayName(weekday);
  return WEEKDAY_ACCUSATIVES[name] ?? name;
}

/** The weekday after 'u': 'u sredu', as in 'Vidimo se u sredu.' */
export const onWeekday = (date: WallDate): string => `u ${dayNameAsObject(weekdayOf(date))}`;

/** The short weekday of a day: 'Sre'. docs/spec/product.md §2.19 */
export const shortDayName = (date: WallDate): string => SHORT_DAY_NAMES[weekdayOf(date) - 1] ?? '';

export const monthName = (date: WallDate): string => ofMonth(MONTH_NAMES, date);

/** A day in the nominative: '5. mart'; also used after 'na' and 'za'. */
const dayAndMonth = (date: WallDate): string => `${dayNumberOf(date)}. ${monthName(date)}`;

/** The current date: dates of the same year omit the year. Null while the page does not know the date yet. docs/spec/texts.md §4.2 */
export type Today = WallDate | null;

/** The year (' 2026.') if the day is not in the current year, otherwise an empty text. docs/spec/texts.md §4.2 */
const yearIfOther = (date: WallDate, today: Today): string =>
  today === null || yearOf(date) === yearOf(today) ? '' : ` ${yearOf(date)}.`;

/** A day in the genitive: '5. marta', '5. marta 2026.'. For messages to clients, docs/spec/behaviour.md §5.8 */
export const onDay = (date: WallDate, today: Today): string =>
  `${dayNumberOf(date)}. ${ofMonth(MONTH_GENITIVES, date)}${yearIfOther(date, today)}`;

/** A day in the genitive with a time: '12. marta u 10:00'. For messages to clients, docs/spec/behaviour.md §5.8 */
export const atMoment = (wall: WallTime, today: Today): string =>
  `${onDay(dateOf(wall), today)} u ${clockOf(wall)}`;

/** A day in the nominative with a time: '13. mart u 11:00'. For messages to clients, docs/spec/behaviour.md §5.8 */
export const toMoment = (wall: WallTime, today: Today): string =>
  `${dayAndMonth(dateOf(wall))}${yearIfOther(dateOf(wall), today)} u ${clockOf(wall)}`;

const weekdayAndDay = (date: WallDate): string => `${dayName(weekdayOf(date))}, ${dayAndMonth(date)}`;

/** The name of a day: 'sreda, 5. mart', 'sreda, 5. mart 2026.' docs/spec/texts.md §4.2 */
export const dayInWords = (date: WallDate, today: Today): string =>
  `${weekdayAndDay(date)}${yearIfOther(date, today)}`;

/** The name of a day in the accusative, after 'za': 'sredu, 5. mart', 'sredu, 5. mart 2026.' */
export const dayAsObject = (date: WallDate, today: Today): string =>
  `${dayNameAsObject(weekdayOf(date))}, ${dayAndMonth(date)}${yearIfOther(date, today)}`;

/** 'Salon ne radi od 30. novembra do 5. decembra.', for a single day 'Salon ne radi 30. novembra.' docs/spec/texts.md §7 */
export function closedInWords({ date_from, date_to }: AbsenceDays, today: Today, who = 'Salon'): string {
  const last = beforeComma(onDay(date_to, today));
  return date_from === date_to
    ? `${who} ne radi ${last}.`
    : `${who} ne radi od ${onDay(date_from, today)} do ${last}.`;
}

/** The name of a day: 'danas', 'sutra, 18. novembar', otherwise 'četvrtak, 19. novembar'. docs/spec/texts.md §4.2 */
export function nearDayInWords(date: WallDate, today: Today): string {
  if (date === today) return 'danas';
  const isTomorrow = today !== null && date === addDays(today, 1);
  return isTomorrow ? `sutra, ${dayAndMonth(date)}` : dayInWords(date, today);
}

/** A day with weekday and year: 'sreda, 5. mart 2025.' */
export const dayInWordsWithYear = (date: WallDate): string => `${weekdayAndDay(date)} ${yearOf(date)}.`;

/** A date before a comma, which replaces the full stop after the year: '5. marta 2026, 10:00'. */
export const beforeComma = (day: string): string => day.replace(/\.$/, '');

/** Today's date next to the greeting: '05. Mart 2025.' docs/spec/product.md §2.2 */
export const greetingDate = (date: WallDate): string =>
  `${date.slice(8, 10)}. ${capital(monthName(date))} ${yearOf(date)}.`;

/** A day in digits: '05/03/2025'. docs/spec/product.md §9.3 */
export const displayDate = (date: WallDate): string =>
  `${date.slice(8, 10)}/${date.slice(5, 7)}/${yearOf(date)}`;

/** A day on the charts: '05/03'. docs/spec/product.md §2.18 */
export const displayDayMonth = (date: WallDate): string => displayDate(date).slice(0, 5);

/** A day and time in digits: '25/03/2025 10:00'. docs/spec/product.md §9.3 */
export const displayDateTime = (wall: WallTime): string => `${displayDate(dateOf(wall))} ${clockOf(wall)}`;

/** The label of a slot: '09:00 - 10:00'. docs/spec/product.md §2.3 */
export const timeRange = (start: WallTime, end: WallTime): string => `${clockOf(start)} - ${clockOf(end)}`;

/** A time in the past: 'danas u 11:18', 'juče u 20:41', 'nedelja, 15. novembar u 18:02'. docs/spec/texts.md §4.2 */
export function momentInWords(at: WallTime, today: Today): string {
  const day = dateOf(at);
  if (day === today) return `danas u ${clockOf(at)}`;
  if (today !== null && day === addDays(today, -1)) return `juče u ${clockOf(at)}`;
  return `${dayInWords(day, today)} u ${clockOf(at)}`;
}

/** The calendar's title of a month: 'Mart 2025.' docs/spec/product.md §2.19 */
export const monthTitle = (date: WallDate): string => `${capital(monthName(date))} ${yearOf(date)}.`;

/** The title of a week: '3 - 9. mart 2025.'; month and year are repeated where they differ. docs/spec/product.md §2.19 */
export function weekTitle(date: WallDate): string {
  const monday = startOfWeek(date);
  const sunday = addDays(monday, 6);
  const end = `${dayAndMonth(sunday)} ${yearOf(sunday)}.`;
  if (yearOf(monday) !== yearOf(sunday)) return `${dayAndMonth(monday)} ${yearOf(monday)}. - ${end}`;
  if (monthName(monday) !== monthName(sunday)) return `${dayAndMonth(monday)} - ${end}`;
  return `${dayNumberOf(monday)} - ${end}`;
}

const MORNING_FROM = '04:00';
const DAY_FROM = '12:00';
const EVENING_FROM = '18:00';

/** The greeting for the time of day. docs/spec/texts.md §7 */
export function greetingByHour(now: WallTime): string {
  const clock = clockOf(now);
  if (clock >= MORNING_FROM && clock < DAY_FROM) return 'Dobro jutro';
  return clock >= DAY_FROM && clock < EVENING_FROM ? 'Dobar dan' : 'Dobro veče';
}
