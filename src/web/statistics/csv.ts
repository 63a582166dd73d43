import { displayDate } from '#domain/wording/dates.ts';
import { csvText, type Row } from '../lib/csv.ts';
import { saveFile } from '../lib/device/save-file.ts';
import type { Statistics } from './queries.ts';

const TOTALS: readonly { name: string; of: keyof Statistics['totals'] }[] = [
  { name: 'Zakazani (ukupno)', of: 'booked' },
  { name: 'Prihod (RSD)', of: 'revenue' },
  { name: 'Bez usluge', of: 'without_service' },
  { name: 'Nisu došle', of: 'no_shows' },
  { name: 'Klijentkinje', of: 'clients' },
  { name: 'Iskorišćenost (%)', of: 'utilization' },
];

function totalRows({ totals, charged, before }: Statistics): Row[] {
  const dates = before ? [`${displayDate(before.period.from)} - ${displayDate(before.period.to)}`] : [];
  return [
    ['Zbir', 'Izabrani period', ...dates],
    ...TOTALS.map(({ name, of }): Row => [name, totals[of], ...(before ? [before.totals[of]] : [])]),
    ...(charged
      ? [['Naplaćeno (RSD)', charged.total, ...(before?.charged ? [before.charged.total] : [])]]
      : []),
  ];
}

const COLUMNS = ['name', 'appointments', 'minutes', 'utilization', 'revenue', 'no_shows'] as const;

const technicianRows = (technicians: Statistics['technicians']): Row[] => [
  ['Radnica', 'Termini', 'Minuta', 'Iskorišćenost (%)', 'Prihod (RSD)', 'Nisu došle'],
  ...technicians.map((figures) => COLUMNS.map((column) => figures[column])),
];

export function statisticsCsv(statistics: Statistics): string {
  const { period, days, revenuePerDay, revenue, services, clients, utilization, technicians } = statistics;
  const parts: readonly (readonly Row[])[] = [
    [['Statistika', displayDate(period.from), displayDate(period.to)]],
    totalRows(statistics),
    [['Datum', 'Broj termina'], ...days.map(({ date, count }): Row => [displayDate(date), count])],
    [['Datum', 'Prihod (RSD)'], ...revenuePerDay.map((day): Row => [displayDate(day.date), day.revenue])],
    [['Usluga', 'Prihod (RSD)'], ...revenue.map((row): Row => [row.name, row.revenue])],
    [['Najčešće usluge', 'Broj termina'], ...services.map(({ name, count }): Row => [name, count])],
    [
      ['Iskorišćenost (%)', utilization.utilization],
      ['Popunjeno', utilization.booked],
      ['Slobodno', utilization.available],
      ['Blokirano', utilization.blocked],
      ['Otkazano', utilization.cancelled],
    ],
    ...(technicians.length === 0 ? [] : [technicianRows(technicians)]),
    [['Top klijenti', 'Broj termina'], ...clients.map(({ client, count }): Row => [client, count])],
  ];
  return csvText(parts);
}

export function downloadCsv(statistics: Statistics): void {
  const { from, to } = statistics.period;
  saveFile({ name: `statistika-${from}-${to}.csv`, type: 'text/csv', text: statisticsCsv(statistics) });
}
