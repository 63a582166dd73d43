/** What an imported appointment becomes: its times, its lines, and why it is refused. docs/spec/behaviour.md §31.1 */

import { priceOf, type ServiceLine } from '../appointments/lines.ts';
import { onStep } from '../appointments/room.ts';
import { slotRefusal, type Times } from '../appointments/slots.ts';
import type { TechnicianId } from '../ids.ts';
import { SLOT_STEP_MINUTES } from '../limits.ts';
import { foldSearch } from '../search.ts';
import {
  addMinutes,
  addMonths,
  clockOf,
  dateOf,
  minutesBetween,
  startOfDay,
  type WallTime,
} from '../wall-clock.ts';

export const IMPORT_STATES = ['READY', 'CREATED', 'EXISTS', 'TAKEN', 'NO_TIME', 'REFUSED'] as const;
export type ImportState = (typeof IMPORT_STATES)[number];
export const IMPORTED_STATUSES = ['BOOKED', 'CANCELLED', 'MISSED'] as const;
export type ImportedStatus = (typeof IMPORTED_STATUSES)[number];

export const IMPORT_REASONS = {
  noTime: 'dopišite dan i sat',
  noName: 'Unesite ime.',
  badRow: 'Red nije ispravan.',
  cancelled: 'Otkazan.',
  same: 'isti termin',
  moved: 'U fajlu je pomeren.',
  tooOld: 'Termin je stariji od roka za čuvanje podataka gostiju.',
} as const;

/** The times on steps of five minutes: the start rounded down, the end up. */
export function roundedTimes(start: WallTime, minutes: number): Times {
  return {
    start_datetime: onStep(start, SLOT_STEP_MINUTES, Math.floor),
    end_datetime: onStep(addMinutes(start, minutes), SLOT_STEP_MINUTES, Math.ceil),
  };
}

/** Says how the times of a file were rounded; null if they were not. */
export function roundingInWords(start: WallTime, minutes: number): string | null {
  const times = roundedTimes(start, minutes);
  const isSame =
    times.start_datetime === start && minutesBetween(times.start_datetime, times.end_datetime) === minutes;
  return isSame ? null : `Zaokruženo: ${clockOf(times.start_datetime)}-${clockOf(times.end_datetime)}.`;
}

interface Rules {
  readonly now: WallTime;
  /** For how many months guests are kept; 0: without limit. */
  readonly guest_retention_months: number;
}

type Refusal = NonNullable<ReturnType<typeof slotRefusal>> | 'appointment_not_begun';

/** Refuses times that no appointment has, a missed one ahead, and one older than guests are kept. */
export function importRefusal(
  times: Times,
  status: ImportedStatus,
  { now, guest_retention_months }: Rules,
): { readonly code: Refusal } | { readonly text: string } | undefined {
  const code = slotRefusal(times, dateOf(now));
  if (code) return { code };
  if (status === 'MISSED' && times.start_datetime > now) return { code: 'appointment_not_begun' };
  const kept = startOfDay(addMonths(dateOf(now), -guest_retention_months));
  const isTooOld = guest_retention_months > 0 && times.start_datetime < kept;
  return isTooOld ? { text: IMPORT_REASONS.tooOld } : undefined;
}

/** Whether the person came: to what has ended she did, unless the file says that she missed it. */
export function importedAttendance(times: Times, status: ImportedStatus, now: WallTime): 0 | 1 | null {
  if (status === 'MISSED') return 0;
  return times.end_datetime <= now ? 1 : null;
}

/** A line with the name of a service that the salon does not have. */
export const lineNamed = (name: string): ServiceLine => ({
  service_id: null,
  name,
  price: null,
  duration_minutes: null,
});

/** The lines with the total of the file: it is the price of a single line, or what known lines leave of it for an unknown one. */
export function pricedLines(lines: readonly ServiceLine[], total: number | null): readonly ServiceLine[] {
  const priced = lines.length === 1 ? 0 : lines.findIndex(({ service_id }) => service_id === null);
  if (total === null || priced < 0) return lines;
  const others = priceOf(lines.filter((_, n) => n !== priced)) ?? 0;
  const price = total > others ? Math.round((total - others) * 100) / 100 : null;
  return lines.map((line, n) =>
    n === priced ? { ...line, price: lines.length === 1 ? total : price } : line,
  );
}

interface Named {
  readonly id: TechnicianId;
  readonly name: string;
}

const firstWord = (name: string): string => foldSearch(name).split(/\s+/)[0] ?? '';

/** The technician with this name, or the only one with this first name. */
export function technicianNamed<One extends Named>(text: string, technicians: readonly One[]) {
  const whole = technicians.find(({ name }) => foldSearch(name) === foldSearch(text));
  const namesakes = technicians.filter(({ name }) => firstWord(name) === firstWord(text));
  return whole ?? (namesakes.length === 1 ? namesakes[0] : undefined);
}

/** The text that says which appointment a row is, whenever it is imported again. */
export const importKey = (row: {
  readonly uid: string | null;
  readonly name: string;
  readonly number: string | null;
  readonly start_datetime: WallTime;
}): string =>
  row.uid === null
    ? `row\n${foldSearch(row.name)}\n${row.number ?? ''}\n${row.start_datetime}`
    : `uid\n${row.uid}\n${row.start_datetime}`;

/** Where there is room instead. */
export const roomInWords = (start: WallTime): string => `slobodno ${clockOf(start)}`;
