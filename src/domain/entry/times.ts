/** The time and the length of a line: 'u 5', 'pola 6', 'petnaest do 6', '17h', '90 min'. docs/spec/behaviour.md §24.3 */
import { DAY_CLOSES, DAY_OPENS, SLOT_STEP_MINUTES } from '../limits.ts';
import type { ShortClockTime } from '../wall-clock.ts';
import type { Line } from './line.ts';
import { NUMBER, numberOf } from './numbers.ts';

export interface EntryTime {
  /** Minutes after midnight; of an hour from 1 to 11 without a leading zero those of the morning. */
  readonly minutes: number;
  readonly hasTwoReadings: boolean;
  /** Typed with h or minutes: the later reading counts only if the salon is closed at the earlier one. */
  readonly isExact: boolean;
}

export type PartOfDay = 'morning' | 'evening' | null;

const QUARTER_MINUTES = 15;
const HALF_DAY = 720;
const DAY = 1440;
const HOUR_UNIT = 'h|c|hr|cas(?:a|ova)?';
const HOURS = 'sata?|sati';
const QUARTER = 'frtalj|cetvrt|kvarat';

function timeOf(hour: string, minute = 0, isExact = false): EntryTime | null {
  const hours = numberOf(hour);
  if (!(hours >= 0 && hours < 24 && minute < 60)) return null;
  const total = (hours * 60 + minute + DAY) % DAY;
  return { minutes: total, hasTwoReadings: hours > 0 && hours < 12 && !hour.startsWith('0'), isExact };
}

/** The time and the length that a line names so far. */
export function timesOf(line: Line) {
  let time: EntryTime | null = null;
  let length: number | null = null;
  return {
    found: (): EntryTime | null => time,
    length: (): number | null => length,
    setLength: (minutes: number) => {
      length = minutes;
    },
    /** Takes the first match that is a time. A second time stays in the note. */
    read(pattern: string, timeIn: (groups: readonly string[]) => EntryTime | null): void {
      if (time !== null) return;
      line.read(`(?:(?:u|oko|@) )?(?:${pattern})`, ([, ...groups]) => {
        time = timeIn(groups);
        return time !== null;
      });
    },
    readLength(pattern: string, minutesOf: (n: string) => number): void {
      if (length !== null) return;
      const isLength = (_: unknown, at: number) => line.left[at - 1] !== 'kasni';
      const match = line.read(`(?:traje )?(?:${pattern})`, isLength);
      if (match) length = minutesOf(match[1] ?? '');
    },
  };
}

type Times = ReturnType<typeof timesOf>;

const exact = ([hour = '', minute]: readonly (string | undefined)[]) =>
  timeOf(hour, Number(minute ?? 0), true);
const plain = ([hour = '']: readonly string[]) => timeOf(hour);
const before = (hour: string, minutes: number) => timeOf(hour, -minutes);

export function readLength({ readLength: read }: Times): void {
  read('(\\d{2,3}) (?:m|min|minuta?)', Number);
  read('pola sata', () => 30);
  read('(?:jedan )?sat vremena', () => 60);
  read('(?:jedan )?sat (?:i po|ipo)', () => 90);
}

/** 'od 10 do 12', '17:00-18:30'; '10 do 12' alone is ten to twelve. */
function readRange({ read, setLength }: Times): void {
  const end = '(\\d{1,2})(?:[:.](\\d\\d))?';
  for (const pattern of [
    `(?:od )?${end}(?: h)?(?:-| [–-] )${end}(?: h)?`,
    `od ${end}(?: h)? do ${end}(?: h)?`,
    `${end}(?: h|(?<=[:.]\\d\\d)) do ${end}(?: h)?`,
  ])
    read(pattern, ([hour = '', minute, untilHour = '', untilMinute]) => {
      const from = timeOf(hour, Number(minute ?? 0), minute !== undefined);
      const until = timeOf(untilHour, Number(untilMinute ?? 0));
      if (!from || !until) return null;
      setLength((until.minutes - from.minutes + HALF_DAY) % HALF_DAY || HALF_DAY);
      return from;
    });
}

/** 'petnaest do 6', 'pola 6', 'frtalj 6', '6 i po' */
function readWords({ read }: Times): void {
  const hour = `(${NUMBER})`;
  const isStep = (minutes: number) => minutes % SLOT_STEP_MINUTES === 0;
  read(`(${NUMBER}|${QUARTER}) (?:minuta )?do (pola )?${hour}`, ([typed = '', half, to = '']) => {
    const minutes = numberOf(typed) || QUARTER_MINUTES;
    return isStep(minutes) && minutes < 30 ? before(to, half ? 30 + minutes : minutes) : null;
  });
  read(`(?:tri|3) (?:frtalja|cetvrti(?:ne)?) (?:na )?${hour}`, ([to = '']) => before(to, 15));
  read(`(?:${QUARTER}) (?:na )?${hour}`, ([to = '']) => before(to, 45));
  read(`(?:pola?|1/2) ${hour}`, ([to = '']) => before(to, 30));
  read(`${hour}(?: h| ${HOURS})? (?:i (?:po|pola)|ipo)`, ([from = '']) => timeOf(from, 30));
  read(`${hour}(?: h| ${HOURS})? i (${NUMBER}|${QUARTER})(?: min\\w*)?`, ([from = '', typed = '']) => {
    const minutes = numberOf(typed) || QUARTER_MINUTES;
    return isStep(minutes) ? timeOf(from, minutes) : null;
  });
  read('podne', () => timeOf('12'));
}

/** Times that cannot be days. */
export function readExplicitTime(times: Times): void {
  const { read } = times;
  readRange(times);
  readWords(times);
  read(`(\\d{1,2})[:.,](\\d\\d)\\.? (?:${HOUR_UNIT})`, exact);
  read('(\\d{1,2})[:,](\\d\\d)\\.?', exact);
  read('(\\d{1,2}) h (\\d\\d)', exact);
  read(`(${NUMBER})\\.? (?:${HOUR_UNIT})`, ([hour]) => exact([hour]));
  read(`(?<=u )(${NUMBER})\\.? (?:${HOURS})`, plain);
  read('(\\d{1,2}) ([0-5][05])', exact);
  read(`(?<=(?:u|oko|@) )(\\d{1,2})\\.?`, plain);
  read(`(?<=(?:u|oko) )((?!pet\\b)(?:${NUMBER}))`, plain);
}

export const readDottedTime = ({ read }: Times): void => read('(\\d{1,2})\\.(\\d\\d)\\.?', exact);

/** 'pet' as five o'clock. */
export const readFive = ({ read }: Times): void => read('pet', () => timeOf('5'));

/** Numbers that are nothing else; number words only beside a day. */
export function readBareTime({ read, readLength: readMinutes }: Times, isDayFound: boolean): void {
  read(`(${NUMBER}) (?:${HOURS})`, plain);
  read('(\\d{1,2})\\.?', plain);
  read('(\\d{1,2})([0-5][05])', exact);
  if (isDayFound) read(`(${NUMBER})`, plain);
  readMinutes(`(${NUMBER}) (?:${HOURS})(?: vremena)?`, (n) => 60 * numberOf(n));
}

const clockAt = (minutes: number): ShortClockTime =>
  `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}` as ShortClockTime;

const isWithin = (clock: string, from: string, to: string): boolean => clock >= from && clock < to;

/** True while the salon may be open. */
export const isInDay = (clock: ShortClockTime): boolean =>
  isWithin(clock, DAY_OPENS.slice(0, 5), DAY_CLOSES.slice(0, 5));

/** The readings of a time, the likeliest one first. `after`: of today only what lies ahead, unless everything has passed. */
export function readingsOf(time: EntryTime, part: PartOfDay, after: ShortClockTime | null): ShortClockTime[] {
  const { minutes, hasTwoReadings, isExact } = time;
  const first = clockAt(minutes);
  if (!hasTwoReadings) return [first];
  const second = clockAt((minutes + HALF_DAY) % DAY);
  if (part) return [first < second === (part === 'morning') ? first : second];
  const isSecondFirst = isExact ? !isInDay(first) : !isWithin(first, '08:00', '20:00');
  const both = isSecondFirst ? [second, first] : [first, second];
  const ahead = both.filter((clock) => after === null || clock > after);
  return ahead.length > 0 ? ahead : both;
}

const distanceOf = (a: string, b: string): number => {
  const minutesOf = (clock: string) => 60 * Number(clock.slice(0, 2)) + Number(clock.slice(3));
  return Math.abs(minutesOf(a) - minutesOf(b));
};

/** Chooses a reading: one inside the day, then an offered one, then the nearest to an offer, then the likeliest. docs/spec/behaviour.md §24.3 */
export function chosenReading(
  times: readonly ShortClockTime[],
  isExact: boolean,
  offers: readonly ShortClockTime[],
): ShortClockTime | null {
  const inDay = times.filter(isInDay);
  const [first = null, ...others] = inDay.length > 0 ? inDay : times;
  if (first === null || isExact || others.length === 0 || offers.length === 0) return first;
  const nearest = (clock: string) => Math.min(...offers.map((offer) => distanceOf(clock, offer)));
  return [first, ...others].toSorted((a, b) => nearest(a) - nearest(b))[0] ?? first;
}
