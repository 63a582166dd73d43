import Papa from 'papaparse';
import { type ImportTable, importTable } from '#domain/clients/columns.ts';
import { IMPORT_FILE_MAX_BYTES, IMPORT_MAX_ROWS } from '#domain/limits.ts';
import { FILE_ROWS } from '#domain/wording/counted-words.ts';
import { counted, formatNumber } from '#domain/wording/numbers.ts';
import { withoutGuard } from '../../lib/csv.ts';

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

const NOT_CSV = 'Ovo nije CSV fajl. U Excelu izaberite „Sačuvaj kao“ i tip CSV, pa pokušajte ponovo.';
const TOO_LARGE = `Fajl je prevelik. Može da ima najviše ${IMPORT_FILE_MAX_BYTES / 1_000_000} MB.`;
const tooMany = (count: number): string =>
  `U fajlu je ${counted(count, FILE_ROWS)}, a odjednom može najviše ${formatNumber(IMPORT_MAX_ROWS)}. Podelite ga na više fajlova.`;

const SEPARATOR_LINE = /^sep=.\r?\n/i; // matches a first line such as 'sep=;', which names the delimiter for Excel
const LAST_CONTROL = 8; // characters with a code up to this one occur only in binary files

const isBinary = (text: string): boolean =>
  [...text.slice(0, 2000)].some((letter) => letter.charCodeAt(0) <= LAST_CONTROL);

const DELIMITERS: readonly string[] = [';', ',', '\t'];

/** The most frequent delimiter outside quotes in the first line. A guess from all rows would fail for short files. */
function delimiterOf(text: string): string {
  const [line = ''] = text.trimStart().split(/\r?\n/, 1);
  const bare = line.replace(/"[^"]*"/g, '');
  const often = (delimiter: string): number => bare.split(delimiter).length;
  return DELIMITERS.reduce((best, delimiter) => (often(delimiter) > often(best) ? delimiter : best), ';');
}

export type ReadFile = { readonly table: ImportTable } | { readonly refused: string };

/** Parses CSV text with semicolons, commas or tabs. Returns the reason if the text can't be used. */
export function readText(text: string): ReadFile {
  if (isBinary(text)) return { refused: NOT_CSV };
  if (text.trim() === '') return { refused: 'Fajl je prazan.' };
  const rows = text.replace(SEPARATOR_LINE, '');
  const { data } = Papa.parse<string[]>(rows, { delimiter: delimiterOf(rows) });
  const table = importTable(data.map((row) => row.map(withoutGuard)));
  if (table.people.length === 0) return { refused: 'U fajlu nema nijednog reda ispod zaglavlja.' };
  return table.people.length > IMPORT_MAX_ROWS ? { refused: tooMany(table.people.length) } : { table };
}

export async function readFile(file: File): Promise<ReadFile> {
  if (file.size > IMPORT_FILE_MAX_BYTES) return { refused: TOO_LARGE };
  return readText(decodeText(new Uint8Array(await file.arrayBuffer())));
}
