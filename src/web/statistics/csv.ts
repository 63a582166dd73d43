import { displayDate } from '#domain/wording/dates.ts';
import type { Statistics } from '../lib/admin-queries.ts';
import { csvText, type Row } from '../lib/csv/csv-text.ts';
import { saveFile } from '../ui/browser.ts';

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
  return csvText(parts);
}

/** Hands the table to the browser as a file. */
export function downloadCsv(statistics: Statistics): void {
  const { from, to } = statistics.period;
  saveFile({ name: `statistika-${from}-${to}.csv`, type: 'text/csv', text: statisticsCsv(statistics) });
}
