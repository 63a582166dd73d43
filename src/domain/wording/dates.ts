/** Formats of dates and times (docs/spec/texts.md §4.2; docs/spec/product.md §9.3 for DD/MM/YYYY). */
import { type DateWords, t, tongue } from '../language/translate.ts';
import { addDays, clockOf, dateOf, type WallDate, type WallTime, weekdayOf, yearOf } from '../wall-clock.ts';

export const DAY_NAMES = ['ponedeljak', 'utorak', 'sreda', 'četvrtak', 'petak', 'subota', 'nedelja'] as const;

export const MONTH_NAMES: readonly string[] =
  'januar februar mart april maj jun jul avgust septembar oktobar novembar decembar'.split(' ');

export const SERBIAN_DATES: DateWords = {
  days: DAY_NAMES,
  objects: DAY_NAMES.map((name) => name.replace(/a$/, 'u')),
  on: (day) => `u ${day}`,
  months: MONTH_NAMES,
  monthsOn: MONTH_NAMES.map((name) => `${name.replace(/bar$/, 'br')}a`),
  dot: '.',
};

export const dateWords = (): DateWords => tongue()?.dates ?? SERBIAN_DATES;

const dayNumberOf = (date: WallDate): number => Number(date.slice(8, 10));
const ofMonth = (names: readonly string[], date: WallDate): string =>
  names[Number(date.slice(5, 7)) - 1] ?? '';
export const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The weekday's name from its number, 1 Monday … 7 Sunday: 'sreda'. docs/spec/product.md §3.3 */
export const dayName = (weekday: number): string => dateWords().days[weekday - 1] ?? '';

/** The weekday in the accusative: 'sredu', as in 'Kopiraj sredu na…' */
export const dayNameAsObject = (weekday: number): string => dateWords().objects[weekday - 1] ?? '';

/** When, by the weekday: 'u sredu', as in 'Vidimo se u sredu.' */
export const onWeekday = (date: WallDate): string => dateWords().on(dayNameAsObject(weekdayOf(date)));

/** The short weekdays inside a text, from Monday on: 'pon', 'uto', … */
function shortDays(): string[] {
  const { days, shortDays = days } = dateWords();
  return shortDays.map((name) => name.slice(0, 3));
}

/** The short weekdays from Monday on: 'Pon', 'Uto', … */
export const shortDayNames = (): string[] => shortDays().map(capital);

/** The short weekday of a day: 'Sre'. docs/spec/product.md §2.19 */
export const shortDayName = (date: WallDate): string => capital(shortDayInText(date));

/** The short weekday inside a text: 'sre', in English 'Wed'. */
export const shortDayInText = (date: WallDate): string => shortDays()[weekdayOf(date) - 1] ?? '';

export function monthName(date: WallDate): string {
  const { months, monthsAlone = months } = dateWords();
  return ofMonth(monthsAlone, date);
}

/** A day in the nominative: '5. mart'; also used after 'na' and 'za'. */
export const dayAndMonth = (date: WallDate, month = ofMonth(dateWords().months, date)): string =>
  `${shortNumber(date)} ${month}`;
const shortNumber = (date: WallDate): string => dayNumberOf(date) + dateWords().dot;

const monthOn = (date: WallDate): string => ofMonth(dateWords().monthsOn, date);

/** A day where there is little room: 'sre 18. nov'. docs/spec/texts.md §7 */
export const dayOfMonth = (date: WallDate): string =>
  `${shortDayInText(date)} ${dayAndMonth(date, monthOn(date).slice(0, 3))}`;

/** A near day where there is little room: 'čet 26.' */
export const shortDayAndNumber = (date: WallDate): string => `${shortDayInText(date)} ${shortNumber(date)}`;

export function withYear(text: string, date: WallDate): string {
  const { dot, afterYear = dot } = dateWords();
  return `${text} ${yearOf(date)}${afterYear}`;
}

/** The current date: dates of the same year omit the year. Null while the page does not know the date yet. docs/spec/texts.md §4.2 */
export type Today = WallDate | null;

/** Adds the year ('5. mart 2026.') if the day is not in the current year. docs/spec/texts.md §4.2 */
const withOtherYear = (text: string, date: WallDate, today: Today): string =>
  today === null || yearOf(date) === yearOf(today) ? text : withYear(text, date);

/** A time of a day: '12. marta u 10:00', 'danas u 11:18'. */
export const dayAt = (day: string, wall: WallTime): string =>
  t('{day} u {clock}', { day, clock: clockOf(wall) });

/** A day in the genitive: '5. marta', '5. marta 2026.'. For messages to clients, docs/spec/behaviour.md §5.8 */
export const onDay = (date: WallDate, today: Today): string =>
  withOtherYear(dayAndMonth(date, monthOn(date)), date, today);

/** A day in the genitive with a time: '12. marta u 10:00'. For messages to clients, docs/spec/behaviour.md §5.8 */
export const atMoment = (wall: WallTime, today: Today): string => dayAt(onDay(dateOf(wall), today), wall);

/** A day in the nominative with a time: '13. mart u 11:00'. For messages to clients, docs/spec/behaviour.md §5.8 */
export const toMoment = (wall: WallTime, today: Today): string =>
  dayAt(withOtherYear(dayAndMonth(dateOf(wall)), dateOf(wall), today), wall);

const weekdayAndDay = (date: WallDate): string => `${dayName(weekdayOf(date))}, ${dayAndMonth(date)}`;

/** The name of a day: 'sreda, 5. mart', 'sreda, 5. mart 2026.' docs/spec/texts.md §4.2 */
export const dayInWords = (date: WallDate, today: Today): string =>
  withOtherYear(weekdayAndDay(date), date, today);

/** The name of a day in the accusative, after 'za': 'sredu, 5. mart', 'sredu, 5. mart 2026.' */
export const dayAsObject = (date: WallDate, today: Today): string =>
  withOtherYear(`${dayNameAsObject(weekdayOf(date))}, ${dayAndMonth(date)}`, date, today);

/** The name of a day: 'danas', 'sutra, 18. novembar', otherwise 'četvrtak, 19. novembar'. docs/spec/texts.md §4.2 */
export function nearDayInWords(date: WallDate, today: Today): string {
  if (date === today) return t('danas');
  const isTomorrow = today !== null && date === addDays(today, 1);
  return isTomorrow ? `${t('sutra')}, ${dayAndMonth(date)}` : dayInWords(date, today);
}

/** A day with weekday and year: 'sreda, 5. mart 2025.' */
export const dayInWordsWithYear = (date: WallDate): string => withYear(weekdayAndDay(date), date);

/** A date before a comma, which replaces the full stop after the year: '5. marta 2026, 10:00'. */
export const beforeComma = (day: string): string => day.replace(/\.$/, '');

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
  if (day === today) return dayAt(t('danas'), at);
  const isYesterday = today !== null && day === addDays(today, -1);
  return dayAt(isYesterday ? t('juče') : dayInWords(day, today), at);
}

/** A month with its year: 'mart 2025.' */
export const monthAndYear = (date: WallDate): string => withYear(monthName(date), date);

/** The calendar's title of a month: 'Mart 2025.' docs/spec/product.md §2.19 */
export const monthTitle = (date: WallDate): string => capital(monthAndYear(date));
