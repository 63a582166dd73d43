import { z } from 'zod';
import { appointment } from '#contract/appointments.ts';
import { appointmentId, flag, technicianId, wallDate } from '#contract/schemas.ts';
import { OWNERS_TECHNICIAN } from '#domain/technicians.ts';
import type { AppointmentRow } from './schema.ts';

const moment = z.int().nullable();
const text = z.string().nullable();

/** A row of `appointments` as stored in JSON; an earlier release stored rows without the columns that have a default. */
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
    booker_network: text.default(null),
    account_network: text.default(null),
    joined_slots: text.default(null),
    moved_at: moment.default(null),
    attended: flag.nullable().default(null),
    called: flag.nullable().default(null),
    technician_id: technicianId.default(OWNERS_TECHNICIAN),
    series_id: appointmentId.nullable().default(null),
    rules_accepted_at: moment.default(null),
    rules_text_at: moment.default(null),
  }) satisfies z.ZodType<AppointmentRow>;

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
