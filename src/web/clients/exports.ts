/** The files of 'Izvoz': everybody, and the past visits of everybody. docs/spec/behaviour.md §6.4 */
import type { ListedAppointment } from '#contract/appointments.ts';
import type { ListedPerson } from '#contract/people.ts';
import { phoneDigits } from '#domain/clients/phone.ts';
import { foldSearch } from '#domain/search.ts';
import { clockOf, dateOf, minutesBetween, type WallTime } from '#domain/wall-clock.ts';
import { personOf, phoneOf } from '#domain/wording/appointments.ts';
import { displayDate } from '#domain/wording/dates.ts';
import { csvText } from '../lib/csv.ts';
import { requestPage } from '../lib/queries/admin-queries.ts';

const HEADING = ['Ime i prezime', 'Telefon', 'Email', 'Grad', 'Beleška'] as const;

/**
 * A phone that Excel keeps as text with its leading zero: '0641234567' becomes '064 1234567', '+436601234' '0043 6601234', because Excel
 * reads a cell of digits as a number.
 */
export function phoneCell(phone: string | null): string {
  if (phone === null || !/^\+?\d+$/.test(phone.trim())) return phone ?? '';
  const digits = phoneDigits(phone);
  const area = digits.startsWith('00') ? 4 : 3;
  return `${digits.slice(0, area)} ${digits.slice(area)}`.trim();
}

/** Everybody as CSV, with the column headings that the import reads. */
export const peopleCsv = (people: readonly ListedPerson[]): string =>
  csvText([
    [
      HEADING,
      ...people.map(({ name, phone, email, city, notes }) =>
        [name, phoneCell(phone), email, city, notes].map((text) => text ?? ''),
      ),
    ],
  ]);

const VISIT_HEADING = [
  ...['Ime i prezime', 'Telefon', 'Datum', 'Vreme', 'Trajanje (min)', 'Usluga', 'Cena (din)', 'Radnica'],
  'Napomena',
];

/** The past visits as CSV, by person and time. A missed appointment is no visit. */
export function visitsCsv(rows: readonly ListedAppointment[], now: WallTime): string {
  const keyOf = (row: ListedAppointment) => `${foldSearch(personOf(row))} ${row.start_datetime}`;
  const visits = rows
    .filter(({ attended, start_datetime }) => attended !== 0 && start_datetime <= now)
    .map((row) => ({ row, key: keyOf(row) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1));
  return csvText([
    [
      VISIT_HEADING,
      ...visits.map(({ row }) => [
        personOf(row),
        phoneCell(phoneOf(row)),
        displayDate(dateOf(row.start_datetime)),
        clockOf(row.start_datetime),
        minutesBetween(row.start_datetime, row.end_datetime),
        row.service_name ?? '',
        row.service_price ?? '',
        row.technician_name ?? '',
        row.notes ?? '',
      ]),
    ],
  ]);
}

const FIRST_DAY = '2000-01-01';

/** Fetches all pages of the bookings until now. */
export async function pastBookings(now: WallTime): Promise<readonly ListedAppointment[]> {
  const rows: ListedAppointment[] = [];
  for (;;) {
    const query = { from: FIRST_DAY, to: dateOf(now), status: 'BOOKED', offset: rows.length } as const;
    const page = await requestPage('GET /appointments/list', { query });
    rows.push(...page.rows);
    if (rows.length >= page.total || page.rows.length === 0) return rows;
  }
}
