import { z } from 'zod';
import { appointment } from '#contract/appointments.ts';
import { appointmentId, flag, technicianId, wallDate } from '#contract/schemas.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';

const moment = z.int().nullable();
const text = z.string().nullable();

/** A row of `appointments`, or such a row as stored JSON. JSON of an earlier release may lack the columns that have a default here. */
export const appointmentRow = appointment
  .omit({
    client_name: true,
    client_phone: true,
    client_email: true,
    services: true,
    deposit: true,
    technician_name: true,
  })
  .extend({
    day: wallDate,
    guest_phone_digits: text,
    guest_email: text,
    cancelled_at: moment,
    cancelled_by: z.enum(['ADMIN', 'CLIENT']).nullable(),
    is_late: flag,
    booked_at: moment,
    created_at: z.int(),
    /** Keyed hash of the IP network from which a guest or a new account booked; null once the appointment has ended. */
    booker_network: text.default(null),
    /** Keyed hash of the IP network where a new account registered; null once the appointment has ended. */
    account_network: text.default(null),
    /** JSON: the times of the slots that the booking joins, in order; null = a single slot. */
    joined_slots: text.default(null),
    moved_at: moment.default(null),
    attended: flag.nullable().default(null),
    /** Whether the guest was called about a cancellation by the salon; null = nobody has to be called. */
    called: flag.nullable().default(null),
    technician_id: technicianId.default(OWNERS_TECHNICIAN),
    series_id: appointmentId.nullable().default(null),
    rules_accepted_at: moment.default(null),
    /** The version of the accepted rules: the time when their text was saved. */
    rules_text_at: moment.default(null),
  });

/** All columns of an appointment: a prepared `select *` fails when the next release adds a column (docs/engines.md §9). */
export const APPOINTMENT_COLUMNS = appointmentRow.keyof().options;

/** Applies the input to a row. An omitted field keeps its value; null clears it. docs/spec/behaviour.md §3.1 */
export const merged = <Row extends object>(
  row: Row,
  input: { readonly [Name in keyof Row]?: Row[Name] | undefined },
): Row => {
  const given = Object.entries(input).filter(([name, value]) => name in row && value !== undefined);
  return { ...row, ...Object.fromEntries(given) };
};
