import { foldSearch } from '../search.ts';

export const IMPORT_FIELDS = ['name', 'phone', 'email', 'city', 'notes'] as const;
export type ImportField = (typeof IMPORT_FIELDS)[number];
export type ImportedCells = Record<ImportField, string>;

/** The known headings of each field in lowercase letters, as salons, phones, Google and Outlook write them. */
const HEADINGS = {
  name:
    'imeiprezime prezimeiime imeprezime klijent klijentkinja punoime nazivkontakta ' +
    'name fullname displayname contactname',
  first: 'ime firstname givenname',
  middle: 'middlename additionalname srednjeime',
  last: 'prezime lastname familyname surname',
  phone:
    'telefon brojtelefona tel mobilni mobilnitelefon mob mobitel brtelefona broj kontakttelefon phone ' +
    'phonenumber mobile mobilephone cellphone phonevalue homephone primaryphone businessphone otherphone',
  email: 'email mejl imejl mail emailadresa adresaeposte eposta emailaddress emailvalue',
  city: 'grad mesto city homecity town addresscity',
  notes: 'beleska beleske napomena napomene komentar notes note comment',
} satisfies Record<ImportField | 'first' | 'middle' | 'last', string>;

type Part = keyof typeof HEADINGS;
const PARTS = Object.keys(HEADINGS) as Part[];

/** Reduces a heading such as 'Phone 1 - Value' or 'E-mail Adresa' to lowercase letters, as in HEADINGS. */
const headingKey = (heading: string): string => foldSearch(heading).replace(/[^a-z]/g, '');

const partOf = (heading: string): Part | undefined => {
  const key = headingKey(heading);
  return PARTS.find((part) => HEADINGS[part].split(' ').includes(key));
};

type Columns = Readonly<Record<Part, readonly number[]>>;

function columnsOf(headings: readonly string[]): Columns {
  const columns = Object.fromEntries(PARTS.map((part) => [part, [] as number[]])) as Record<Part, number[]>;
  for (const [index, heading] of headings.entries()) {
    const part = partOf(heading);
    if (part) columns[part].push(index);
  }
  return columns;
}

const IN_ORDER: Columns = {
  name: [0],
  phone: [1],
  email: [2],
  city: [3],
  notes: [4],
  first: [],
  middle: [],
  last: [],
};

/** The first row is a heading if it names at least two columns, or if its only cell is a known heading. */
const isHeading = (row: readonly string[]): boolean => {
  const known = row.filter((cell) => partOf(cell) !== undefined).length;
  return known >= 2 || (known === 1 && row.filter((cell) => cell.trim() !== '').length === 1);
};

const JOINED = ' ::: '; // the separator between several values in one cell of a file from Google Contacts

function cellOf(row: readonly string[], columns: readonly number[]): string {
  const texts = columns.map((index) => (row[index] ?? '').trim());
  return texts.find((text) => !/^[-–—./]*$/.test(text)) ?? '';
}

/** Replaces spaces, dashes and dots in phone numbers from other programs by the characters that forms accept. */
const phoneOf = (text: string): string =>
  firstOf(text)
    .replace(/[\u2010-\u2015]/g, '-')
    .replace(/[.\s\u200e\u202a-\u202e]+/g, ' ')
    .trim();

const firstOf = (text: string): string => text.split(JOINED)[0] ?? '';
const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

function cellsOf(row: readonly string[], columns: Columns): ImportedCells {
  const whole = cellOf(row, columns.name);
  const parts = [columns.first, columns.middle, columns.last].map((part) => cellOf(row, part));
  return {
    name: oneLine(whole || parts.filter(Boolean).join(' ')),
    phone: phoneOf(cellOf(row, columns.phone)),
    email: firstOf(cellOf(row, columns.email)),
    city: oneLine(cellOf(row, columns.city)),
    notes: cellOf(row, columns.notes),
  };
}

export interface ImportTable {
  /** The people in the order of the file; `line` counts rows from 1, as spreadsheets do. */
  readonly people: readonly { readonly line: number; readonly cells: ImportedCells }[];
  /** The fields that the heading row names; null for a file without headings, whose columns must have the usual order. */
  readonly recognised: readonly ImportField[] | null;
}

const isBlank = (row: readonly string[]): boolean => row.every((cell) => cell.trim() === '');

/** Reads the people of a file. Empty rows are skipped but count as lines. docs/spec/behaviour.md §6.4 */
export function importTable(rows: readonly (readonly string[])[]): ImportTable {
  const head = rows.findIndex((row) => !isBlank(row));
  const headings = rows[head] ?? [];
  const isHeaded = isHeading(headings);
  const columns = isHeaded ? columnsOf(headings) : IN_ORDER;
  const from = isHeaded ? head + 1 : 0;
  const people = rows.flatMap((row, index) =>
    index < from || isBlank(row) ? [] : [{ line: index + 1, cells: cellsOf(row, columns) }],
  );
  const has = (field: ImportField): boolean =>
    columns[field].length > 0 || (field === 'name' && columns.first.length + columns.last.length > 0);
  return { people, recognised: isHeaded ? IMPORT_FIELDS.filter(has) : null };
}
