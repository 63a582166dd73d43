/** The time and the length of a line: 'u 5', 'pola 6', 'petnaest do 6', '17h', '90 min'. docs/spec/behaviour.md §24.3 */
import { DAY_CLOSES, DAY_OPENS, SLOT_STEP_MINUTES } from '../limits.ts';
import {
  addMinutes,
  clockOf,
  minutesBetween,
  type ShortClockTime,
  startOfDay,
  wallTimeOn,
} from '../wall-clock.ts';
import type { Line } from './line.ts';
import { numberOf } from './numbers.ts';

export interface EntryTime {
  /** Minutes after midnight; of an hour from 1 to 11 without a leading zero those of the morning. */
  readonly minutes: number;
  readonly hasTwoReadings: boolean;
  /** Typed with h or minutes: the later reading counts only if the salon is closed at the earlier one. */
  readonly isExact: boolean;
  /** Of 'od 10 do 12'. */
  readonly length?: number;
}

export type PartOfDay = 'morning' | 'evening' | null;

const QUARTER_MINUTES = 15;
const HALF_DAY = 720;
const HOUR_UNIT = 'h|c|hr|cas(?:a|ova)?';
const HOURS = 'sat[ai]?';
const QUARTER = 'frtalj|cetvrt|kvarat';
const CLOCK = '#(?:[:.](\\d\\d))?';

function timeOf(hour: string, minute = 0, isExact = false): EntryTime | null {
  const hours = numberOf(hour);
  if (!(hours >= 0 && hours < 24 && minute < 60)) return null;
  return {
    minutes: hours * 60 + minute,
    hasTwoReadings: hours > 0 && hours < 12 && !hour.startsWith('0'),
    isExact,
  };
}

const exact = (hour: string, minute = '') => timeOf(hour, Number(minute), true);
const plain = (hour: string) => timeOf(hour);

/** Takes the first match that is a time. */
const readTime = (line: Line, pattern: string, timeIn: (...groups: string[]) => EntryTime | null) =>
  line.read(`(?:(?:u|oko|@) )?(?:${pattern})`, (_, ...groups) => timeIn(...groups));

const readMinutes = (line: Line, pattern: string, minutesOf: (...groups: string[]) => number) =>
  line.read(`(?<!kasni )(?:traje )?(?:${pattern})`, (_, ...groups) => minutesOf(...groups));

export const readLength = (line: Line): number | null =>
  readMinutes(
    line,
    '(\\d{2,3}) m(?:in(?:uta?)?)?|(pola) sata|(?:jedan )?sat (?:(vremena)|i ?po)',
    (minutes, half, hour) => Number(minutes) || (half ? 30 : hour ? 60 : 90),
  );

/** 'od 10 do 12', '17:00-18:30'; '10 do 12' alone is ten to twelve. */
const readRange = (line: Line): EntryTime | null =>
  readTime(
    line,
    `(od )?${CLOCK}( h)?(?: (do) |-| [–-] )${CLOCK}(?: h)?`,
    (after, hour, minute, unit, to, untilHour, untilMinute) => {
      const from = timeOf(hour, Number(minute), !!minute);
      const until = timeOf(untilHour, Number(untilMinute));
      if (!from || !until || (to && !after && !minute && !unit)) return null;
      return { ...from, length: (until.minutes - from.minutes + HALF_DAY) % HALF_DAY || HALF_DAY };
    },
  );

/** The minutes in words, a quarter without a number; null if they are not on a step. */
function stepOf(typed: string): number | null {
  const minutes = numberOf(typed) || QUARTER_MINUTES;
  return minutes % SLOT_STEP_MINUTES === 0 ? minutes : null;
}

/** 'petnaest do 6', 'pola 6', 'frtalj 6', '6 i po' */
const readWords = (line: Line): EntryTime | null =>
  readTime(line, `(?:N|${QUARTER}) (?:minuta )?do (pola )?N`, (typed, half, to) => {
    const minutes = stepOf(typed);
    return minutes && minutes < 30 ? timeOf(to, -minutes - (half ? 30 : 0)) : null;
  }) ??
  readTime(line, `(tri |3 )?(?:${QUARTER})(?:a|i|ine)? (?:na )?N`, (three, to) =>
    timeOf(to, three ? -15 : -45),
  ) ??
  readTime(line, `(?:pola?|1/2) N`, (to) => timeOf(to, -30)) ??
  readTime(
    line,
    `N(?: h| ${HOURS})? (?:i ?(po|pola)|i (?:N|${QUARTER})(?: min\\w*)?)`,
    (from, half, typed) => {
      const minutes = half ? 30 : stepOf(typed);
      return minutes === null ? null : timeOf(from, minutes);
    },
  ) ??
  readTime(line, 'podne', () => timeOf('12'));

/** Times that cannot be days. */
export const readExplicitTime = (line: Line): EntryTime | null =>
  readRange(line) ??
  readWords(line) ??
  readTime(line, `#(?:[:,]|\\.(?=\\d\\d\\.? (?:${HOUR_UNIT})))(\\d\\d)\\.?(?: (?:${HOUR_UNIT}))?`, exact) ??
  readTime(line, '#(?: h)? ([0-5][05])', exact) ??
  readTime(line, `N\\.? (?:${HOUR_UNIT})`, exact) ??
  readTime(line, `(?<=(?<!\\S)(?:u|oko|@) )(?!pet\\b(?! sat))N\\.?(?: ${HOURS})?`, plain);

export const readDottedTime = (line: Line): EntryTime | null => readTime(line, '#\\.(\\d\\d)\\.?', exact);

/** 'pet' as five o'clock. */
export const readFive = (line: Line): EntryTime | null => readTime(line, 'pet', () => timeOf('5'));

/** Numbers that are nothing else; number words only beside a day. */
export const readBareTime = (line: Line, hasDay: boolean): EntryTime | null =>
  readTime(line, '#([0-5][05])', exact) ??
  readTime(line, `N ${HOURS}`, plain) ??
  readTime(line, hasDay ? 'N\\.?' : '#\\.?', plain);

/** 'dva sata', which is a length if another time stands in the line. */
export const readHours = (line: Line): number | null =>
  readMinutes(line, `N ${HOURS}(?: vremena)?`, (hours) => 60 * numberOf(hours));

const ANY_DAY = '2000-01-01';
const clockAt = (minutes: number): ShortClockTime => clockOf(addMinutes(startOfDay(ANY_DAY), minutes));

const isWithin = (clock: string, from: string, to: string): boolean => clock >= from && clock < to;

/** True while the salon may be open. */
export const isInDay = (clock: ShortClockTime): boolean =>
  isWithin(clock, DAY_OPENS.slice(0, 5), DAY_CLOSES.slice(0, 5));

/** The readings of a time, the likeliest one first. `after`: of today only what lies ahead, unless everything has passed. */
export function readingsOf(time: EntryTime, part: PartOfDay, after: ShortClockTime | null): ShortClockTime[] {
  const { minutes, hasTwoReadings, isExact } = time;
  const first = clockAt(minutes);
  if (!hasTwoReadings) return [first];
  const second = clockAt(minutes + HALF_DAY);
  if (part) return [first < second === (part === 'morning') ? first : second];
  const isSecondFirst = isExact ? !isInDay(first) : !isWithin(first, '08:00', '20:00');
  const both = isSecondFirst ? [second, first] : [first, second];
  const ahead = both.filter((clock) => after === null || clock > after);
  return ahead.length > 0 ? ahead : both;
}

/** Chooses a reading: one inside the day, then an offered one, then the nearest to an offer, then the likeliest. docs/spec/behaviour.md §24.3 */
export function chosenReading(
  times: readonly ShortClockTime[],
  isExact: boolean,
  offers: readonly ShortClockTime[],
): ShortClockTime | null {
  const inDay = times.filter(isInDay);
  const [first = null, ...others] = inDay.length > 0 ? inDay : times;
  if (first === null || isExact || others.length === 0 || offers.length === 0) return first;
  const at = (clock: ShortClockTime) => wallTimeOn(ANY_DAY, clock);
  const nearest = (clock: ShortClockTime) =>
    Math.min(...offers.map((offer) => Math.abs(minutesBetween(at(clock), at(offer)))));
  return [first, ...others].toSorted((a, b) => nearest(a) - nearest(b))[0] ?? first;
}
