/** Changes of an appointment for the owner: 'Početak 11:30 → 11:45, Jelena, danas u 11:18'. docs/spec/behaviour.md §12 */
import { STATUS_LABELS } from '../appointments/appointments.ts';
import type { RequestState } from '../appointments/requests.ts';
import { clockOf, dateOf, minutesBetween, type WallTime } from '../wall-clock.ts';
import { NO_SERVICE_LABEL } from './appointments.ts';
import { beforeComma, dayInWords, type Today } from './dates.ts';
import { priceText } from './numbers.ts';

export type HistorySubject =
  | 'appointment'
  | 'client'
  | 'person'
  | 'service'
  | 'template'
  | 'absence'
  | 'technician'
  | 'setting'
  | 'cash';

/** Who made a change. GUEST: a person who is not logged in. LUNULA: a background job. */
export const HISTORY_ROLES = ['ADMIN', 'CLIENT', 'TECHNICIAN', 'GUEST', 'LUNULA'] as const;
export type HistoryRole = (typeof HISTORY_ROLES)[number];

/** Labels of actions that the changed fields don't explain; null: the fields explain the action. */
const ACTIONS = {
  created: 'Napravljen',
  generated: 'Napravljen iz šablona',
  kept: 'Sačuvan kao otkazan',
  restored: 'Vraćen',
  deleted: 'Obrisan',
  erased: 'Lični podaci su obrisani',
  changed: null,
  booked: null,
  cancelled: null,
  undone: null,
  password: null,
} as const;
export type HistoryAction = keyof typeof ACTIONS;
export const HISTORY_ACTIONS = Object.keys(ACTIONS) as [HistoryAction, ...HistoryAction[]];

/** A changed field with its old and new value. A client is shown by name. */
export interface HistoryChange {
  readonly field: string;
  readonly from: string | number | null;
  readonly to: string | number | null;
}

export interface HistoryEntry {
  readonly at: WallTime;
  readonly by: { readonly role: HistoryRole; readonly name: string };
  readonly action: HistoryAction;
  readonly changes: HistoryChange[];
}

/** A line of the history: a changed value, or without `from` an action. */
export interface HistoryLine {
  readonly label: string;
  readonly from?: string;
  readonly to: string;
}

const NOTHING = 'prazno';

/** The fields of an appointment in display order. Start and end are shown as start and length. */
const LABELS = {
  status: 'Status',
  technician: 'Radnica',
  client: 'Klijent',
  guest_name: 'Gost',
  guest_phone: 'Telefon gosta',
  service_name: 'Usluga',
  service_price: 'Cena',
  confirmed_at: 'Potvrda dolaska',
  attended: 'Dolazak',
  work: 'Urađeno',
  notes: 'Napomena',
  cancel_reason: 'Razlog otkazivanja',
  rules_accepted_at: 'Pravila salona',
  request_state: 'Zahtev',
  link: 'Link poslala',
} as const;
type Labelled = keyof typeof LABELS;

const attendedText = (value: string | number | null): string =>
  value === null ? 'nije upisan' : value === 1 ? 'Došla' : 'Nije došla';

const REQUEST_TEXTS = {
  WAITING: 'čeka potvrdu',
  ACCEPTED: 'prihvaćen',
  DECLINED: 'odbijen',
  LAPSED: 'istekao',
} as const satisfies Record<RequestState, string>;

/** Of a moment that is not set, and of one that is. */
const MOMENT_TEXTS = {
  rules_accepted_at: ['nisu prihvaćena', 'prihvaćena'],
  confirmed_at: ['nema', 'dolazi'],
} as const;

function valueText(field: Labelled, value: string | number | null): string {
  if (field === 'service_name') return value === null ? NO_SERVICE_LABEL : String(value);
  if (field === 'attended') return attendedText(value);
  if (field === 'request_state') return REQUEST_TEXTS[value as keyof typeof REQUEST_TEXTS] ?? NOTHING;
  if (field === 'rules_accepted_at' || field === 'confirmed_at')
    return MOMENT_TEXTS[field][value === null ? 0 : 1];
  if (value === null) return NOTHING;
  if (field === 'status') return STATUS_LABELS[value as keyof typeof STATUS_LABELS] ?? String(value);
  return field === 'service_price' ? priceText(Number(value)) : String(value);
}

/** The line about a changed start. For two times of the same day it shows only the clock times. */
function startLine(from: WallTime, to: WallTime, today: Today): HistoryLine {
  const isSameDay = dateOf(from) === dateOf(to);
  const text = (wall: WallTime) =>
    isSameDay ? clockOf(wall) : `${beforeComma(dayInWords(dateOf(wall), today))}, ${clockOf(wall)}`;
  return { label: 'Početak', from: text(from), to: text(to) };
}

/** Lines for a changed start and a changed length. An end that only moves with the start adds no line. */
function timeLines(
  changes: readonly HistoryChange[],
  times: { start: WallTime; end: WallTime },
  today: Today,
) {
  const of = (field: string) => changes.find((change) => change.field === field);
  const start = of('start_datetime');
  const end = of('end_datetime');
  const side = (key: 'from' | 'to') => ({
    start: (start?.[key] ?? times.start) as WallTime,
    end: (end?.[key] ?? times.end) as WallTime,
  });
  const [before, after] = [side('from'), side('to')];
  const minutes = (at: { start: WallTime; end: WallTime }) => minutesBetween(at.start, at.end);
  const lines: HistoryLine[] = [];
  if (start) lines.push(startLine(before.start, after.start, today));
  if (minutes(before) !== minutes(after))
    lines.push({ label: 'Trajanje', from: `${minutes(before)} min`, to: `${minutes(after)} min` });
  return { lines, before };
}

/** True for a field that would only repeat the entry: the price of a changed service, or the client or guest who made the booking. */
function isSaidAlready(field: Labelled, { action, by, changes }: HistoryEntry): boolean {
  if (field === 'service_price') return changes.some((change) => change.field === 'service_name');
  if (action !== 'booked') return false;
  if (by.role === 'CLIENT') return field === 'client';
  return by.role === 'GUEST' && (field === 'guest_name' || field === 'guest_phone');
}

function linesOf(entry: HistoryEntry, timesAfter: { start: WallTime; end: WallTime }, today: Today) {
  const { changes, action } = entry;
  const done = ACTIONS[action];
  if (done !== null) return { lines: [{ label: 'Termin', to: done }], before: timesAfter };
  const { lines, before } = timeLines(changes, timesAfter, today);
  for (const field of Object.keys(LABELS) as Labelled[]) {
    const change = changes.find((one) => one.field === field);
    // skips erased values, which are empty before and after
    if (change && change.from !== change.to && !isSaidAlready(field, entry))
      lines.push({
        label: LABELS[field],
        ...(field !== 'link' && { from: valueText(field, change.from) }),
        to: valueText(field, change.to),
      });
  }
  return { lines, before };
}

/** The lines of an appointment's history, each with time and author, newest first. `times`: the current times. */
export function historyLines(
  entries: readonly HistoryEntry[],
  times: { readonly start_datetime: WallTime; readonly end_datetime: WallTime },
  today: Today,
): (HistoryLine & Pick<HistoryEntry, 'at' | 'by'>)[] {
  let after = { start: times.start_datetime, end: times.end_datetime };
  return entries.flatMap((entry) => {
    const { lines, before } = linesOf(entry, after, today);
    after = before;
    return lines.map((line) => ({ ...line, at: entry.at, by: entry.by }));
  });
}
