import type { SalonAppointment } from '#contract/appointments.ts';
import { type AppointmentStatus, STATUS_LABELS } from '#domain/appointments/appointments.ts';
import { awaited } from '#domain/payments/deposits.ts';
import { dateOf, isSunday, type WallTime } from '#domain/wall-clock.ts';
import { timeRange } from '#domain/wording/dates.ts';

/** The words on a block of the calendar. docs/spec/product.md §2.19 */

const isBooking = ({ status }: SalonAppointment): boolean => status === 'BOOKED' || status === 'CANCELLED';

/** The person who comes, else the status: 'Dostupan', 'Blokiran'. */
export const nameOfEvent = (row: SalonAppointment): string =>
  (isBooking(row) ? (row.guest_name ?? row.client_name) : null) ?? STATUS_LABELS[row.status];

/** 'za: ' where a client booked for another person, else ''. */
export const prefixOfEvent = (row: SalonAppointment): string =>
  isBooking(row) && row.client_name !== null && row.guest_name !== null ? 'za: ' : '';

export const absenceText = (reason: string): string => `Odsustvo${reason && `: ${reason}`}`;

const NOT_OFFERED = 'ne nudi se';

/** Service, note, and 'Otkazan'. `isWithheld`: a free slot in an absence, which clients are not offered. */
export function detailsOfEvent(row: SalonAppointment, isWithheld: boolean): string {
  const { status, service_name, notes } = row;
  const label = STATUS_LABELS[status];
  const cancelled = status === 'CANCELLED' && nameOfEvent(row) !== label ? label : null;
  return [isWithheld ? NOT_OFFERED : null, service_name, notes, cancelled].filter(Boolean).join(', ');
}

/** The accessible name and the tooltip: the words of a block in their order, and the status last. `technician`: where those of several are mixed. */
export function eventInWords(row: SalonAppointment, isWithheld = false, technician?: string): string {
  const name = nameOfEvent(row);
  const status = STATUS_LABELS[row.status];
  const isSaid = name === status || row.status === 'CANCELLED';
  return [
    prefixOfEvent(row) + name,
    timeRange(row.start_datetime, row.end_datetime),
    detailsOfEvent(row, isWithheld),
    technician,
    awaited(row.deposit) && 'čeka uplatu',
    isSaid ? null : status,
  ]
    .filter(Boolean)
    .join(', ');
}

/** True for a free slot on a Sunday, which clients never see. docs/spec/product.md §2.3 */
export const isUnseenSlot = (status: AppointmentStatus, start: WallTime): boolean =>
  status === 'AVAILABLE' && isSunday(dateOf(start));

export const SUNDAY_WARNING = 'Klijentkinje ne vide slobodne termine nedeljom.';
