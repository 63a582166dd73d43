import type { AppointmentFields } from '#salon/appointments/appointment-edit.ts';
import { keepsPerson } from '#salon/appointments/booking.ts';
import { contactDigits } from '#salon/search.ts';
import type { AppointmentRow } from '../../platform/db/schema.ts';
import { type CopiedService, NO_SERVICE } from '../chosen-service.ts';
import { bookedAnew } from './booked-anew.ts';

type Columns = Omit<AppointmentRow, 'id' | 'day' | 'created_at' | 'version'>;

/** When it was booked: a new booking begins when somebody gets it, and begins anew when another one does. */
function bookedAt(before: AppointmentRow, after: AppointmentFields, nowMs: number): number | null {
  if (after.status === 'CANCELLED') return before.booked_at;
  if (after.status !== 'BOOKED') return null;
  const goesOn = before.status === 'BOOKED' && keepsPerson(before, after);
  return goesOn ? before.booked_at : bookedAnew(before, nowMs);
}

const NOT_CANCELLED = { cancelled_at: null, cancelled_by: null, is_late: 0 } as const;

function cancellationOf(before: AppointmentRow, after: AppointmentFields, nowMs: number) {
  if (after.status !== 'CANCELLED') return NOT_CANCELLED;
  if (before.status !== 'CANCELLED')
    return { cancelled_at: nowMs, cancelled_by: 'ADMIN', is_late: 0 } as const;
  const { cancelled_at, cancelled_by, is_late } = before;
  return { cancelled_at, cancelled_by, is_late };
}

/** All columns of the row after an edit, those that follow from others with them. `service` is the copied one if it changed. */
export function editedColumns(
  before: AppointmentRow,
  after: AppointmentFields,
  service: CopiedService | undefined,
  nowMs: number,
): Columns {
  const isOpen = after.status === 'AVAILABLE' || after.status === 'BLOCKED';
  const { service_id, service_name, service_price } = service ?? before;
  return {
    ...after,
    ...(isOpen ? NO_SERVICE : { service_id, service_name, service_price }),
    ...cancellationOf(before, after, nowMs),
    guest_phone_digits: contactDigits(after.guest_phone),
    guest_email: !isOpen && keepsPerson(before, after) ? before.guest_email : null,
    booked_at: bookedAt(before, after, nowMs),
  };
}
