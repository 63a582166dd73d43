/** The day of a line: 'sutra', 'sledeći petak', '5.12.', 'za 2 nedelje'. docs/spec/behaviour.md §24.2 */
import {
  addDays,
  addMonths,
  firstOfMonth,
  isWallDate,
  startOfWeek,
  type WallDate,
  wallDateOf,
  weekdayOf,
  yearOf,
} from '../wall-clock.ts';
import type { Line } from './line.ts';
import { NUMBER, numberOf } from './numbers.ts';

export interface EntryDay {
  readonly date: WallDate;
  /** The weekday that the line names, 1 Monday … 7 Sunday. */
  readonly weekday: number | null;
  /** A weekday without a date: today's only while its time lies ahead. */
  readonly isComingWeekday: boolean;
}

const WEEK_DAYS = 7;
const WEEKDAYS = [
  'pon|poned|ponedj?elja?k\\w*',
  'uto?|utor|utora?k\\w{0,2}',
  'sre|sri|sred|s(?:re|rije)d(?:a|u|e|i|om)|srdea|sredz',
  'cet|cetv|cetvrt(?:ak|k\\w+)',
  'petak|petk(?:a|u|om)?|ptak|peatk|pteak|petaj',
  'sub|subot(?:a|u|e|i|om)|sobot[au]',
  'ned|nedj?elj(?:a|u|e|i|om)|nedlj[au]|nedleju',
];
const ANY_WEEKDAY = WEEKDAYS.join('|');
const weekdayNumber = (word: string): number =>
  word === 'pet' ? 5 : WEEKDAYS.findIndex((names) => new RegExp(`^(?:${names})$`).test(word)) + 1;

const MONTHS = 'jan feb mar apr maj jun jul avg sep okt nov dec'.split(' ');
const ANY_MONTH = `${MONTHS.slice(8).join('\\w*|')}\\w*|jan(?:uara?)?|feb(?:ruara?)?|mar(?:ta?)?|apr(?:ila?)?|maja?|juna?|jula?|avg(?:usta?)?`;
/** Months that are also names of women. */
const NAMES = /^(?:marta?|maja|juna|jula|avgusta)$/;
const ORDINALS = 'prv drug trec cetvrt pet sest sedm osm devet deset jedanaest dvanaest'.split(' ');
const ORDINAL = `(?:${ORDINALS.join('|')})(?:i|og|eg)`;
const NEXT = '(?:slj?edec|iduc|naredn)\\w*';
const WEEKS = 'nedj?elj\\w+|sedmic\\w+|ned';

/** Words of which a typing error is read; the errors of shorter words are in the patterns. */
export const DAY_WORDS = [
  ...['sutra', 'danas', 'prekosutra', 'ponedeljak', 'utorak', 'cetvrtak', 'subota', 'subotu', 'sledeci'],
  ...['sledecu', 'popodne', 'ujutru', 'veceras', 'nedelje', 'januara', 'februara', 'septembra', 'oktobra'],
  ...['novembra', 'decembra'],
];
/** Names and other words that resemble the words of a date. */
export const NO_TYPO = /^(?:dan[aeiu]|danka|nedelj\w+|subot\w+|sledec\w+|januar|februar|ujutro)$/;

const dateOrNull = (year: number, month: number, day: number): WallDate | null => {
  const date = wallDateOf(year, month, day);
  return isWallDate(date) ? date : null;
};

/** The next day with these numbers: this year's, if it has passed next year's. */
function nextDate(today: WallDate, day: number, month: number): WallDate | null {
  const dates = [0, 1].map((years) => dateOrNull(yearOf(today) + years, month, day));
  return dates.find((date) => date !== null && date >= today) ?? null;
}

/** The next day of any month with this number. */
function nextNumbered(today: WallDate, day: number): WallDate | null {
  const months = Array.from({ length: 12 }, (_, n) => addMonths(firstOfMonth(today), n));
  const dates = months.map((first) => dateOrNull(yearOf(first), Number(first.slice(5, 7)), day));
  return dates.find((date) => date !== null && date >= today) ?? null;
}

/** '5.12.', '5/12', '5.12.26', '05-12-2026' */
function numericDate(today: WallDate, text: string): WallDate | null {
  const [day = 0, month = 0, year] = text.split(/\D+/).filter(Boolean).map(Number);
  if (year === undefined) return nextDate(today, day, month);
  return dateOrNull(year < 100 ? 2000 + year : year, month, day);
}

/** '5. decembra', 'petog decembra 2026.' */
function dateOfMonth(today: WallDate, [day = '', name = '', year]: Groups): WallDate | null {
  const ordinal = ORDINALS.findIndex((word) => day.startsWith(word)) + 1;
  const number = Number.parseInt(day, 10) || ordinal;
  const month = MONTHS.indexOf(name.slice(0, 3)) + 1;
  return year ? dateOrNull(Number(year), month, number) : nextDate(today, number, month);
}

type Groups = readonly (string | undefined)[];

/** The day of the week of `date`. */
const ofWeek = (date: WallDate, weekday: number): WallDate => addDays(startOfWeek(date), weekday - 1);

/** The coming day of the week, or that of next week. */
const weekdayAfter = (today: WallDate, weekday: number, isNext: boolean): WallDate =>
  isNext
    ? addDays(ofWeek(today, weekday), WEEK_DAYS)
    : addDays(today, (weekday - weekdayOf(today) + WEEK_DAYS) % WEEK_DAYS);

/** The day that a line names so far. */
export function daysOf(line: Line, today: WallDate) {
  let day: EntryDay | null = null;
  /** 'za dve nedelje': a weekday in the same line is that week's. */
  let isWeek = false;
  /** Where the word after the weekday stands. */
  let next = -1;
  const isFixed = () => day !== null && !day.isComingWeekday;
  const setDate = (date: WallDate) => {
    day = { date, weekday: day?.weekday ?? null, isComingWeekday: false };
  };
  return {
    line,
    today,
    setDate,
    found: (): EntryDay | null => day,
    /** 'za 2 nedelje' */
    readWeeksAhead(pattern: string): void {
      if (isFixed()) return;
      const match = line.read(`(?:za|kroz) ${pattern}`);
      if (!match) return;
      isWeek = true;
      setDate(addDays(today, WEEK_DAYS * numberOf(match[1] ?? '1')));
    },
    /** Takes the first match that is an existing day. A second day stays in the note. */
    readDate(pattern: string, dateOf: (groups: Groups, at: number) => WallDate | null): void {
      if (isFixed()) return;
      line.read(pattern, ([, ...groups], at) => {
        const date = dateOf(groups, at);
        if (date !== null) setDate(date);
        return date !== null;
      });
    },
    readWeekday(names: string, isNextWeek = false, after = '()'): void {
      if (day?.weekday) return;
      const pattern = `(?:(?:u|za|na|od) )?(?:(${NEXT}) |(?:ov\\w{1,3}|prv[iau]|taj|tu) )?(${names})${after}`;
      line.read(pattern, ([all, qualified, name = '', number], at) => {
        const weekday = weekdayNumber(name);
        const numbered = number ? nextNumbered(today, Number.parseInt(number, 10)) : null;
        const isNext = isNextWeek || qualified !== undefined;
        next = at + all.split(' ').length;
        if (day && isFixed()) day = { ...day, date: isWeek ? ofWeek(day.date, weekday) : day.date, weekday };
        else
          day = {
            date: numbered ?? weekdayAfter(today, weekday, isNext),
            weekday,
            isComingWeekday: numbered === null && !isNext,
          };
        return true;
      });
    },
    afterWeekday: (): number => next,
    isFixed,
  };
}

type Days = ReturnType<typeof daysOf>;

export function readRelativeDay({ today, readDate, readWeeksAhead }: Days): void {
  const ahead = (pattern: string, count: number) => readDate(pattern, () => addDays(today, count));
  readDate(`(?:za|kroz) (${NUMBER}) dana?`, ([n = '']) => addDays(today, numberOf(n)));
  readWeeksAhead(`(${NUMBER}) (?:${WEEKS})(?: dana)?`);
  readWeeksAhead(`(?:${WEEKS}) dana`);
  readDate(`(?:za|kroz) (?:(${NUMBER}) )?mesec\\w*(?: dana)?`, ([n = '1']) => addMonths(today, numberOf(n)));
  ahead('(?:za )?danas|veceras|jutros|sada?|odmah', 0);
  ahead('(?:za )?(?:sutra|sutradan)', 1);
  ahead('(?:za )?(?:prekosutra|preksutra)', 2);
}

/** Dates that cannot be times. */
export function readDates({ line, today, readDate }: Days): void {
  const numeric = ([text = '']: Groups) => numericDate(today, text);
  readDate('(\\d{4}-\\d\\d-\\d\\d)', ([text = '']) => (isWallDate(text) ? text : null));
  readDate('(?:(?:u|za) )?(\\d{1,2}([./-])\\d{1,2}\\2(?:\\d\\d|\\d{4})\\.?)', numeric);
  readDate('(?:za )?(\\d{1,2}\\. \\d{1,2}\\.(?: 20\\d\\d\\.?)?)', numeric);
  const month = `(${ANY_MONTH})(?: (20\\d\\d)\\.?)?`;
  const ordinal = `(\\d{1,2}\\.|${ORDINAL}|\\d{1,2}(?= (?:- )?[oe]g ))(?: (?:- )?[oe]g)?`;
  readDate(`(?:(?:u|za) )?${ordinal} ${month}`, (groups) => dateOfMonth(today, groups));
  readDate(`(?:za )?(\\d{1,2}) ${month}`, (groups, at) => {
    const isAfterU = line.left[at - 1] === 'u';
    const isName = NAMES.test(groups[1] ?? '') && (isAfterU || line.words[at + 1]?.isCapital);
    return isName ? null : dateOfMonth(today, groups);
  });
  // '23-11 u 12' is a day, '10-12' a time
  if (line.has('(?:.* )?(?:(?:u|oko) \\d{1,2}[:.]?\\d*|\\d{1,2} h|\\d{1,2}:\\d\\d)(?: .*)?'))
    readDate('(?:(?:za|na) )?(\\d{1,2}-\\d{1,2})', numeric);
  readDate('(?:(?:za|na) )?(\\d{1,2}\\.\\d{1,2}\\.|\\d{1,2}/\\d{1,2}\\.?)', (groups, at) =>
    line.left[at - 1] === 'u' ? null : numeric(groups),
  );
}

/** 'petak', 'sledeći petak', 'petak sledeće nedelje'; not 'pet', which may be five o'clock. */
export function readWeekdays({ line, today, readWeekday, setDate, found }: Days): void {
  const week = `${NEXT} (?:${WEEKS})`;
  readWeekday(`${ANY_WEEKDAY}|pet`, false, ' (\\d{1,2}\\.)');
  const day = `(?:${ANY_WEEKDAY}|pet)`;
  const hasDay = line.has(`(?:.* )?(?:${day} (?:.* )?${week}|${week} (?:.* )?${day})(?: .*)?`);
  const isNextWeek = line.read(`(?:(?:u|za) )?${hasDay ? week : `${NEXT} (?:nedj?elje|sedmic\\w)`}`) !== null;
  line.read('ove (?:nedj?elje|sedmice)');
  readWeekday(isNextWeek && hasDay ? `${ANY_WEEKDAY}|pet` : ANY_WEEKDAY, isNextWeek);
  if (isNextWeek && found() === null) setDate(addDays(today, WEEK_DAYS));
}

/** 'u 5.12' is a time, '5.12' a day, except beside another day that stands without a time. */
export const readDottedDay = ({ line, today, readDate, found }: Days, isTimeFound: boolean): void =>
  readDate('(\\d{1,2}\\.(\\d{1,2})\\.?)', ([text = '', minutes], at) => {
    const isTime = (line.left[at - 1] === 'u' || found() !== null) && Number(minutes) % 5 === 0;
    return isTime && !isTimeFound ? null : numericDate(today, text);
  });

/** 'petak 21 u 17': the number after a weekday. */
function readNumberAfterWeekday({ line, today, setDate, isFixed, afterWeekday }: Days, isTimeFound: boolean) {
  const next = afterWeekday();
  const [number = '', then = ''] = next < 0 || isFixed() ? [] : line.left.slice(next);
  if (!/^\d{1,2}$/.test(number) || !(isTimeFound || /^\d{1,2}$/.test(then))) return;
  const date = nextNumbered(today, Number(number));
  if (date === null) return;
  line.take(next, 1);
  setDate(date);
}

/** 'petak 21 u 17', '21-og', '21. u 17': the number of a day. */
export function readNumberedDay(days: Days, isTimeFound: boolean): void {
  const { today, readDate, found } = days;
  readNumberAfterWeekday(days, isTimeFound);
  const numbered = ([n]: Groups) => nextNumbered(today, Number(n));
  readDate('(?:(?:za|na) )?(\\d{1,2}) (?:- )?[oe]g', numbered);
  if (isTimeFound || found() === null) readDate('(?:(?:za|na) )?(\\d{1,2})\\.', numbered);
}
