/** One line as an appointment: 'Ana sutra u 5 gel lak 0641234567'. docs/spec/behaviour.md §24 */

import { onStep } from '../appointments/room.ts';
import type { ServiceId, TechnicianId } from '../ids.ts';
import { MAX_RETURN_WEEKS, MAX_SERIES_COUNT, MIN_SERIES_COUNT, SLOT_STEP_MINUTES } from '../limits.ts';
import {
  addDays,
  addMinutes,
  clockOf,
  dateOf,
  type ShortClockTime,
  type WallDate,
  type WallTime,
  weekdayOf,
} from '../wall-clock.ts';
import {
  DAY_WORDS,
  type EntryDay,
  NO_TYPO,
  readDate,
  readDottedDay,
  readNumberedDay,
  readRelativeDay,
  readWeekday,
  readWeekdays,
  WEEKDAY,
  WEEKS,
} from './days.ts';
import { type Line, lineOf } from './line.ts';
import { isSameWord, wordsIn } from './names.ts';
import { numberOf } from './numbers.ts';
import { type EntryPerson, readPeople } from './people.ts';
import { type EntryService, readServices } from './services.ts';
import {
  isInDay,
  type PartOfDay,
  readBareTime,
  readDottedTime,
  readExplicitTime,
  readFive,
  readHours,
  readingsOf,
  readLength,
} from './times.ts';

interface EntryTechnician {
  readonly id: TechnicianId;
  readonly name: string;
}

export interface Known<P extends EntryPerson = EntryPerson> {
  readonly now: WallTime;
  readonly services: readonly EntryService[];
  /** The people with these names, with or without an account. */
  readonly clients: readonly P[];
  readonly technicians: readonly EntryTechnician[];
}

export interface Entry<P extends EntryPerson = EntryPerson> {
  readonly name: string | null;
  /** Who may be meant, the one with the typed phone first. */
  readonly people: readonly P[];
  readonly phone: string | null;
  readonly date: WallDate | null;
  /** The weekday that the line names beside another date, 1 Monday … 7 Sunday. */
  readonly otherWeekday: number | null;
  /** The readings of the time, the likeliest first. */
  readonly times: readonly ShortClockTime[];
  /** Typed with h or minutes: the first reading counts. */
  readonly isExact: boolean;
  readonly minutes: number | null;
  readonly services: readonly ServiceId[];
  /** Another service fits the typed words as well. */
  readonly isServiceUnsure: boolean;
  readonly technician: TechnicianId | null;
  /** After 'kod', but no technician's name. */
  readonly unknownTechnician: string | null;
  readonly series: { readonly every_weeks: number; readonly count: number | null } | null;
  /** What is not understood. */
  readonly note: string | null;
}

function readPart(line: Line): PartOfDay {
  if (line.has('veceras')) return 'evening';
  if (line.has('jutros')) return 'morning';
  return line.read(
    '(ujutr[ou]|izjutra|pr(?:ij)?e ?podne|am)|po ?podne|posl(?:ij)?e ?podne|(?:u|na|pred)vece|pm',
    (_, morning) => (morning ? 'morning' : 'evening'),
  );
}

/** 'svake 3 nedelje x6', 'svaki petak', 'na 2 nedelje 4 puta' */
function readSeries(line: Line): Entry['series'] {
  const weeks = `N (?:${WEEKS})`;
  const every_weeks = line.read(
    `(?:na )?svak\\w+ (?:${weeks}|(?:${WEEKS}))|na ${weeks}|svak\\w+(?= (?:${WEEKDAY}|pet))|nedeljno`,
    (_, ...counts) => {
      const weeks = numberOf(counts.find(Boolean) ?? '1');
      return weeks <= MAX_RETURN_WEEKS ? weeks : null;
    },
  );
  if (!every_weeks) return null;
  const countOf = (_: number, n: string) => {
    const count = Number(n);
    return count >= MIN_SERIES_COUNT && count <= MAX_SERIES_COUNT ? count : null;
  };
  // 'u 10 x4' is at ten o'clock
  const count = line.read('[xh×] #', countOf) ?? line.read('# (?:[x×]|puta)', countOf);
  return { every_weeks, count };
}

/** Only what follows 'kod' is a technician. */
function readTechnician(line: Line, technicians: readonly EntryTechnician[]) {
  const hasWord = ({ name }: EntryTechnician, typed = '') =>
    wordsIn(name).some((word) => isSameWord(typed, word));
  const found = line.read('kod ([a-z]+)', (end, typed) => {
    const of = technicians.find((one) => hasWord(one, typed));
    return of && { of, end };
  });
  if (found && hasWord(found.of, line.left[found.end])) line.take(found.end, 1);
  const other = found
    ? null
    : line.read('kod ([a-z]+)', (end, typed) => (typed === 'mene' ? '' : line.textOf(end - 1, end - 1)));
  return { technician: found ? found.of.id : null, unknownTechnician: other || null };
}

/** 'za sat vremena', 'za pola sata', 'za 30 min': from now, rounded up; 'odmah'. */
const minutesAhead = (line: Line): number | null =>
  line.read(
    `(?:za|kroz) (?:(pola) sata|sat(?: vremena)?|N sat[ai]?|(\\d{1,3}) min\\w*)`,
    (_, half, hours, minutes) => (minutes ? Number(minutes) : half ? 30 : 60 * numberOf(hours || '1')),
  );

/** Days and times share their words: what is surely one of them goes first, then what the rest decides. */
function readDayAndTime(line: Line, today: WallDate, known: EntryDay) {
  let time = readExplicitTime(line);
  let day = readWeekdays(line, today, known, time !== null);
  const setDate = (read: () => WallDate | null) => {
    const date = day.isFixed ? null : read();
    if (date) day = { ...day, date, isFixed: true };
  };
  setDate(() => readDottedDay(line, today, day.date !== null, time !== null));
  time ??= readDottedTime(line);
  setDate(() => readNumberedDay(line, today, time !== null || day.date === null));
  const hasOther = time !== null || line.has('\\d{1,2}\\.?');
  if (hasOther || line.has('pet (?:.* )?pet')) day = readWeekday(line, today, day, 'pet');
  if (!hasOther) time = readFive(line);
  time ??= readBareTime(line, day.date !== null);
  return { day, time };
}

function readWhen(line: Line, now: WallTime) {
  const today = dateOf(now);
  const clock = clockOf(now);
  const ahead = minutesAhead(line) ?? (line.has('sada?|odmah') ? 0 : null);
  const part = readPart(line);
  const length = readLength(line);
  const known = readRelativeDay(line, today) ?? { date: readDate(line, today), isWeek: false };
  const given: EntryDay = { ...known, weekday: 0, isFixed: known.date !== null };
  const read = ahead ? { day: given, time: null } : readDayAndTime(line, today, given);
  const { date, weekday, isFixed } = read.day;
  const minutes = read.time?.length ?? length ?? (ahead ? null : readHours(line));
  if (read.time === null) {
    if (ahead === null) return { date, weekday, times: [], isExact: false, minutes };
    const start = onStep(addMinutes(now, ahead), SLOT_STEP_MINUTES, Math.ceil);
    return { date: dateOf(start), weekday, times: [clockOf(start)], isExact: true, minutes };
  }
  const all = readingsOf(read.time, part, null);
  const isToday = date === today;
  const isPassed = isToday && !isFixed && !all.some((one) => one > clock && isInDay(one));
  return {
    date: isPassed ? addDays(today, 7) : date,
    weekday,
    times: isToday && !isPassed ? readingsOf(read.time, part, clock) : all,
    isExact: read.time.isExact,
    minutes,
  };
}

/** A note that the owner marks herself: in brackets, or after 'napomena:'. */
const NOTE = /\((?![\d +/-]*\))([^)]*)\)|(?<!\p{L})nap(?:omena)?[.:]\s*(.*)$/iu;

/** Reads a line. Days and times go first, then the technician and the services; the rest is the name and the note. */
export function parseEntry<P extends EntryPerson>(text: string, known: Known<P>): Entry<P> {
  const { now, services, clients, technicians } = known;
  const wordsOf = (list: readonly { name: string }[]) => list.flatMap(({ name }) => wordsIn(name));
  const isOf = (words: readonly string[]) => (typed: string) => words.some((word) => isSameWord(typed, word));
  const names = wordsOf([...clients, ...technicians]);
  const isName = isOf(names);
  const isKnown = isOf([...names, ...wordsOf(services)]);
  const [, inBrackets, after] = NOTE.exec(text) ?? [];
  const line = lineOf(text.replace(NOTE, ' '), DAY_WORDS, (word) => NO_TYPO.test(word) || isKnown(word));
  const series = readSeries(line);
  const { weekday, date, ...when } = readWhen(line, now);
  const technician = readTechnician(line, technicians);
  const asked = readServices(line, services, isName);
  const { note, ...person } = readPeople(line, clients);
  const { unknownTechnician } = technician;
  const notes = [note, unknownTechnician && `kod ${unknownTechnician}`, inBrackets ?? after];
  return {
    ...person,
    note: notes.flatMap((one) => one?.trim() || []).join(', ') || null,
    phone: line.phone,
    date,
    otherWeekday: date !== null && weekday > 0 && weekdayOf(date) !== weekday ? weekday : null,
    ...when,
    ...asked,
    ...technician,
    series,
  };
}
