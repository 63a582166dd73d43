/** The day of a line: 'sutra', 'sledeći petak', '5.12.', 'za 2 nedelje'. docs/spec/behaviour.md §24.2 */
import { foldSearch } from '../search.ts';
import {
  addDays,
  addMonths,
  daysFromTo,
  isWallDate,
  startOfWeek,
  type WallDate,
  wallDateOf,
  yearOf,
} from '../wall-clock.ts';
import { SERBIAN_DATES } from '../wording/dates.ts';
import type { Line } from './line.ts';
import { numberOf } from './numbers.ts';
import type { EntryTime } from './times.ts';

/** The day as far as the line has been read. */
export interface EntryDay {
  /** A day that is sure. */
  fixed: WallDate | null;
  /** The next day of a weekday; today only while its time lies ahead. */
  coming: WallDate | null;
  /** The weekday that the line names, 1 Monday … 7 Sunday; 0 none. */
  weekday: number;
  /** 'za dve nedelje': a weekday in the same line is that week's. */
  readonly isWeek: boolean;
}

export const WEEK_DAYS = 7;
const DAYS = SERBIAN_DATES.days.map(foldSearch);
export const WEEKDAY =
  'pon(?:ed)?|uto?r?|sr[ei]d?|cetv?|sub|ned|(?:poned(?:j?elj)?|utor|cetvrt|pet)a?k(?:a|u|om)?|(?:sr(?:ij)?ed|subot|nedj?elj)(?:[auei]|om)';

const MONTHS = SERBIAN_DATES.monthsOn;
const MONTH = MONTHS.map((name) => `${name.slice(0, 3)}(?:${name.slice(3)}?)?`).join('|');
/** Months that are also names of women: 'marta', 'maja'. */
const NAMES = /^[mj].{2,3}a$/;
const OG = ' (?:- )?[oe]g';
const NEXT = '(?:slj?edec|iduc|naredn)\\w*';
export const WEEKS = '(?:nedj?elj|sedmic)\\w+|ned';

/** Words of which a typing error is read; short months resemble names. */
export const DAY_WORDS = [
  ...SERBIAN_DATES.days,
  ...SERBIAN_DATES.objects,
  ...MONTHS.filter((name) => name.length > 5),
  ...'nedelje danas sutra prekosutra sledeci sledecu popodne ujutru veceras'.split(' '),
].map(foldSearch);

/** Words that are none of these, though they resemble them. */
export const NO_TYPO = /^(?:dana|petar|sr(?:et|d).|nedeljk.)$/;

/** The day with these numbers; without a year this year's, if it has passed next year's. */
function dateIn(today: WallDate, day = 0, month = 0, year = 0): WallDate | null {
  const years = year ? [2000 + (year % 100)] : [yearOf(today), yearOf(today) + 1];
  const dates = years.map((one) => wallDateOf(one, month, day)).filter(isWallDate);
  return dates.find((date) => year > 0 || date >= today) ?? null;
}

/** The next day of any month with this number. */
const nextNumbered = (today: WallDate, day: string): WallDate | null =>
  daysFromTo(today, addMonths(today, 2)).find((date) => Number(date.slice(8)) === Number(day)) ?? null;

/** '5.12.', '5/12', '5.12.26', '05-12-2026', '2026-12-05' */
const numericDate = (today: WallDate, text: string): WallDate | null =>
  isWallDate(text) ? text : dateIn(today, ...text.split(/\D+/).filter(Boolean).map(Number));

const dayOf = (fixed: WallDate | null, isWeek = false): EntryDay => ({
  fixed,
  coming: null,
  weekday: 0,
  isWeek,
});

/** 'za 3 dana', 'za dve nedelje', 'za nedelju dana', 'sledeće nedelje', 'sutra' */
export function readRelativeDay(line: Line, today: WallDate): EntryDay {
  const ahead = (days: number, isWeek = false) => dayOf(addDays(today, days), isWeek);
  return (
    line.read('(?:za|kroz) (?:N )?(dan|mesec|nedj?elj|sedmic)\\w*( dana)?', (_, count, unit, days) => {
      const n = numberOf(count);
      if (unit === 'mesec') return dayOf(addMonths(today, n));
      if (!count && !days) return null;
      return unit === 'dan' ? ahead(n) : ahead(WEEK_DAYS * n, true);
    }) ??
    line.read(`(?:ove|(${NEXT})) (?:nedj?elje|sedmic\\w|nedj?elju(?= u (?:${WEEKDAY})))`, (_, next) =>
      next ? ahead(WEEK_DAYS, true) : dayOf(null),
    ) ??
    line.read('danas|veceras|jutros|sada?|odmah|(preko?)?(sutra)(?:dan)?', (_, after, tomorrow) =>
      ahead(after ? 2 : tomorrow ? 1 : 0),
    ) ??
    dayOf(null)
  );
}

/** Dates that cannot be times: '5.12.', '5/12', '5. 12. 2026.', '2026-12-05', '5. decembra', 'petog decembra 2026.' */
export function readDate(line: Line, today: WallDate): WallDate | null {
  // '23-11 u 12' is a day, '10-12' a time
  const hasTime = line.has('(?:u|oko) \\d{1,2}[:.]?\\d*|\\d{1,2}(?: h|:\\d\\d)');
  return (
    line.read(
      `(\\d{4}-\\d\\d-\\d\\d|\\d{1,2}(?:([./-])\\d{1,2}\\2(?:\\d\\d){1,2}|\\. \\d{1,2}\\.(?: 20\\d\\d)?|[/${hasTime ? '-' : ''}]\\d{1,2})\\.?|(?<!\\bu )\\d{1,2}\\.\\d{1,2}\\.)`,
      (_, text) => numericDate(today, text),
    ) ??
    line.read(
      `(?:#(\\.|${OG})?|(\\w+(?:i|[oe]g))) (${MONTH})(?: (20\\d\\d)\\.?)?`,
      (end, digits, ordinal, word, name, year) => {
        if (digits && !ordinal && NAMES.test(name) && line.words[end - 1]?.isCapital) return null;
        const month = MONTHS.findIndex((one) => one.startsWith(name.slice(0, 3))) + 1;
        return dateIn(today, numberOf(digits || word), month, Number(year));
      },
    )
  );
}

/** 'petak', 'sledeći petak', 'petak 21 u 17'. `number`: matches the number of the day. */
export function readWeekday(line: Line, today: WallDate, day: EntryDay, names: string, number = ''): void {
  if (day.weekday) return;
  const pattern = `(?:od )?(?:(${NEXT}) |(?:ov\\w{1,3}|prv[iau]|taj|tu) )?(${names})(?:${number})?`;
  line.read(pattern, (_, next, name, numbered) => {
    const weekday = DAYS.findIndex((one) => name.startsWith(one.slice(0, 2)));
    const ofWeek = (date: WallDate) => addDays(startOfWeek(date), weekday);
    const [thisWeeks, nextWeeks] = [ofWeek(today), ofWeek(addDays(today, WEEK_DAYS))];
    if (day.isWeek && day.fixed) day.fixed = ofWeek(day.fixed);
    if (numbered) day.fixed ??= nextNumbered(today, numbered);
    if (next) day.fixed ??= nextWeeks;
    day.coming = thisWeeks < today ? nextWeeks : thisWeeks;
    day.weekday = weekday + 1;
    return true;
  });
}

/** The same; not 'pet', which may be five o'clock. */
export function readWeekdays(line: Line, today: WallDate, day: EntryDay, time: EntryTime | null): void {
  const dot = day.fixed ? '' : time ? '?' : '|(?= (?:u )?\\d)';
  readWeekday(line, today, day, `${WEEKDAY}|pet(?= \\d{1,2}\\.(?!\\S))`, ` #(?:\\.${dot})`);
}

/** 'u 5.12' is a time, '5.12' a day, except beside another day that stands without a time. */
export const readDottedDay = (line: Line, today: WallDate, { coming }: EntryDay, time: EntryTime | null) =>
  line.read('(?:(?<=\\b(u) )|)(\\d{1,2}\\.#\\.?)', (_, after, text, minutes) =>
    (after || coming) && Number(minutes) % 5 === 0 && !time ? null : numericDate(today, text),
  );

/** '21-og', '21. u 17': the number of a day. */
export const readNumberedDay = (line: Line, today: WallDate, { coming }: EntryDay, time: EntryTime | null) =>
  line.read(`#(?:${OG}${time || !coming ? '|\\.' : ''})`, (_, number) => nextNumbered(today, number));
