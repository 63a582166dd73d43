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
import { HOUR_UNIT, HOURS, numberOf } from './numbers.ts';

export interface EntryTime {
  /** Minutes after midnight; of an hour from 1 to 11 without a leading zero those of the morning. */
  readonly minutes: number;
  readonly hasTwoReadings: boolean;
  /** Typed with h or minutes: the later reading counts only if the salon is closed at the earlier one. */
  readonly isExact: boolean;
  /** Of 'od 10 do 12'. */
  readonly length?: number;
}

const HALF_DAY = 720;
const CLOCK = '#(?:[:.](\\d\\d))?';
/** A part of an hour. */
const PART = '((?:tri |3 )?(?:frtalj|cetvrt|kvarat)(?:a|i|ine)?|pola?|1/2)';

function timeOf(hour: string, minute = 0, isExact = false): EntryTime | null {
  const hours = numberOf(hour);
  const hasTwoReadings = hours > 0 && hours < 12 && !hour.startsWith('0');
  const isTime = hours >= 0 && hours < 24 && minute < 60;
  return isTime ? { minutes: hours * 60 + minute, hasTwoReadings, isExact } : null;
}

const exact = (hour: string, minute = '') => timeOf(hour, Number(minute), true);
const plain = (hour: string) => timeOf(hour);

/** The minutes of a part of an hour, or of a number; NaN if they are not on a step. */
function minutesOf(part: string, number = ''): number {
  const minutes = number ? numberOf(number) : /^[3t]/.test(part) ? 45 : /^[1p]/.test(part) ? 30 : 15;
  return minutes % SLOT_STEP_MINUTES === 0 ? minutes : Number.NaN;
}

type Clock = readonly [pattern: string, timeIn: (...groups: string[]) => EntryTime | null];

/** Times that cannot be days. */
const EXPLICIT: readonly Clock[] = [
  // 'od 10 do 12', '17:00-18:30'; '10 do 12' alone is ten to twelve
  [
    `(od )?${CLOCK}( h)?(?: (do) |-| [–-] )${CLOCK}(?: h)?`,
    (after, hour, minute, unit, to, untilHour, untilMinute) => {
      const from = timeOf(hour, Number(minute), !!minute);
      const until = timeOf(untilHour, Number(untilMinute));
      if (!from || !until || (to && !after && !minute && !unit)) return null;
      return { ...from, length: (until.minutes - from.minutes + HALF_DAY) % HALF_DAY || HALF_DAY };
    },
  ],
  // 'petnaest do 6', 'frtalj do 6', '5 do pola 6'
  [
    `(?:${PART}|N) (?:min\\w* )?do (pola )?N`,
    (part, number, half, to) => {
      const minutes = minutesOf(part, number);
      return minutes < 30 ? timeOf(to, -minutes - (half ? 30 : 0)) : null;
    },
  ],
  // 'pola 6', 'frtalj 6', 'tri frtalja 6'
  [`${PART} (?:na )?N`, (part, to) => timeOf(to, minutesOf(part) - 60)],
  // '6 i po', 'pet i petnaest'
  [
    `N(?: h| ${HOURS})? (?:i ?(po)|i (?:${PART}|N)(?: min\\w*)?)`,
    (from, half, part, number) => timeOf(from, minutesOf(half || part, number)),
  ],
  ['podne', () => timeOf('12')],
  [`#(?:[:,]|\\.(?=\\d\\d\\.? ${HOUR_UNIT}))(\\d\\d)\\.?(?: ${HOUR_UNIT})?`, exact],
  ['#(?: h)? ([0-5][05])', exact],
  [`N\\.? ${HOUR_UNIT}`, exact],
  [`(?<=(?:\\bu|\\boko|@) )(?!pet\\b(?! sat))N\\.?(?: ${HOURS})?`, plain],
];

const firstTime = (line: Line, clocks: readonly Clock[]): EntryTime | null =>
  clocks.reduce<EntryTime | null>(
    (time, [pattern, timeIn]) => time ?? line.read(pattern, (_, ...groups) => timeIn(...groups)),
    null,
  );

export const readExplicitTime = (line: Line): EntryTime | null => firstTime(line, EXPLICIT);

export const readDottedTime = (line: Line): EntryTime | null =>
  firstTime(line, [['#\\.(\\d\\d)\\.?', exact]]);

/** A number without a mark of a time, such as '1730' or '5'. In a line without a day the only number word is 'pet'. */
export const readBareTime = (line: Line, hasDay: boolean): EntryTime | null =>
  firstTime(line, [
    ['#([0-5][05])', exact],
    [`N ${HOURS}`, plain],
    [hasDay ? 'N\\.?' : '(\\d{1,2}|pet)\\.?', plain],
  ]);

const LENGTH = '(\\d{1,3}) m(?:in(?:uta?)?)?(?! do)|(pola) sata|(?:jedan )?sat(?: vremena|( i ?po))';
/** 'dva sata' is a length only if another time stands in the line. */
const ANY_LENGTH = `(?:${LENGTH}|(?:N )?${HOURS}(?: vremena)?)`;

const readMinutes = (line: Line, pattern: string): number | null =>
  line.read(
    pattern,
    (_, minutes, half, more, hours = '') =>
      Number(minutes) || (half ? 30 : 60 * numberOf(hours) + (more ? 30 : 0)),
  );

/** 'za sat vremena', 'kroz pola sata', 'za 30 min', 'odmah': the minutes from now. */
export const readMinutesAhead = (line: Line): number | null =>
  readMinutes(line, `(?:za|kroz) ${ANY_LENGTH}`) ?? (line.has('sada?|odmah') ? 0 : null);

export const readLength = (line: Line, isSure: boolean): number | null =>
  readMinutes(line, `(?<!kasni )(?:traje )?(?:${isSure ? LENGTH : ANY_LENGTH})`);

const ANY_DAY = '2000-01-01';
const clockAt = (minutes: number): ShortClockTime => clockOf(addMinutes(startOfDay(ANY_DAY), minutes));

const isWithin = (clock: ShortClockTime, from: string, to: string): boolean =>
  `${clock}:00` >= from && `${clock}:00` < to;

/** True while the salon may be open. */
export const isInDay = (clock: ShortClockTime): boolean => isWithin(clock, DAY_OPENS, DAY_CLOSES);

/** The readings of a time, the likeliest one first. */
export function readingsOf(
  { minutes, hasTwoReadings, isExact }: EntryTime,
  isMorning: boolean | null,
): ShortClockTime[] {
  const first = clockAt(minutes);
  if (!hasTwoReadings) return [first];
  const second = clockAt(minutes + HALF_DAY);
  if (isMorning !== null) return [first < second === isMorning ? first : second];
  const isFirst = isExact ? isInDay(first) : isWithin(first, '08:00', '20:00');
  return isFirst ? [first, second] : [second, first];
}

/** Chooses a reading: one inside the day, then an offered one, then the nearest to an offer, then the likeliest. docs/spec/behaviour.md §24.3 */
export function chosenReading(
  times: readonly ShortClockTime[],
  isExact: boolean,
  offers: readonly ShortClockTime[],
): ShortClockTime | null {
  const inDay = times.filter(isInDay);
  const choice = inDay.length > 0 ? inDay : times;
  const at = (clock: ShortClockTime) => wallTimeOn(ANY_DAY, clock);
  const nearest = (clock: ShortClockTime) =>
    Math.min(HALF_DAY, ...offers.map((offer) => Math.abs(minutesBetween(at(clock), at(offer)))));
  return (isExact ? choice : choice.toSorted((a, b) => nearest(a) - nearest(b)))[0] ?? null;
}
