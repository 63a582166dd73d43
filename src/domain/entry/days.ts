/** The day of a line: 'sutra', 'sledeći petak', '5.12.', 'za 2 nedelje'. docs/spec/behaviour.md §24.2 */
import {
  addDays,
  addMonths,
  isWallDate,
  startOfWeek,
  type WallDate,
  wallDateOf,
  weekdayOf,
  yearOf,
} from '../wall-clock.ts';
import type { Line } from './line.ts';
import { numberOf } from './numbers.ts';

export interface EntryDay {
  readonly date: WallDate | null;
  /** The weekday that the line names, 1 Monday … 7 Sunday; 0 none. */
  readonly weekday: number;
  /** False for a weekday without a date: today's only while its time lies ahead. */
  readonly isFixed: boolean;
  /** 'za dve nedelje': a weekday in the same line is that week's. */
  readonly isWeek: boolean;
}

const WEEK_DAYS = 7;
export const WEEKDAY =
  'pon(?:ed(?:j?elja?k\\w*)?)?|uto?r?|utora?k\\w*|sr[ei]d?|s(?:re|rije)d(?:[aueiz]|om)|srdea|cet(?:v|vrtak|vrtk\\w+)?|petk?(?:ak|a|u|om)|p(?:tak|eatk|teak|etaj)|sub|s[uo]bot(?:[auei]|om)|ned|ned(?:j?elj|lj|lej)(?:[auei]|om)';
const STARTS = 'po u sr c p s n'.split(' ');

const MONTHS = 'jan feb mar apr maj jun jul avg sep okt nov dec'.split(' ');
const MONTH = `((?:${MONTHS.join('|')})(?:r?uara?|ta?|ila?|usta?|t?(?:em|o)b\\w+|(?<=maj|ju.)a)?)(?: (20\\d\\d)\\.?)?`;
/** Months that are also names of women: 'marta', 'maja'. */
const NAMES = /^[mj].{2,3}a$/;
const DAY_NUMBER = '(0?[1-9]|[12]\\d|3[01])';
const OG = ' (?:- )?[oe]g';
const NEXT = '(?:slj?edec|iduc|naredn)\\w*';
export const WEEKS = '(?:nedj?elj|sedmic)\\w+|ned';

/** Words of which a typing error is read; the errors of shorter words are in the patterns. */
export const DAY_WORDS =
  'sutra danas prekosutra ponedeljak utorak cetvrtak subota subotu sledeci sledecu popodne ujutru veceras nedelje januara februara septembra oktobra novembra decembra'.split(
    ' ',
  );

/** Words that are none of these, though they resemble them. */
export const NO_TYPO = /^(?:dana|nedelj.)$/;

/** The day with these numbers; without a year this year's, if it has passed next year's. */
function dateIn(today: WallDate, day = 0, month = 0, year?: number): WallDate | null {
  const next = yearOf(today);
  const years = year === undefined ? [next, next + 1] : [year < 100 ? 2000 + year : year];
  const dates = years.map((one) => wallDateOf(one, month, day)).filter(isWallDate);
  return dates.find((date) => year !== undefined || date >= today) ?? null;
}

/** The next day of any month with this number, 1 to 31. */
function nextNumbered(today: WallDate, day: string): WallDate {
  let date = today;
  while (Number(date.slice(8)) !== Number(day)) date = addDays(date, 1);
  return date;
}

/** '5.12.', '5/12', '5.12.26', '05-12-2026', '2026-12-05' */
const numericDate = (today: WallDate, text: string): WallDate | null =>
  isWallDate(text) ? text : dateIn(today, ...text.split(/\D+/).filter(Boolean).map(Number));

/** 'za 3 dana', 'za dve nedelje', 'za nedelju dana', 'sutra' */
export function readRelativeDay(line: Line, today: WallDate): Pick<EntryDay, 'date' | 'isWeek'> | null {
  const ahead = `(?:za|kroz) (?:N )?(dana?|(?:mesec\\w*|${WEEKS})( dana)?)`;
  const day = (date: WallDate, isWeek = false) => ({ date, isWeek });
  return (
    line.read(ahead, (_, count, unit, days) => {
      const n = count ? numberOf(count) : 1;
      if (unit.startsWith('m')) return day(addMonths(today, n));
      if (!(count || days)) return null;
      return unit.startsWith('d') ? day(addDays(today, n)) : day(addDays(today, WEEK_DAYS * n), true);
    }) ??
    line.read('(?:za )?(?:danas|veceras|jutros|sada?|odmah|(preko?)?(sutra)(?:dan)?)', (_, after, tomorrow) =>
      day(addDays(today, after ? 2 : tomorrow ? 1 : 0)),
    )
  );
}

/** Takes the first match that is a day. */
const readDay = <T>(line: Line, pattern: string, dayIn: (end: number, ...groups: string[]) => T | null) =>
  line.read(`(?:(?:u|[zn]a) )?${pattern}`, dayIn);

/** Dates that cannot be times. */
export function readDate(line: Line, today: WallDate): WallDate | null {
  const read = (pattern: string) => readDay(line, pattern, (_, text) => numericDate(today, text));
  return (
    read(
      '(\\d{4}-\\d\\d-\\d\\d|\\d{1,2}([./-])\\d{1,2}\\2(?:\\d\\d){1,2}\\.?|\\d{1,2}\\. \\d{1,2}\\.(?: 20\\d\\d\\.?)?)',
    ) ??
    // '5. decembra', 'petog decembra 2026.'
    readDay(
      line,
      `(?:#|(\\d{1,2}\\.|\\w+(?:i|[oe]g)|\\d{1,2}(?=${OG} )))(?:${OG})? ${MONTH}`,
      (end, plain, typed, name, year) => {
        if (plain && NAMES.test(name) && line.words[end - 1]?.isCapital) return null;
        const day = numberOf(plain || typed);
        const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
        return dateIn(today, day, month, year ? Number(year) : undefined);
      },
    ) ??
    // '23-11 u 12' is a day, '10-12' a time
    (line.has('(?:u|oko) \\d{1,2}[:.]?\\d*|\\d{1,2}(?: h|:\\d\\d)') ? read('(\\d{1,2}-\\d{1,2})') : null) ??
    read('(?<!\\bu )(\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}/\\d{1,2}\\.?)')
  );
}

/** `number`: matches the number of the day. */
export function readWeekday(
  line: Line,
  today: WallDate,
  known: EntryDay,
  names: string,
  number = '',
  isNextWeek = false,
): EntryDay {
  const pattern = `(?:(?:u|za|na|od) )?(?:(${NEXT}) |(?:ov\\w{1,3}|prv[iau]|taj|tu) )?(${names})(?:${number})?`;
  if (known.weekday) return known;
  const read = line.read(pattern, (_, qualified, name, numbered) => {
    const weekday = STARTS.findIndex((start) => name.startsWith(start)) + 1;
    const ofWeek = (date: WallDate) => addDays(startOfWeek(date), weekday - 1);
    if (known.isFixed && known.date)
      return { ...known, date: known.isWeek ? ofWeek(known.date) : known.date, weekday };
    const isNext = isNextWeek || qualified;
    const coming = addDays(today, (weekday - weekdayOf(today) + WEEK_DAYS) % WEEK_DAYS);
    const date = isNext ? addDays(ofWeek(today), WEEK_DAYS) : coming;
    return {
      date: numbered ? nextNumbered(today, numbered) : date,
      weekday,
      isFixed: !!(isNext || numbered),
      isWeek: false,
    };
  });
  return read ?? known;
}

/** 'petak', 'sledeći petak', 'petak sledeće nedelje', 'petak 21 u 17'; not 'pet', which may be five o'clock. */
export function readWeekdays(line: Line, today: WallDate, known: EntryDay, hasTime: boolean): EntryDay {
  const week = `${NEXT} (?:${WEEKS})`;
  const day = `(?:${WEEKDAY}|pet)`;
  const hasDay = line.has(`${day} (?:.* )?${week}|${week} (?:.* )?${day}`);
  const weekIn = hasDay ? WEEKS : 'nedj?elje|sedmic\\w';
  const nextWeek = line.read(`(?:(?:u|za) )?(?:ove|(${NEXT})) (?:${weekIn})`, (_, next) => next);
  const names = nextWeek && hasDay ? day : `${WEEKDAY}|pet(?= \\d{1,2}\\.(?!\\S))`;
  const dot = known.isFixed ? '\\.' : hasTime ? '\\.?' : '(?:\\.|(?= (?:u )?\\d))';
  const read = readWeekday(line, today, known, names, ` ${DAY_NUMBER}${dot}`, !!nextWeek);
  return nextWeek && !read.date ? { ...read, date: addDays(today, WEEK_DAYS), isFixed: true } : read;
}

/** 'u 5.12' is a time, '5.12' a day, except beside another day that stands without a time. */
export const readDottedDay = (line: Line, today: WallDate, hasDay: boolean, hasTime: boolean) =>
  line.read('(u )?(\\d{1,2}\\.#\\.?)', (_, after, text, minutes) =>
    (after || hasDay) && Number(minutes) % 5 === 0 && !hasTime ? null : numericDate(today, text),
  );

/** '21-og', '21. u 17': the number of a day. `isSure`: not a time. */
export const readNumberedDay = (line: Line, today: WallDate, isSure: boolean) =>
  readDay(line, `${DAY_NUMBER}(?:${OG}${isSure ? '|\\.' : ''})`, (_, number) => nextNumbered(today, number));
