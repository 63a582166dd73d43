import type { SalonAppointment } from '#contract/appointments.ts';
import { STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { isComing } from '#domain/appointments/attendance.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { clockOf, dateOf, isSunday } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';

/** Texts on the blocks of the calendar. docs/spec/product.md §2.19 */

const isBooking = ({ status }: SalonAppointment): boolean => status === 'BOOKED' || status === 'CANCELLED';

/** The name on an appointment in the calendar: the person who comes, otherwise the status 'Dostupan' or 'Blokiran'. */
export const nameOfEvent = (row: SalonAppointment): string =>
  (isBooking(row) ? (row.guest_name ?? row.client_name) : null) ?? STATUS_LABELS[row.status];

/** The prefix 'za: ' if a client booked for another person, otherwise ''. */
export const prefixOfEvent = (row: SalonAppointment): string =>
  isBooking(row) && row.client_name !== null && row.guest_name !== null ? 'za: ' : '';

export const absenceText = (reason: string): string => `Odsustvo${reason && `: ${reason}`}`;

const WAITING = 'čeka potvrdu';
const isWaiting = ({ status, request }: SalonAppointment): boolean =>
  status === 'BOOKED' && awaited(request) !== null;

export const COMES = 'dolazi';

const NOT_OFFERED = 'ne nudi se';

/** The details on a block: service, note, and 'Otkazan'. `isWithheld` marks a free slot that an absence hides from clients. */
export function detailsOfEvent(row: SalonAppointment, isWithheld: boolean): string {
  const { status, service_name, notes } = row;
  const label = STATUS_LABELS[status];
  const cancelled = status === 'CANCELLED' && nameOfEvent(row) !== label ? label : null;
  const late = row.expected && `→ oko ${clockOf(row.expected)}`;
  return [isWithheld ? NOT_OFFERED : null, isWaiting(row) && WAITING, late, service_name, notes, cancelled]
    .filter(Boolean)
    .join(', ');
}

/** The accessible name and tooltip of a block: its text, then the status. `technician` is set in a column of several technicians. */
export function eventInWords(row: SalonAppointment, isWithheld = false, technician?: string): string {
  const name = nameOfEvent(row);
  const status = STATUS_LABELS[row.status];
  const isSaid = name === status || row.status === 'CANCELLED';
  return [
    prefixOfEvent(row) + name,
    timeRange(row.start_datetime, row.end_datetime),
    detailsOfEvent(row, isWithheld),
    isComing(row) && COMES,
    row.staff_note,
    technician,
    awaited(row.deposit) && 'čeka uplatu',
    isSaid ? null : status,
  ]
    .filter(Boolean)
    .join(', ');
}

/** Whether the slot is a free slot on a Sunday, which clients never see. docs/spec/product.md §2.3 */
export const isUnseenSlot = ({ status, start_datetime }: SalonAppointment): boolean =>
  status === 'AVAILABLE' && isSunday(dateOf(start_datetime));
