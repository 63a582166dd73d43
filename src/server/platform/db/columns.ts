import type { AppointmentRow } from './schema.ts';

/**
 * All columns of an appointment by name. A prepared `select *` would fail in running processes when the next release adds a column
 * (docs/engines.md §9).
 */
export const APPOINTMENT_COLUMNS = Object.keys({
  id: true,
  start_datetime: true,
  end_datetime: true,
  day: true,
  status: true,
  service_id: true,
  service_name: true,
  service_price: true,
  client_id: true,
  guest_name: true,
  guest_phone: true,
  guest_phone_digits: true,
  guest_email: true,
  notes: true,
  cancel_reason: true,
  cancelled_at: true,
  cancelled_by: true,
  is_late: true,
  booked_at: true,
  created_at: true,
  version: true,
  booker_network: true,
  account_network: true,
  joined_slots: true,
  moved_at: true,
  attended: true,
  called: true,
  technician_id: true,
} satisfies Record<keyof AppointmentRow, true>) as (keyof AppointmentRow)[];
