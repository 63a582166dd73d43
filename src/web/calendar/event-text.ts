import type { Appointment } from '#contract/appointments.ts';
import { type AppointmentStatus, STATUS_LABELS } from '#domain/appointments.ts';
import { clockOf } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';

/** What stands on a block of the calendar. docs/spec/product.md §2.19 */

const personOn = ({ status, client_name, guest_name }: Appointment): string | null =>
  status === 'CANCELLED' ? (client_name ?? guest_name) : client_name;

/** The client's name, else the status: 'Rezervisan' for a guest's booking, 'Dostupan', 'Blokiran', 'Otkazan'. */
export function titleOfEvent(row: Appointment): string {
  const isPersons = row.status === 'BOOKED' || row.status === 'CANCELLED';
  return (isPersons ? personOn(row) : null) ?? STATUS_LABELS[row.status];
}

const guestOf = ({ status, guest_name }: Appointment): string | null =>
  status === 'BOOKED' && guest_name !== null ? `za: ${guest_name}` : null;

/** The time, in short where there is only one line; a cancelled one says so in words too. */
export function timeOfEvent(row: Appointment, isShort = false): string {
  const time = isShort ? clockOf(row.start_datetime) : timeRange(row.start_datetime, row.end_datetime);
  return row.status === 'CANCELLED' && personOn(row) !== null ? `${STATUS_LABELS.CANCELLED} ${time}` : time;
}

const isWord = (text: string | null): text is string => text !== null && text !== '';

/** Under the time: for whom, what, the note. */
export const detailsOfEvent = (row: Appointment): string[] =>
  [guestOf(row), row.service_name, row.notes].filter(isWord);

/** All of it in one sentence, for screen readers and as a hint on narrow blocks; the status always in words. */
export function eventInWords(row: Appointment): string {
  const title = titleOfEvent(row);
  const status = STATUS_LABELS[row.status];
  const time = timeRange(row.start_datetime, row.end_datetime);
  return [title, title === status ? null : status, time, ...detailsOfEvent(row)].filter(isWord).join(', ');
}

/** docs/spec/product.md §4.1: booked gold, available dark grey, blocked dark red, cancelled grey. */
export const EVENT_LOOKS: Record<AppointmentStatus, string> = {
  BOOKED: 'bg-booked text-on-booked',
  AVAILABLE: 'bg-available text-white',
  BLOCKED: 'bg-blocked text-white',
  CANCELLED: 'bg-cancelled text-on-cancelled',
};
