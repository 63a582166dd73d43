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
  NO_TYPO,
  readDate,
  readDottedDay,
  readNumberedDay,
  readRelativeDay,
  readWeekday,
  readWeekdays,
  WEEK_DAYS,
  WEEKDAY,
  WEEKS,
} from './days.ts';
import { type Line, lineOf } from './line.ts';
import { hasWords, stemOf, wordsIn } from './names.ts';
import { numberOf } from './numbers.ts';
import { type EntryPerson, readPeople } from './people.ts';
import { type EntryService, readServices } from './services.ts';
import {
  isInDay,
  readBareTime,
  readDottedTime,
  readExplicitTime,
  readingsOf,
  readLength,
  readMinutesAhead,
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

/** Whether the line says before noon or after it. */
function readIsMorning(line: Line): boolean | null {
  if (line.has('veceras|jutros')) return line.has('jutros');
  return line.read(
    '(ujutr[ou]|izjutra|pr(?:ij)?e ?podne|am)|po ?podne|posl(?:ij)?e ?podne|(?:u|na|pred)vece|pm',
    (_, morning) => morning !== '',
  );
}

/** 'svake 3 nedelje x6', 'svaki petak', 'na 2 nedelje 4 puta' */
function readSeries(line: Line): Entry['series'] {
  const every_weeks = line.read(
    `svak\\w+ (?:N )?(?:${WEEKS})|na N (?:${WEEKS})|svak\\w+(?= (?:${WEEKDAY}|pet))|nedeljno`,
    (_, every, other) => {
      const weeks = numberOf(every || other);
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
  const read = (words: string) =>
    line.read(`kod ${words}`, (_, ...typed) => technicians.find(({ name }) => hasWords(name, typed)));
  line.read('kod mene', () => true);
  const found = read('([a-z]+) ([a-z]+)') ?? read('([a-z]+)');
  const other = line.read('kod [a-z]+', (end) =>
    found ? null : line.textOf(line.words.slice(end - 1, end)),
  );
  return { technician: found?.id ?? null, unknownTechnician: other };
}

/** Days and times share their words: what is surely one of them goes first, then what the rest decides. */
function readDayAndTime(line: Line, today: WallDate) {
  const day = readRelativeDay(line, today);
  day.fixed ??= readDate(line, today);
  let time = readExplicitTime(line);
  readWeekdays(line, today, day, time);
  day.fixed ??= readDottedDay(line, today, day, time);
  time ??= readDottedTime(line);
  day.fixed ??= readNumberedDay(line, today, day, time);
  if (time || line.has('[012]?\\d(?:\\.|[0-5][05])?|pet (?:.* )?pet')) readWeekday(line, today, day, 'pet');
  time ??= readBareTime(line, !!(day.fixed ?? day.coming));
  return { day, time };
}

function readWhen(line: Line, now: WallTime) {
  const today = dateOf(now);
  const ahead = readMinutesAhead(line);
  const isMorning = readIsMorning(line);
  const length = readLength(line, true);
  const { day, time } = readDayAndTime(line, today);
  const { fixed, coming, weekday } = day;
  const date = fixed ?? coming;
  const otherWeekday = date && weekday > 0 && weekdayOf(date) !== weekday ? weekday : null;
  const minutes = time?.length ?? length ?? readLength(line, false);
  if (time === null) {
    if (ahead === null) return { date, otherWeekday, times: [], isExact: false, minutes };
    const start = onStep(addMinutes(now, ahead), SLOT_STEP_MINUTES, Math.ceil);
    return { date: dateOf(start), otherWeekday, times: [clockOf(start)], isExact: true, minutes };
  }
  const all = readingsOf(time, isMorning);
  const left = all.filter((clock) => date !== today || clock > clockOf(now));
  const isPassed = fixed === null && date === today && !left.some(isInDay);
  return {
    date: isPassed ? addDays(today, WEEK_DAYS) : date,
    otherWeekday,
    times: isPassed || left.length === 0 ? all : left,
    isExact: time.isExact,
    minutes,
  };
}

/** A note that the owner marks herself: in brackets, or after 'napomena:'. */
const NOTE = /\((?![\d +/-]*\))([^)]*)\)|(?<!\p{L})nap(?:omena)?[.:]\s*(.*)$/iu;

/** Reads a line. Days and times go first, then the technician and the services; the rest is the name and the note. */
export function parseEntry<P extends EntryPerson>(text: string, known: Known<P>): Entry<P> {
  const { now, services, clients, technicians } = known;
  const isOf = (list: readonly { name: string }[]) => {
    const stems = list.flatMap(({ name }) => wordsIn(name).map(stemOf));
    return (typed: string) => stems.includes(stemOf(typed));
  };
  const isName = isOf([...clients, ...technicians]);
  const isService = isOf(services);
  const [, inBrackets, after] = NOTE.exec(text) ?? [];
  const line = lineOf(
    text.replace(NOTE, ' '),
    DAY_WORDS,
    (word) => NO_TYPO.test(word) || isName(word) || isService(word),
  );
  const series = readSeries(line);
  const when = readWhen(line, now);
  const technician = readTechnician(line, technicians);
  const asked = readServices(line, services, isName);
  const { note, ...person } = readPeople(line, clients);
  const { unknownTechnician } = technician;
  const notes = [note, unknownTechnician && `kod ${unknownTechnician}`, inBrackets ?? after];
  return {
    ...person,
    note: notes.flatMap((one) => one?.trim() || []).join(', ') || null,
    phone: line.phone,
    ...when,
    ...asked,
    ...technician,
    series,
  };
}
