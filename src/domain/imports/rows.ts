/** The clients and appointments in the rows of a file. A bad cell costs the cell and not the person. docs/spec/behaviour.md §31.3 */
import { readEmail } from '../clients/contact.ts';
import { CITY_MAX_CHARACTERS, charactersIn, NOTES_MAX_CHARACTERS } from '../limits.ts';
import { minutesBetween, type WallTime } from '../wall-clock.ts';
import type { ImportedStatus } from './appointments.ts';
import { endIn, isYes, minutesIn, phonesIn, priceIn, startIn, statusIn } from './cells.ts';
import type { DateOrder } from './fields.ts';
import { cellOf, cellsOf, type FileRow, nameOf, type Table } from './table.ts';

export interface ImportedCells {
  readonly name: string;
  readonly phone: string;
  readonly email: string;
  readonly city: string;
  readonly notes: string;
}

export interface FilePerson {
  readonly line: number;
  readonly cells: ImportedCells;
  /** What was left out. */
  readonly said: readonly string[];
}

export interface RawPerson {
  readonly name: string;
  /** Cells that may each hold several phones. */
  readonly phones: readonly string[];
  readonly emails: readonly string[];
  readonly city: string;
  readonly notes: string;
}

const droppedPhone = (text: string): string => `Telefon „${text}“ je izostavljen.`;
const isMail = (text: string): boolean => /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text);

/** A note of its parts, as long as the server takes it. */
export function noteOf(parts: readonly (string | false | null)[]) {
  const whole = parts.filter(Boolean).join('\n');
  const notes = [...whole].slice(0, NOTES_MAX_CHARACTERS).join('');
  return { notes, said: notes === whole ? [] : ['Beleška je skraćena.'] };
}

/** A client as the server takes it. Further phones go to the note; what can't be read is left out, and said. */
export function personOf(line: number, { name, phones, emails, city, notes }: RawPerson): FilePerson {
  const read = phones.map(phonesIn);
  const [phone, ...more] = [...new Set(read.flatMap((one) => one.phones))];
  const dropped = read.flatMap((one) => one.dropped);
  const addresses = emails
    .flatMap((cell) => cell.split(/:::|[;,\n]/))
    .map(readEmail)
    .filter(Boolean);
  const email = addresses.find(isMail);
  const isReached = phone !== undefined || email !== undefined;
  const isCity = charactersIn(city) <= CITY_MAX_CHARACTERS;
  const rounded = dropped.filter((text) => /E\+?\d/i.test(text));
  const note = noteOf([notes, more.length > 0 && `Još: ${more.join(', ')}`]);
  return {
    line,
    cells: {
      name,
      // the server says what is wrong with the only contact
      phone: phone ?? (isReached || rounded.length > 0 ? '' : (dropped[0] ?? '')),
      email: email ?? (isReached ? '' : (addresses[0] ?? '')),
      city: isCity ? city : '',
      notes: note.notes,
    },
    said: [
      ...(isReached ? dropped : rounded).map(droppedPhone),
      ...addresses
        .filter((text) => isReached && text !== email)
        .map((text) => `Email „${text}“ je izostavljen.`),
      ...(isCity ? [] : ['Grad je izostavljen.']),
      ...note.said,
    ],
  };
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The clients of a file. */
export const peopleOf = (table: Pick<Table, 'columns' | 'rows'>): FilePerson[] =>
  table.rows.map((row) =>
    personOf(row.line, {
      name: nameOf(table, row),
      phones: cellsOf(table, row, 'phone'),
      emails: cellsOf(table, row, 'email'),
      city: oneLine(cellOf(table, row, 'city')),
      notes: cellOf(table, row, 'notes'),
    }),
  );

/** An appointment of a file. */
export interface FileVisit {
  readonly line: number;
  /** What stands in the file, for the page. */
  readonly text: string;
  readonly name: string | null;
  readonly phone: string | null;
  readonly start: WallTime | null;
  readonly minutes: number | null;
  readonly services: readonly string[];
  readonly price: number | null;
  readonly technician: string | null;
  readonly notes: string | null;
  readonly status: ImportedStatus;
  readonly uid: string | null;
  readonly series: string | null;
  /** A title such as 'Ana gel lak 0641234567', whose parts the reader of lines finds. */
  readonly title: string | null;
  readonly said: readonly string[];
}

const SERVICES_APART = /\s*[+;|\n]\s*|,\s+|\s::: /;
const LONGEST_MINUTES = 16 * 60;

function lengthOf(start: WallTime, end: WallTime): number | null {
  const minutes = minutesBetween(start, end);
  return minutes > 0 && minutes <= LONGEST_MINUTES ? minutes : null;
}

function visitOf(table: Table, row: FileRow, order: DateOrder, timeZone: string): FileVisit {
  const cell = (field: Parameters<typeof cellOf>[2]) => cellOf(table, row, field);
  const [time = '', untilTime = ''] = cell('time').split(/\s*[-–—]\s*(?=\d)/);
  const start = isYes(cell('allDay')) ? null : startIn(cell('date'), time, order, timeZone);
  const end = start && endIn(cell('end') || untilTime, start, order, timeZone);
  const read = cellsOf(table, row, 'phone').map(phonesIn);
  const [phone = null, ...more] = read.flatMap(({ phones }) => phones);
  const price = priceIn(cell('price'));
  const minutes = minutesIn(cell('duration'));
  return {
    line: row.line,
    text: row.cells.filter((text) => text.trim() !== '').join(' · '),
    name: nameOf(table, row) || null,
    phone,
    start,
    minutes: minutes ?? (start && end && lengthOf(start, end)),
    services: cellsOf(table, row, 'service').flatMap((text) => text.split(SERVICES_APART).filter(Boolean)),
    price,
    technician: cell('technician') || null,
    notes: [cell('notes'), more.length > 0 && `Još: ${more.join(', ')}`].filter(Boolean).join('\n') || null,
    status: statusIn(cell('status')),
    uid: cell('uid') || null,
    series: null,
    title: cell('title') || null,
    said: [
      ...read.flatMap(({ dropped }) => dropped).map(droppedPhone),
      ...(cell('price') && price === null ? [`Cena „${cell('price')}“ je izostavljena.`] : []),
      ...(cell('duration') && minutes === null ? [`Trajanje „${cell('duration')}“ je izostavljeno.`] : []),
    ],
  };
}

/** The appointments of a file. `order`: as the owner answers where the file does not show it. */
export const visitsOf = (table: Table, order: DateOrder, timeZone: string): FileVisit[] =>
  table.rows.map((row) => visitOf(table, row, order, timeZone));
