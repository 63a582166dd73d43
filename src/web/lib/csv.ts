/** CSV for Serbian Excel: UTF-8 with BOM, semicolons, decimal commas. */

export type Row = readonly (string | number)[];

/** Formats a number with a decimal comma and no thousands separator; Serbian Excel would read a number with a separator as text. */
const numberCell = (value: number): string => String(value).replace('.', ',');

/** Matches text that a spreadsheet would run as a formula; such a cell gets a leading apostrophe, so that it stays text. */
const FORMULA = /^[=+\-@\t\r]/;

function textCell(value: string): string {
  const harmless = FORMULA.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

export const withoutGuard = (cell: string): string =>
  cell.startsWith("'") && FORMULA.test(cell.slice(1)) ? cell.slice(1) : cell;

const line = (row: Row): string =>
  row.map((cell) => (typeof cell === 'number' ? numberCell(cell) : textCell(cell))).join(';');

const BYTE_ORDER_MARK = '\uFEFF'; // without the byte order mark Excel decodes UTF-8 as the local code page

/** The text of a CSV file. Tables are separated by an empty line. */
export const csvText = (tables: readonly (readonly Row[])[]): string =>
  `${BYTE_ORDER_MARK}${tables.map((rows) => rows.map(line).join('\r\n')).join('\r\n\r\n')}\r\n`;
