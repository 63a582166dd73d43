import Papa from 'papaparse';
import { APPOINTMENT_FIELDS, CLIENT_FIELDS } from '#domain/imports/fields.ts';
import type { FilePerson, FileVisit } from '#domain/imports/rows.ts';
import { type Table, tableOf } from '#domain/imports/table.ts';

import { IMPORT_FILE_MAX_BYTES, IMPORT_MAX_ROWS } from '#domain/limits.ts';
import type { WallTime } from '#domain/wall-clock.ts';
import { FILE_ROWS } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { withoutGuard } from '../../lib/csv.ts';
import { visitsInCalendar } from './calendar-file.ts';
import { peopleInVcard } from './contacts-file.ts';

const decoded = (encoding: string, bytes: Uint8Array): string => new TextDecoder(encoding).decode(bytes);

/** Decodes UTF-8, UTF-16 (Excel's 'Unicode text') or windows-1250 (Serbian Excel). */
export function decodeText(bytes: Uint8Array): string {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return decoded('utf-16le', bytes);
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return decoded('utf-16be', bytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    return decoded('windows-1250', bytes); // windows-1250 maps every byte to a character, so decoding cannot fail
  }
}

const NOT_CSV = 'Ovo nije CSV fajl. Sačuvajte kao CSV.';
const TOO_LARGE = `Fajl je prevelik. Može da ima najviše ${IMPORT_FILE_MAX_BYTES / 1_000_000} MB.`;
const NO_ROWS = 'U fajlu nema nijednog reda ispod zaglavlja.';
const OF_APPOINTMENTS = 'Ovo je kalendar. Izaberite ga u „Unesi više termina“.';
const OF_CLIENTS = 'Ovo su kontakti. Izaberite ih u „Uvoz klijenata“.';
const BROKEN = 'Kalendar ne može da se pročita. Izvezite ga ponovo.';
const tooMany = (count: number): string =>
  `U fajlu je ${counted(count, FILE_ROWS)}, a odjednom može najviše ${formatNumber(IMPORT_MAX_ROWS)}. Podelite ga na više fajlova.`;

const SEPARATOR_LINE = /^sep=.\r?\n/i; // matches a first line such as 'sep=;', which names the delimiter for Excel
const LAST_CONTROL = 8; // characters with a code up to this one occur only in binary files

const isBinary = (text: string): boolean =>
  [...text.slice(0, 2000)].some((letter) => letter.charCodeAt(0) <= LAST_CONTROL);

const DELIMITERS: readonly string[] = [';', ',', '\t'];
const SEARCHED_LINES = 15;

/** The delimiter with the most cells in one of the first lines, outside quotes. Titles above the table have none. */
function delimiterOf(text: string): string {
  const lines = text
    .trimStart()
    .replace(/"[^"]*"/g, '')
    .split(/\r?\n/, SEARCHED_LINES);
  const often = (delimiter: string): number => Math.max(...lines.map((line) => line.split(delimiter).length));
  return DELIMITERS.reduce((best, delimiter) => (often(delimiter) > often(best) ? delimiter : best), ';');
}

export type ImportSubject = 'clients' | 'appointments';
export type ReadFile =
  | { readonly table: Table }
  | { readonly people: readonly FilePerson[] }
  | { readonly visits: readonly FileVisit[] }
  | { readonly refused: string };

export interface FileReading {
  readonly subject: ImportSubject;
  readonly now: WallTime;
  readonly timeZone: string;
}

const ofCalendar = (text: string, reading: FileReading): ReadFile => {
  try {
    const visits = visitsInCalendar(text, reading);
    return visits.length > 0 ? { visits } : { refused: NO_ROWS };
  } catch {
    return { refused: BROKEN }; // ical.js throws for what is no calendar
  }
};

function ofTable(text: string, subject: ImportSubject): ReadFile {
  const rows = text.replace(SEPARATOR_LINE, '');
  const { data } = Papa.parse<string[]>(rows, { delimiter: delimiterOf(rows) });
  const fields = subject === 'clients' ? CLIENT_FIELDS : APPOINTMENT_FIELDS;
  const table = tableOf(
    data.map((row) => row.map(withoutGuard)),
    fields,
  );
  if (table.rows.length === 0) return { refused: NO_ROWS };
  return table.rows.length > IMPORT_MAX_ROWS ? { refused: tooMany(table.rows.length) } : { table };
}

/** Reads a CSV, a calendar or contacts. Returns the reason if the text can't be used. */
export function readText(text: string, reading: FileReading): ReadFile {
  const { subject } = reading;
  if (isBinary(text)) return { refused: NOT_CSV };
  if (text.trim() === '') return { refused: 'Fajl je prazan.' };
  if (/^\s*BEGIN:VCALENDAR/i.test(text))
    return subject === 'clients' ? { refused: OF_APPOINTMENTS } : ofCalendar(text, reading);
  if (!/^\s*BEGIN:VCARD/i.test(text)) return ofTable(text, subject);
  return subject === 'clients' ? { people: peopleInVcard(text) } : { refused: OF_CLIENTS };
}

export async function readFile(file: File, reading: FileReading): Promise<ReadFile> {
  if (file.size > IMPORT_FILE_MAX_BYTES) return { refused: TOO_LARGE };
  if (/\.xlsx?$/i.test(file.name)) return { refused: NOT_CSV };
  return readText(decodeText(new Uint8Array(await file.arrayBuffer())), reading);
}
