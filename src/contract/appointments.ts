import { z } from 'zod';
import { APPOINTMENT_STATUSES } from '#domain/appointments/appointments.ts';
import type { AppointmentId } from '#domain/ids.ts';
import { NAME_MAX_CHARACTERS, NOTES_MAX_CHARACTERS, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import {
  appointmentId,
  flag,
  idParams,
  line,
  orNull,
  page,
  phone,
  phonePart,
  price,
  prose,
  queryNumber,
  serviceId,
  userId,
  wallDate,
  wallTime,
} from './schemas.ts';

export const status = z.enum(APPOINTMENT_STATUSES);

/** An appointment as its owner and the admin see it (docs/spec/product.md §3.1). `version` rises with every change. */
export const appointment = z.object({
  id: appointmentId,
  start_datetime: wallTime,
  end_datetime: wallTime,
  status,
  service_id: serviceId.nullable(),
  service_name: z.string().nullable(),
  /** The price copied at booking, in dinars. */
  service_price: z.number().nullable(),
  client_id: userId.nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  notes: z.string().nullable(),
  cancel_reason: z.string().nullable(),
  cancelled_at: wallTime.nullable(),
  version: z.int(),
});
export type Appointment = z.infer<typeof appointment>;

/** What only the admin gets to know of an appointment. */
const adminOnly = z.object({
  /** Did the person come? null: nobody said (docs/spec/behaviour.md §5.22). */
  attended: flag.nullable(),
  client_notes: z.string().nullable(), // the salon's private note
  /** How often the client, or a guest with this phone, did not come within 12 months. */
  client_no_shows: z.int(),
});
/** An appointment as the admin sees it. */
export const salonAppointment = appointment.extend(adminOnly.shape);
export type SalonAppointment = z.infer<typeof salonAppointment>;
/** Of an endpoint that clients call as well: the admin sees more. */
export const visibleAppointment = appointment.extend(adminOnly.partial().shape);
export type VisibleAppointment = z.infer<typeof visibleAppointment>;

/** In the owner's list: how many others that are not over visitors booked from the same network, which itself leaves nowhere. */
export const listedAppointment = salonAppointment.extend({ same_address: z.int() });
export type ListedAppointment = z.infer<typeof listedAppointment>;

const ofFreeSlot = { id: true, start_datetime: true, end_datetime: true, status: true } as const;
/** What anybody may see of a free slot: never a person. */
export const freeSlot = appointment.pick(ofFreeSlot);
export type FreeSlot = z.infer<typeof freeSlot>;

/** Blank and too long have a message of their own each, both before anything is looked up. */
export const reason = prose(REASON_MAX_CHARACTERS).refine(
  (text) => text !== '',
  'Unesite razlog otkazivanja.',
);

/** The fields of a booking that a client, a guest and the admin fill in. */
export const bookingFields = {
  notes: orNull(prose(NOTES_MAX_CHARACTERS)).optional(),
  service_id: serviceId.nullable().optional(),
  guest_name: orNull(line(NAME_MAX_CHARACTERS)).optional(),
  guest_phone: orNull(phone).optional(),
};
/** The fields that only the admin sets, beside those of `bookingFields`. */
const adminFields = {
  status: status.optional(),
  client_id: userId.nullable().optional(),
  /** Dinars, of this visit. Left out: the price of the service where that is another one. */
  service_price: price.nullable().optional(),
};
/** Takes the change back within 10 seconds; null where it was not requested (docs/spec/behaviour.md §5.14). */
export const withUndo = z.object({ undo_token: z.string().nullable() });
const undoRequested = z.object({ undo: z.literal('1').optional() });
const slotMinutes = z.int().max(1440);
const dateOrTime = z.union([wallDate, wallTime]);
/** What a wrong start or end is refused with. */
export const badTimes = [
  'slot_outside_hours',
  'slot_not_on_step',
  'slot_too_short',
  'slot_across_days',
  'slot_date_out_of_range',
] as const;

export const appointmentEndpoints = [
  endpoint({
    method: 'GET',
    path: '/appointments/list',
    access: 'admin',
    summary:
      'Appointments that start within a period, by start; a date as `to` includes that day (docs/spec/product.md §7.1).',
    query: z.object({
      from: dateOrTime,
      to: dateOrTime,
      status: status.optional(),
      /** However it is written, whole or a part of it. */
      phone: phonePart.optional(),
      /** The id of an appointment: those that visitors booked from the same network as this one. */
      same_address: queryNumber(1, 999_999_999).optional(),
      /** Only those without a service. */
      without_service: z.literal('1').optional(),
      ...page.shape,
    }),
    status: 200,
    response: z.array(listedAppointment),
    isCounted: true,
    errors: ['range_reversed'],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/next',
    access: 'admin',
    summary: 'The soonest BOOKED appointment that has not started, or null (docs/spec/behaviour.md §5.3).',
    status: 200,
    response: salonAppointment.nullable(),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/{id}',
    access: 'user',
    summary: "One appointment; clients read only their own, another's is 404 (docs/spec/behaviour.md §5.3).",
    params: idParams<AppointmentId>(),
    status: 200,
    response: visibleAppointment,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'PUT',
    path: '/appointments/{id}',
    access: 'admin',
    summary:
      'Edits an appointment; a field left out keeps its value, null clears it. Taken from a client, it keeps a note and a guest only if the request has them too (docs/spec/behaviour.md §5.8).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({
      start_datetime: wallTime.optional(),
      end_datetime: wallTime.optional(),
      ...adminFields,
      ...bookingFields,
      cancel_reason: orNull(prose(REASON_MAX_CHARACTERS)).optional(),
      version: z.int().optional(),
    }),
    status: 200,
    response: salonAppointment,
    errors: [
      'not_found',
      ...badTimes,
      'booked_needs_person',
      'person_needs_booking',
      'unknown_service',
      'unknown_client',
      'slot_overlaps',
      'appointment_changed',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments',
    access: 'admin',
    summary:
      'Makes an appointment in one step: BOOKED with a person, else AVAILABLE, unless `status` says otherwise. Free slots under a booking give way; `slot_overlaps` says over what, in `conflict: { id, name, start_datetime, end_datetime }` (docs/spec/behaviour.md §5.18).',
    query: undoRequested,
    body: z.strictObject({
      start_datetime: wallTime,
      duration_minutes: slotMinutes.optional(),
      ...adminFields,
      ...bookingFields,
    }),
    status: 201,
    response: salonAppointment.extend(withUndo.shape),
    errors: [
      ...badTimes,
      'booked_needs_person',
      'person_needs_booking',
      'unknown_service',
      'unknown_client',
      'slot_overlaps',
    ],
  }),
  endpoint({
    method: 'DELETE',
    path: '/appointments/{id}',
    access: 'admin',
    summary:
      'Deletes an appointment; a client with a future booking is notified. 204, or with `undo=1` 200 and an undo token (docs/spec/behaviour.md §5.13).',
    params: idParams<AppointmentId>(),
    query: undoRequested,
    status: 200,
    response: withUndo.optional(),
    errors: ['not_found'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/status',
    access: 'admin',
    summary:
      'The lock button: AVAILABLE to BLOCKED and back (docs/spec/product.md §4.2, docs/spec/behaviour.md §5.10).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({ status: z.enum(['AVAILABLE', 'BLOCKED']) }),
    status: 200,
    response: salonAppointment,
    errors: ['not_found', 'status_not_toggled', 'slot_overlaps'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/attendance',
    access: 'admin',
    summary:
      'Says of a booking that has begun: came (1), or not (0); null: unsaid (docs/spec/behaviour.md §5.22).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({ attended: flag.nullable() }),
    status: 200,
    response: salonAppointment,
    errors: ['not_found', 'appointment_not_booked', 'appointment_not_begun'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/slot',
    access: 'admin',
    summary: 'Adds a free slot; `duration_minutes` left out is 120 (docs/spec/behaviour.md §5.2).',
    query: undoRequested,
    body: z.strictObject({ start_datetime: wallTime, duration_minutes: slotMinutes.optional() }),
    status: 201,
    response: salonAppointment.extend(withUndo.shape),
    errors: [...badTimes, 'slot_overlaps'],
  }),
] as const;
