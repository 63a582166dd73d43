import type { SalonAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { detailsOfEvent, guestOf, timeOfEvent, titleOfEvent } from './event-text.ts';

/**
 * What of an appointment stands on its block, in lines that fit: the name whole, broken only between words; then the time; then
 * the rest. Where it is tight the word 'Rezervisan' of a guest's booking goes first, then the end of the time, then the time,
 * then the surname but for its initial. docs/spec/product.md §2.19
 */

export type Face = 'name' | 'text';

export interface Part {
  text: string;
  face: Face;
}

export type Line = readonly Part[];

export interface Room {
  px: number;
  /** Whole lines, at least one. */
  lines: number;
  /** As wide as the day view: what does not get a line of its own shares the last one. */
  isLarge: boolean;
  widthOf: (text: string, face: Face) => number;
}

interface Facts {
  /** 'Rezervisan' of a guest's booking, which has no name of a client. */
  word: string | null;
  name: string;
  range: string;
  start: string;
  details: readonly string[];
}

function factsOf(row: SalonAppointment, isWithheld: boolean): Facts {
  const range = timeOfEvent(row);
  const start = range.replace(/ - \d\d:\d\d$/, '');
  const guest = guestOf(row);
  const isGuests = row.status === 'BOOKED' && row.client_name === null && guest !== null;
  const details = detailsOfEvent(row, isWithheld);
  if (!isGuests) return { word: null, name: titleOfEvent(row), range, start, details };
  const others = details.filter((detail) => detail !== guest);
  return {
    word: STATUS_LABELS.BOOKED,
    name: guest,
    range,
    start: clockOf(row.start_datetime),
    details: others,
  };
}

/** A name, then with one surname after the other cut to its initial, the last one first: 'Ana Marija P.', 'Ana M. P.'; at last without 'za:'. */
export function shortenedNames(name: string): string[] {
  const words = name.split(' ');
  const firstKept = words[0] === 'za:' ? 2 : 1;
  const names = [name];
  for (let index = words.length - 1; index >= firstKept; index -= 1) {
    words[index] = `${words[index]?.charAt(0) ?? ''}.`;
    names.push(words.join(' '));
  }
  return firstKept === 2 ? [...names, words.slice(1).join(' ')] : names;
}

/** The pieces between which a name may be broken: its words, the halves of a double surname; 'za:' stays with what follows. */
const piecesOf = (name: string): string[] => name.replace(/^za: /, 'za:\u00a0').split(/(?<=-)| /);

const glueAfter = (text: string): string => (text === '' || text.endsWith('-') ? '' : ' ');

/** A name in lines that are not too wide; undefined where one of its words is. */
function wrapped(name: string, face: Face, { px, widthOf }: Room): string[] | undefined {
  const lines: string[] = [];
  let line = '';
  for (const piece of piecesOf(name)) {
    if (widthOf(piece, face) > px) return;
    const longer = line + glueAfter(line) + piece;
    if (line !== '' && widthOf(longer, face) > px) {
      lines.push(line);
      line = piece;
    } else line = longer;
  }
  return [...lines, line].map((text) => text.replace('\u00a0', ' '));
}

const part = (text: string, face: Face = 'text'): Part => ({ text, face });

const widthOfLine = (line: Line, { widthOf }: Room): number =>
  line.reduce((sum, { text, face }) => sum + widthOf(text, face), 0) +
  (line.length - 1) * widthOf(' ', 'text');

const fits = (line: Line, room: Room): boolean => widthOfLine(line, room) <= room.px;

const timeIn = ({ range, start }: Facts, room: Room): string => (fits([part(range)], room) ? range : start);

/** The lines with the details under them; what has no line of its own shares the last one where that is wide. */
function withDetails(
  lines: readonly Line[],
  details: readonly string[],
  { lines: most, isLarge }: Room,
): Line[] {
  const left = most - lines.length;
  if (details.length <= left || !isLarge)
    return [...lines, ...details.slice(0, left).map((text) => [part(text)])];
  const [last = []] = lines.slice(-1);
  const own = details.slice(0, Math.max(0, left - 1)).map((text) => [part(text)]);
  const shared = details.slice(own.length).join(' · ');
  if (left > 0) return [...lines, ...own, [part(shared)]];
  return [...lines.slice(0, -1), [...last, part(`· ${shared}`)]];
}

/** A guest's booking with its word, time and name each on a line. */
function guestInFull(facts: Facts, name: string, room: Room): Line[] | undefined {
  const { word, start, details } = facts;
  if (word === null || room.lines < 2) return;
  const title = [part(word, 'name')];
  const time = timeIn(facts, room);
  const names = wrapped(name, 'text', room);
  if (names && names.length + 2 <= room.lines) {
    return withDetails([title, [part(time)], ...names.map((text) => [part(text)])], details, room);
  }
  const short = [time, start].map((clock) => [part(clock), part(name)]).find((line) => fits(line, room));
  return short && withDetails([title, short], details, room);
}

/** A single line: the name and as much of the time as there is room for. */
function inOneLine({ word, range, start, details }: Facts, name: string, room: Room): Line[] | undefined {
  const own = [part(name, 'name')];
  const withWord = word === null ? [] : [[part(word, 'name'), part(`· ${name}`)]];
  const times = [range, start].map((time) => part(time));
  const candidates = [...withWord, own].flatMap((title) => times.map((time) => [...title, time]));
  const found = [...candidates, own].find((line) => fits(line, room));
  return found && (found.at(-1)?.text === range ? withDetails([found], details, room) : [found]);
}

/** The name on as many lines as it needs, the time under it, or its start behind it, or none. */
function inLines(facts: Facts, name: string, room: Room): Line[] | undefined {
  const names = wrapped(name, 'name', room)?.map((text) => [part(text, 'name')]);
  if (!names || names.length > room.lines) return;
  if (names.length < room.lines) {
    return withDetails([...names, [part(timeIn(facts, room))]], facts.details, room);
  }
  const last = [...(names.at(-1) ?? []), part(facts.start)];
  return fits(last, room) ? [...names.slice(0, -1), last] : names;
}

/** What stands on the block of an appointment. `isWithheld`: a free one that is not offered. */
export function fittedLines(row: SalonAppointment, room: Room, isWithheld = false): Line[] {
  const facts = factsOf(row, isWithheld);
  const names = shortenedNames(facts.name);
  for (const name of names) {
    const lines =
      room.lines === 1
        ? inOneLine(facts, name, room)
        : (guestInFull(facts, name, room) ?? inLines(facts, name, room));
    if (lines) return lines;
  }
  const clipped: Line = [part(names.at(-1) ?? facts.name, 'name')];
  return room.lines === 1 ? [clipped] : [clipped, [part(timeIn(facts, room))]];
}
