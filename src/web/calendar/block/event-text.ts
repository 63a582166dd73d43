import type { SalonAppointment } from '#contract/appointments.ts';
import { type AppointmentStatus, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { timeRange } from '#domain/wording/dates.ts';

/** What stands on a block of the calendar. docs/spec/product.md §2.19 */

const personOn = ({ status, client_name, guest_name }: SalonAppointment): string | null =>
  status === 'CANCELLED' ? (client_name ?? guest_name) : client_name;

/** The client's name, else the status: 'Rezervisan' for a guest's booking, 'Dostupan', 'Blokiran', 'Otkazan'. */
export function titleOfEvent(row: SalonAppointment): string {
  const hasPerson = row.status === 'BOOKED' || row.status === 'CANCELLED';
  return (hasPerson ? personOn(row) : null) ?? STATUS_LABELS[row.status];
}

/** 'za: ime', the person who comes, where the title does not name them: of a cancelled one without a client it does. */
export function guestOf({ status, client_name, guest_name }: SalonAppointment): string | null {
  const isBesideTitle = status === 'BOOKED' || (status === 'CANCELLED' && client_name !== null);
  return isBesideTitle && guest_name !== null ? `za: ${guest_name}` : null;
}

/** The time; a cancelled one says so in words too. */
export function timeOfEvent(row: SalonAppointment): string {
  const time = timeRange(row.start_datetime, row.end_datetime);
  return row.status === 'CANCELLED' && personOn(row) !== null ? `${STATUS_LABELS.CANCELLED} ${time}` : time;
}

const isWord = (text: string | null): text is string => text !== null && text !== '';

/** A free time that nobody is offered: the salon is absent. docs/spec/product.md §2.19 */
const NOT_OFFERED = 'ne nudi se';

/** Under the time: for whom, what, the note. `isWithheld`: a free one that is not offered. */
export const detailsOfEvent = (row: SalonAppointment, isWithheld = false): string[] =>
  [isWithheld ? NOT_OFFERED : null, guestOf(row), row.service_name, row.notes].filter(isWord);

/** All of it in one sentence, for screen readers and as a hint where not all of it fits; the status always in words. */
export function eventInWords(row: SalonAppointment, isWithheld = false): string {
  const title = titleOfEvent(row);
  const status = STATUS_LABELS[row.status];
  const time = timeRange(row.start_datetime, row.end_datetime);
  return [title, title === status ? null : status, time, ...detailsOfEvent(row, isWithheld)]
    .filter(isWord)
    .join(', ');
}

/** A free one that is not offered: faded. */
export const WITHHELD_LOOK = 'bg-card text-ink outline -outline-offset-1 outline-dashed outline-edge';

/** docs/spec/product.md §4.1: booked gold, available dark grey, blocked dark red, cancelled grey. */
export const EVENT_LOOKS: Record<AppointmentStatus, string> = {
  BOOKED: 'bg-booked text-on-booked',
  AVAILABLE: 'bg-available text-white',
  BLOCKED: 'bg-blocked text-white',
  CANCELLED: 'bg-cancelled text-on-cancelled',
};
