import { displayDate } from '#domain/wording/dates.ts';
import type { Statistics } from '../lib/admin-queries.ts';
import { saveFile } from '../ui/browser.ts';

type Cell = string | number;
type Row = readonly Cell[];

/** Serbian Excel reads a decimal comma, and a thousands' point as text. */
const numberCell = (value: number): string => String(value).replace('.', ',');

/** A name that begins like a formula would be run by the spreadsheet: a leading apostrophe makes it text. */
function textCell(value: string): string {
  const harmless = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value;
  return /[";\r\n]/.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

const line = (row: Row): string =>
  row.map((cell) => (typeof cell === 'number' ? numberCell(cell) : textCell(cell))).join(';');

const BYTE_ORDER_MARK = '\uFEFF'; // without it Excel takes UTF-8 for the local code page

/** What the page shows, part under part, as a table that Excel opens right: UTF-8 with BOM, semicolons. */
export function statisticsCsv({ period, days, revenue, services, clients, utilization }: Statistics): string {
  const parts: readonly (readonly Row[])[] = [
    [['Statistika', displayDate(period.from), displayDate(period.to)]],
    [['Datum', 'Broj termina'], ...days.map(({ date, count }): Row => [displayDate(date), count])],
    [['Usluga', 'Prihod (RSD)'], ...revenue.map((row): Row => [row.name, row.revenue])],
    [['Najčešće usluge', 'Broj termina'], ...services.map(({ name, count }): Row => [name, count])],
    [
      ['Iskorišćenost (%)', utilization.utilization],
      ['Popunjeno', utilization.booked],
      ['Slobodno', utilization.available],
      ['Blokirano', utilization.blocked],
      ['Otkazano', utilization.cancelled],
    ],
    [['Top klijenti', 'Broj termina'], ...clients.map(({ client, count }): Row => [client, count])],
  ];
  return `${BYTE_ORDER_MARK}${parts.map((rows) => rows.map(line).join('\r\n')).join('\r\n\r\n')}\r\n`;
}

/** Hands the table to the browser as a file. */
export function downloadCsv(statistics: Statistics): void {
  const { from, to } = statistics.period;
  saveFile({ name: `statistika-${from}-${to}.csv`, type: 'text/csv', text: statisticsCsv(statistics) });
}
