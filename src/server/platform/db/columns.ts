import { z } from 'zod';
import { serviceLine } from '#contract/appointments.ts';
import {
  appointmentId,
  bookingId,
  flag,
  language,
  personId,
  technicianId,
  userId,
  wallDate,
  wallTime,
} from '#contract/schemas.ts';
import { APPOINTMENT_STATUSES } from '#domain/appointments/appointments.ts';
import { REQUEST_STATES } from '#domain/appointments/requests.ts';
import { CALL_REASONS } from '#domain/told/calls.ts';
import { HISTORY_ROLES } from '#domain/wording/history.ts';

const ROWS_AT_ONCE = 500;

/** Rows in parts for one statement each: both engines limit its number of parameters. */
export function* batchesOf<T>(rows: readonly T[]): Generator<readonly T[]> {
  for (let done = 0; done < rows.length; done += ROWS_AT_ONCE) yield rows.slice(done, done + ROWS_AT_ONCE);
}

const moment = z.int().nullable();
const text = z.string().nullable();

/** A row of `appointments`: a time, and since when it belongs to which booking. */
export const plainAppointment = z.object({
  id: appointmentId,
  start_datetime: wallTime,
  end_datetime: wallTime,
  day: wallDate,
  technician_id: technicianId,
  status: z.enum(APPOINTMENT_STATUSES),
  booking_id: bookingId.nullable(),
  /** Of an AVAILABLE or BLOCKED row. The note of a booking is in `bookings`. */
  notes: text,
  created_at: z.int(),
  version: z.int(),
});
export const PLAIN_COLUMNS = plainAppointment.keyof().options;

/** The columns that an appointment's row takes from its booking under the same name. */
const ofBooking = {
  /** The part of the calendar entry's UID before the domain; null: `booking-<id>`. */
  uid: text,
  sequence: z.int(),
  person_id: personId.nullable(),
  /** 1: retention has removed the person. */
  is_forgotten: flag,
  client_id: userId.nullable(),
  booked_by_role: z.enum(HISTORY_ROLES).nullable(),
  booked_by_id: userId.nullable(),
  guest_name: text,
  guest_phone: text,
  /** The phone in E.164, or its digits. */
  guest_number: text,
  guest_email: text,
  booked_at: moment,
  moved_at: moment,
  /** Keyed hash of the IP network from which a guest or a new account booked; null once the appointment has ended. */
  booker_network: text,
  /** Keyed hash of the IP network where a new account registered; null once the appointment has ended. */
  account_network: text,
  /** Of the page where a client or visitor booked; null: the salon booked, or it has only Serbian. */
  language: language.nullable(),
  attended: flag.nullable(),
  cancelled_at: moment,
  cancelled_by: z.enum(['ADMIN', 'CLIENT']).nullable(),
  cancel_reason: text,
  is_late: flag,
  /** 1: the row of the booking was given to another person; the booking is kept for its money and is no cancellation. */
  is_given_away: flag,
  /** Whether the person was called about a change by the salon; null = nobody has to be called. */
  called: flag.nullable(),
  /** What the person must learn of, and when it happened. docs/spec/behaviour.md §29.4 */
  call_what: z.enum(CALL_REASONS).nullable(),
  call_at: moment,
  series_id: appointmentId.nullable(),
  rules_accepted_at: moment,
  /** The version of the accepted rules: the time when their text was saved. */
  rules_text_at: moment,
  /** Whether the salon has accepted the booking; null: it need not. */
  request_state: z.enum(REQUEST_STATES).nullable(),
  /** Until when a waiting request must be answered. */
  request_until: wallTime.nullable(),
  accepted_at: moment,
  /** When the person said that she comes, to this start. */
  confirmed_at: moment,
};

/** A row of `bookings`. */
export const storedBooking = z.object({
  id: bookingId,
  ...ofBooking,
  note: text,
  /** The price of a booking without services. */
  price: z.number().nullable(),
});
export const BOOKING_COLUMNS = storedBooking.keyof().options;

/** An appointment with its booking; without a booking, the booking's columns are empty. */
export const appointmentRow = plainAppointment.extend({
  ...ofBooking,
  services: z.array(serviceLine).readonly(),
  /** Summaries of `services`, for notifications and the history. */
  service_id: serviceLine.shape.service_id,
  service_name: text,
  service_price: z.number().nullable(),
});
type AppointmentRow = z.output<typeof appointmentRow>;

/** The columns of an appointment's row that are in `bookings`. */
export const isBookingColumn = (name: string): name is keyof typeof ofBooking =>
  Object.hasOwn(ofBooking, name);

/** The booking's columns in a row without a booking. */
export const NO_BOOKING = {
  ...(Object.fromEntries(Object.keys(ofBooking).map((name) => [name, null])) as Record<string, null>),
  sequence: 0,
  is_forgotten: 0,
  is_late: 0,
  is_given_away: 0,
  services: [],
  service_id: null,
  service_name: null,
  service_price: null,
} as unknown as Omit<AppointmentRow, keyof z.output<typeof plainAppointment>>;

/** Applies the input to a row. An omitted field keeps its value; null clears it. docs/spec/behaviour.md §3.1 */
export const merged = <Row extends object>(
  row: Row,
  input: { readonly [Name in keyof Row]?: Row[Name] | undefined },
): Row => {
  const given = Object.entries(input).filter(([name, value]) => name in row && value !== undefined);
  return { ...row, ...Object.fromEntries(given) };
};
