import { z } from 'zod';
import { NAME_MAX_CHARACTERS, NOTES_MAX_CHARACTERS, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment, reason, status } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { email, id, idParams, line, orNull, phone, prose, wallTime } from './schemas.ts';

const withUndo = z.object({ undo_token: z.string().nullable() });
const undoAsked = z.object({ undo: z.literal('1').optional() });
const guestName = orNull(line(NAME_MAX_CHARACTERS)).optional();
const guestPhone = orNull(phone).optional();
const notes = orNull(prose(NOTES_MAX_CHARACTERS)).optional();
const editAppointment = endpoint({
  method: 'PUT',
  path: '/appointments/{id}',
  access: 'admin',
  summary:
    'Edits an appointment; a field left out keeps its value, null clears it. Taken from a client, it keeps a note and a guest only if they are given too (docs/spec/behaviour.md §5.8).',
  params: idParams,
  body: z.strictObject({
    start_datetime: wallTime.optional(),
    end_datetime: wallTime.optional(),
    status: status.optional(),
    service_id: id.nullable().optional(),
    client_id: id.nullable().optional(),
    notes,
    guest_name: guestName,
    guest_phone: guestPhone,
    cancel_reason: orNull(prose(REASON_MAX_CHARACTERS)).optional(),
    version: z.int().optional(),
  }),
  status: 200,
  response: appointment,
  errors: [
    'not_found',
    'slot_outside_hours',
    'slot_not_on_step',
    'slot_too_short',
    'slot_across_days',
    'slot_date_out_of_range',
    'booked_needs_person',
    'person_needs_booking',
    'unknown_service',
    'unknown_client',
    'slot_overlaps',
    'appointment_changed',
  ],
});
const deleteAppointment = endpoint({
  method: 'DELETE',
  path: '/appointments/{id}',
  access: 'admin',
  summary:
    'Deletes an appointment; a client with a future booking is told. 204, or with `undo=1` 200 and an undo token.',
  params: idParams,
  query: undoAsked,
  status: 200,
  response: withUndo.optional(),
  errors: ['not_found'],
});
const setStatus = endpoint({
  method: 'POST',
  path: '/appointments/{id}/status',
  access: 'admin',
  summary: 'The lock button: AVAILABLE to BLOCKED and back (docs/spec/product.md §4.2).',
  params: idParams,
  body: z.strictObject({ status: z.enum(['AVAILABLE', 'BLOCKED']) }),
  status: 200,
  response: appointment,
  errors: ['not_found', 'status_not_toggled', 'slot_overlaps'],
});
const setGuest = endpoint({
  method: 'POST',
  path: '/appointments/{id}/guest',
  access: 'user',
  summary: 'Sets or clears (both null) the guest of an own booking that has not started.',
  params: idParams,
  body: z.strictObject({ guest_name: orNull(line(NAME_MAX_CHARACTERS)), guest_phone: orNull(phone) }),
  status: 200,
  response: appointment,
  errors: [
    'not_found',
    'guest_contact_missing',
    'appointment_over',
    'appointment_not_booked',
    'booked_needs_person',
  ],
});
const setService = endpoint({
  method: 'POST',
  path: '/appointments/{id}/service',
  access: 'user',
  summary: 'Changes the service of an own booking that has not started; its name and price are copied.',
  params: idParams,
  body: z.strictObject({ service_id: id.nullable() }),
  status: 200,
  response: appointment,
  errors: ['not_found', 'unknown_service', 'appointment_over', 'appointment_not_booked'],
});
const cancelAppointment = endpoint({
  method: 'POST',
  path: '/appointments/{id}/cancel',
  access: 'user',
  summary: 'Cancels a booking with a reason (docs/spec/behaviour.md §5.6: by the client, by the admin).',
  params: idParams,
  body: z.strictObject({ reason }),
  status: 200,
  response: appointment,
  errors: ['not_found', 'appointment_over', 'appointment_not_booked'],
});
const bookAppointment = endpoint({
  method: 'POST',
  path: '/appointments/{id}/book',
  access: 'public',
  summary:
    'Books a free slot in one atomic step; repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.4 and §5.5).',
  params: idParams,
  body: z.strictObject({
    seen_start: wallTime,
    seen_end: wallTime,
    notes,
    service_id: id.nullable().optional(),
    guest_name: guestName,
    guest_phone: guestPhone,
    guest_email: orNull(email).optional(),
  }),
  status: 200,
  /** `guest_link`: the token of a visitor's own link, null for everyone else. */
  response: appointment.extend({ guest_link: z.string().nullable() }),
  errors: [
    'slot_gone',
    'guest_contact_missing',
    'booking_limit',
    'unknown_service',
    'key_reused',
    'login_required',
  ],
});
const addSlot = endpoint({
  method: 'POST',
  path: '/appointments/slot',
  access: 'admin',
  summary: 'Adds a free slot; `duration_minutes` left out is 120.',
  query: undoAsked,
  body: z.strictObject({ start_datetime: wallTime, duration_minutes: z.int().max(1440).optional() }),
  status: 201,
  response: appointment.extend({ undo_token: z.string().nullable() }),
  errors: [
    'slot_outside_hours',
    'slot_not_on_step',
    'slot_too_short',
    'slot_across_days',
    'slot_date_out_of_range',
    'slot_overlaps',
  ],
});
const changeMany = endpoint({
  method: 'POST',
  path: '/appointments/bulk',
  access: 'admin',
  summary: 'Blocks, unblocks or deletes several free slots; those that could not be are named.',
  body: z.strictObject({
    ids: z.array(id).min(1).max(500),
    action: z.enum(['BLOCK', 'UNBLOCK', 'DELETE']),
  }),
  status: 200,
  response: z.object({
    count: z.int(),
    refused: z.array(z.object({ id: z.int(), start_datetime: z.string().nullable(), error: z.string() })),
  }),
  errors: [],
});
const undoChange = endpoint({
  method: 'POST',
  path: '/appointments/undo',
  access: 'admin',
  summary: 'Takes back a move, resize, swap, new slot or deletion of the calendar within 10 seconds, once.',
  body: z.strictObject({ undo_token: z.string().max(100) }),
  status: 200,
  response: z.array(appointment),
  errors: ['undo_expired', 'undo_refused'],
});

export const appointmentChangingEndpoints = [
  editAppointment,
  deleteAppointment,
  setStatus,
  setGuest,
  setService,
  cancelAppointment,
  bookAppointment,
  addSlot,
  changeMany,
  undoChange,
] as const;
