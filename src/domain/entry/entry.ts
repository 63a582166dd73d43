/** One line as an appointment: 'Ana sutra u 5 gel lak 0641234567'. docs/spec/behaviour.md §24 */

import { onStep } from '../appointments/room.ts';
import type { ServiceId, TechnicianId } from '../ids.ts';
import { MAX_SERIES_COUNT, MIN_SERIES_COUNT, SLOT_STEP_MINUTES } from '../limits.ts';
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
  daysOf,
  NO_TYPO,
  readDates,
  readDottedDay,
  readNumberedDay,
  readRelativeDay,
  readWeekdays,
} from './days.ts';
import { type Line, lineOf } from './line.ts';
import { isSameWord, wordsIn } from './names.ts';
import { NUMBER, numberOf } from './numbers.ts';
import { type EntryPerson, readPeople } from './people.ts';
import { type EntryService, readServices } from './services.ts';
import {
  isInDay,
  type PartOfDay,
  readBareTime,
  readDottedTime,
  readExplicitTime,
  readFive,
  readingsOf,
  readLength,
  timesOf,
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

const MORNING = 'ujutr[ou]|jutros|izjutra|prepodne|(?:pre|prije) podne|am';
const EVENING = 'po ?podne|popodne|(?:posle|poslije) ?podne|uvece|navece|veceras|predvece|pm';

function readPart(line: Line): PartOfDay {
  const isToday = line.has('(?:.* )?(veceras|jutros)(?: .*)?');
  if (isToday) return line.has('(?:.* )?veceras(?: .*)?') ? 'evening' : 'morning';
  if (line.read(MORNING)) return 'morning';
  return line.read(EVENING) ? 'evening' : null;
}

/** 'svake 3 nedelje x6', 'svaki petak', 'na 2 nedelje 4 puta' */
function readSeries(line: Line): Entry['series'] {
  const weeks = '(?:nedj?elj|sedmic)\\w*|ned';
  const every =
    line.read(`(?:na )?svak\\w+ (?:(${NUMBER}) )?(?:${weeks})`) ??
    line.read(`na (?:svak\\w+ )?(${NUMBER}) (?:${weeks})`) ??
    line.read('svak\\w+(?= (?:pon|uto|sre|sri|cet|pet|sub|ned))|nedeljno');
  if (!every) return null;
  const isCount = ([, n]: RegExpExecArray) => Number(n) >= MIN_SERIES_COUNT && Number(n) <= MAX_SERIES_COUNT;
  // 'u 10 x4' is at ten o'clock
  const count = (line.read('[xh×] (\\d{1,2})', isCount) ??
    line.read('(\\d{1,2}) (?:[x×]|puta)', isCount))?.[1];
  return { every_weeks: numberOf(every[1] ?? '1'), count: count === undefined ? null : Number(count) };
}

/** Only what follows 'kod' is a technician. */
function readTechnician(line: Line, technicians: readonly EntryTechnician[]) {
  let technician: TechnicianId | null = null;
  line.read('kod ([a-z]+)(?: ([a-z]+))?', ([, first = '', second], at) => {
    const of = technicians.find(({ name }) => wordsIn(name).some((word) => isSameWord(first, word)));
    if (!of) return false;
    technician = of.id;
    const isWhole = second !== undefined && wordsIn(of.name).some((word) => isSameWord(second, word));
    line.take(at, isWhole ? 3 : 2);
    return false;
  });
  if (technician !== null || line.read('kod mene')) return { technician, unknownTechnician: null };
  const at = line.left.indexOf('kod');
  if (at < 0 || !/^[a-z]+$/.test(line.left[at + 1] ?? '')) return { technician, unknownTechnician: null };
  line.take(at, 2);
  return { technician, unknownTechnician: line.textOf(at + 1, at + 1) };
}

/** 'za sat vremena', 'za pola sata', 'za 30 min': from now, rounded up. */
function minutesAhead(line: Line): number | null {
  const [all, hours, minutes] =
    line.read(`(?:za|kroz) (?:pola sata|sat(?: vremena)?|(${NUMBER}) sata?i?|(\\d{1,3}) min\\w*)`) ?? [];
  if (all === undefined) return null;
  if (minutes) return Number(minutes);
  if (hours) return 60 * numberOf(hours);
  return all.includes('pola') ? 30 : 60;
}

/** Days and times share their words: what is surely one of them goes first, then what the rest decides. */
function readDayAndTime(
  line: Line,
  days: ReturnType<typeof daysOf>,
  times: ReturnType<typeof timesOf>,
): void {
  readExplicitTime(times);
  readWeekdays(days);
  readDottedDay(days, times.found() !== null);
  readDottedTime(times);
  readNumberedDay(days, times.found() !== null);
  const hasOther = times.found() !== null || line.has('(?:.* )?\\d{1,2}\\.?(?: .*)?');
  if (hasOther || line.has('(?:.* )?pet (?:.* )?pet(?: .*)?')) days.readWeekday('pet');
  if (!hasOther) readFive(times);
  readBareTime(times, days.found() !== null);
}

function readWhen(line: Line, now: WallTime) {
  const today = dateOf(now);
  const ahead = minutesAhead(line);
  const isNow = line.has('(?:.* )?(?:sada?|odmah)(?: .*)?');
  const part = readPart(line);
  const clock = timesOf(line);
  const days = daysOf(line, today);
  readLength(clock);
  readRelativeDay(days);
  readDates(days);
  if (ahead === null) readDayAndTime(line, days, clock);
  const { date = null, weekday = null, isComingWeekday = false } = days.found() ?? {};
  const found = clock.found();
  const minutes = clock.length();
  if (found === null) {
    const start = onStep(addMinutes(now, ahead ?? 0), SLOT_STEP_MINUTES, Math.ceil);
    const isRelative = isNow || ahead !== null;
    const times = isRelative ? [clockOf(start)] : [];
    return { date: isRelative ? dateOf(start) : date, weekday, times, isExact: isRelative, minutes };
  }
  const all = readingsOf(found, part, null);
  const isToday = date === today;
  const isPassed = isToday && isComingWeekday && !all.some((one) => one > clockOf(now) && isInDay(one));
  return {
    date: isPassed ? addDays(today, 7) : date,
    weekday,
    times: isToday && !isPassed ? readingsOf(found, part, clockOf(now)) : all,
    isExact: found.isExact,
    minutes,
  };
}

/** A note that the owner marks herself: in brackets, or after 'napomena:'. */
const NOTE = /\((?![\d +/-]*\))([^)]*)\)|(?<!\p{L})nap(?:omena)?[.:]\s*(.*)$/iu;

/** Reads a line. Days and times go first, then the technician and the services; the rest is the name and the note. */
export function parseEntry<P extends EntryPerson>(text: string, known: Known<P>): Entry<P> {
  const { now, services, clients, technicians } = known;
  const names = [...clients, ...technicians].flatMap(({ name }) => wordsIn(name));
  const isName = (word: string) => names.some((name) => isSameWord(word, name));
  const serviceWords = services.flatMap(({ name }) => wordsIn(name));
  const [, inBrackets, after] = NOTE.exec(text) ?? [];
  const line = lineOf(
    text.replace(NOTE, ' '),
    DAY_WORDS,
    (word) => NO_TYPO.test(word) || isName(word) || serviceWords.some((one) => isSameWord(word, one)),
  );
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
    otherWeekday: date !== null && weekday !== null && weekdayOf(date) !== weekday ? weekday : null,
    ...when,
    services: asked.services,
    isServiceUnsure: asked.isUnsure,
    ...technician,
    series,
  };
}
