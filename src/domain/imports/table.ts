/** Finds the headings and columns of a file that may have titles above, no headings, or any order. docs/spec/behaviour.md §31.3 */
import { clocksIn, dateIn, dateOrderOf, phonesIn } from './cells.ts';
import { type DateOrder, type Field, fieldsOfHeadings, programOf } from './fields.ts';

export interface FileRow {
  /** Counted from 1, as spreadsheets do. */
  readonly line: number;
  readonly cells: readonly string[];
}

/** A file as a table. The owner may assign another field to each column. */
export interface Table {
  readonly headings: readonly string[] | null;
  readonly columns: readonly (Field | null)[];
  readonly rows: readonly FileRow[];
  readonly program: string | null;
  /** Whether the day or the month stands first; null: the file does not show it. */
  readonly order: DateOrder | null;
}

const SEARCHED_ROWS = 15;
const SAMPLE_ROWS = 50;
const MOST = 0.6;

const isBlank = (cells: readonly string[]): boolean => cells.every((cell) => cell.trim() === '');

/** Whether the row names at least two columns, or its only cell is a known heading. */
function isHeading(cells: readonly string[], fields: readonly Field[]): boolean {
  const known = fieldsOfHeadings(cells, fields).filter((field) => field !== null).length;
  return known >= 2 || (known === 1 && cells.filter((cell) => cell.trim() !== '').length === 1);
}

const isMail = (cell: string): boolean => /^\S+@\S+$/.test(cell.trim());
const hasDate = (cell: string): boolean => (dateIn(cell, 'dmy') ?? dateIn(cell, 'mdy')) !== null;
const isClock = (cell: string): boolean => /^\s*\d{1,2}[:.h]\d{2}/.test(cell) && clocksIn(cell).length > 0;
const isPhoneLike = (cell: string): boolean =>
  (/^[\s('"=+]*(?:\+|0)[\d\s()./-]{2,}/.test(cell) && !hasDate(cell)) ||
  (/^\s*\d[\d\s()./-]{5,}/.test(cell) && phonesIn(cell).phones.length > 0 && !hasDate(cell));
const isText = (cell: string): boolean => /\p{L}{2}/u.test(cell) && !isMail(cell);
const isWord = (cell: string): boolean => /^\s*\p{L}+\.?\s*$/u.test(cell);

const CONTENTS: readonly (readonly [Field, (cell: string) => boolean])[] = [
  ['email', isMail],
  ['date', hasDate],
  ['time', isClock],
  ['phone', isPhoneLike],
];

/** What the text columns of a file without headings hold, in order. */
const TEXTS: readonly Field[] = ['name', 'city', 'service', 'notes'];

const mostly = (cells: readonly string[], is: (cell: string) => boolean): boolean => {
  const filled = cells.filter((cell) => cell.trim() !== '');
  return filled.length > 0 && filled.filter(is).length >= MOST * filled.length;
};

type Columns = readonly (Field | null)[];

/** Assigns the fields whose content shows what they are to columns that no heading names. */
function withContents(named: Columns, fields: readonly Field[], cellsOf: CellsOf): Columns {
  const columns = [...named];
  for (const [field, is] of CONTENTS) {
    if (!fields.includes(field) || columns.includes(field)) continue;
    const at = columns.findIndex((known, column) => known === null && mostly(cellsOf(column), is));
    if (at >= 0) columns[at] = field;
  }
  return columns;
}

type CellsOf = (column: number) => readonly string[];
const NAMES: readonly (Field | null)[] = ['name', 'first', 'title'];

/** Assigns the text columns of a file without headings in their usual order; with headings only a missing name. */
function withTexts(known: Columns, fields: readonly Field[], cellsOf: CellsOf, isHeaded: boolean): Columns {
  const texts = TEXTS.filter((field) => fields.includes(field) && !known.includes(field));
  if (isHeaded) texts.splice(known.some((field) => NAMES.includes(field)) ? 0 : 1);
  const columns = [...known];
  for (const column of columns.keys()) {
    if (columns[column] !== null || !mostly(cellsOf(column), isText)) continue;
    const isSurname =
      columns[column - 1] === 'name' &&
      [column - 1, column].every((one) => mostly(cellsOf(one), isWord)) &&
      !isHeaded;
    if (isSurname) columns.splice(column - 1, 2, 'first', 'last');
    else columns[column] = texts.shift() ?? null;
  }
  return columns;
}

/** Reads the rows of a file. Empty rows are skipped but count as lines. */
export function tableOf(all: readonly (readonly string[])[], fields: readonly Field[]): Table {
  const filled = all.flatMap((cells, index) => (isBlank(cells) ? [] : [{ line: index + 1, cells }]));
  const head = filled.slice(0, SEARCHED_ROWS).findIndex(({ cells }) => isHeading(cells, fields));
  const headings = filled[head]?.cells ?? null;
  const width = Math.max(0, ...filled.map(({ cells }) => cells.length));
  const rows = filled.slice(head + 1);
  const named = headings
    ? fieldsOfHeadings(headings, fields)
    : Array.from({ length: width }, (): Field | null => null);
  const cellsIn = (column: number) => rows.slice(0, SAMPLE_ROWS).map(({ cells }) => cells[column] ?? '');
  const columns = withTexts(withContents(named, fields, cellsIn), fields, cellsIn, headings !== null);
  const written = headings && programOf(headings);
  const order = written?.order ?? dateOrderOf(rows.flatMap(({ cells }) => datesOf(cells, columns)));
  return { headings, columns, rows, program: written?.name ?? null, order };
}

const datesOf = (cells: readonly string[], columns: readonly (Field | null)[]): string[] =>
  columns.flatMap((field, n) => (field === 'date' || field === 'end' ? [cells[n] ?? ''] : []));

/** The first cell with a content in the columns of a field. */
export function cellOf({ columns }: Pick<Table, 'columns'>, { cells }: FileRow, field: Field): string {
  const texts = columns.flatMap((one, n) => (one === field ? [(cells[n] ?? '').trim()] : []));
  return texts.find((text) => !/^[-–—./]*$/.test(text)) ?? '';
}

/** All cells with a content in the columns of a field. */
export const cellsOf = ({ columns }: Pick<Table, 'columns'>, { cells }: FileRow, field: Field): string[] =>
  columns.flatMap((one, n) => (one === field && cells[n]?.trim() ? [cells[n].trim()] : []));

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** The name of a row: the whole one, else its parts. */
export function nameOf(table: Pick<Table, 'columns'>, row: FileRow): string {
  const parts = (['first', 'middle', 'last'] as const).map((field) => cellOf(table, row, field));
  return oneLine(cellOf(table, row, 'name') || parts.filter(Boolean).join(' '));
}
