import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment, bookingFields, freeSlot, reason, visibleAppointment } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import {
  appointmentId,
  email,
  flag,
  idParams,
  line,
  orNull,
  page,
  phone,
  queryNumber,
  serviceId,
  userId,
  wallDate,
  wallTime,
} from '../schemas.ts';

/** Where a booking is moved to: a free slot as it was seen; with a later `seen_end`, joined ones. */
export const moveTarget = z.strictObject({
  to_id: appointmentId,
  seen_start: wallTime,
  seen_end: wallTime,
});
/** What moving a booking is refused with: first the booking is judged, then where it goes. */
export const moveErrors = [
  'not_active',
  'move_too_late',
  'slot_gone',
  'slots_not_joined',
  'service_too_long',
  'key_reused',
  'too_many_actions',
] as const;

/** What cancelling by a client or a guest is refused with. */
export const cancelErrors = [
  'appointment_over',
  'appointment_not_booked',
  'cancel_too_late',
  'too_many_actions',
] as const;

export const bookingEndpoints = [
  endpoint({
    method: 'GET',
    path: '/appointments',
    access: 'public',
    summary:
      'Free slots of the days from `from` to `to`, both included, at most 31 days (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: wallDate, to: wallDate }),
    status: 200,
    response: z.array(freeSlot),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/closed',
    access: 'public',
    summary:
      'The absences of the salon that touch the days from `from` to `to`, both included, at most 62 days; without a reason (docs/spec/behaviour.md §5.3).',
    query: z.object({ from: wallDate, to: wallDate }),
    status: 200,
    response: z.array(z.object({ date_from: wallDate, date_to: wallDate })),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/book',
    access: 'public',
    summary:
      'Books a free slot in one atomic step; with a `seen_end` after its end, that slot and those that touch it, joined for the service. Repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.4, §5.5 and §5.20).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({
      seen_start: wallTime,
      seen_end: wallTime,
      ...bookingFields,
      guest_email: orNull(email).optional(),
      /** For a client of the salon; from the admin only. */
      client_id: userId.nullable().optional(),
    }),
    status: 200,
    /** `guest_link`: the token of a visitor's own link, null for everyone else. */
    response: visibleAppointment.extend({ guest_link: z.string().nullable() }),
    errors: [
      'slot_gone',
      'slots_not_joined',
      'service_too_long',
      'guest_contact_missing',
      'unknown_client',
      'booking_limit',
      'call_salon',
      'unknown_service',
      'key_reused',
      'login_required',
      'too_many_actions',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/upcoming',
    access: 'user',
    summary:
      'The own BOOKED appointments that have not ended, soonest first; for the admin those of the salon (docs/spec/behaviour.md §5.3).',
    query: page,
    status: 200,
    isCounted: true,
    response: z.array(visibleAppointment),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/past',
    access: 'user',
    summary:
      'The own ended BOOKED and own CANCELLED appointments, latest first; for the admin those of the salon that are over (docs/spec/behaviour.md §5.3).',
    query: z.object({ limit: queryNumber(1, 200).optional(), offset: queryNumber(0, 100_000).optional() }),
    status: 200,
    isCounted: true,
    response: z.array(visibleAppointment),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/guest',
    access: 'user',
    summary:
      'Sets or clears (both null) the guest of an own booking that has not started (docs/spec/behaviour.md §5.9).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({ guest_name: orNull(line(NAME_MAX_CHARACTERS)), guest_phone: orNull(phone) }),
    status: 200,
    response: visibleAppointment,
    errors: [
      'not_found',
      'guest_contact_missing',
      'appointment_over',
      'appointment_not_booked',
      'booked_needs_person',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/service',
    access: 'user',
    summary:
      'Changes the service of an own booking that has not started; its name and price are copied (docs/spec/behaviour.md §5.9).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({ service_id: serviceId.nullable() }),
    status: 200,
    response: visibleAppointment,
    errors: [
      'not_found',
      'unknown_service',
      'service_too_long',
      'appointment_over',
      'appointment_not_booked',
    ],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/cancel',
    access: 'user',
    summary:
      'Cancels a booking with a reason; the admin says who asked for it, and whether its time is offered again (docs/spec/behaviour.md §5.6).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({
      reason,
      /** From the admin only; left out: SALON. */
      asked_by: z.enum(['SALON', 'CLIENT']).optional(),
      /** From the admin only; left out: 0. */
      offer_again: flag.optional(),
    }),
    status: 200,
    response: visibleAppointment,
    errors: [...cancelErrors, 'not_found', 'not_allowed'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/reschedule',
    access: 'user',
    summary:
      'A client moves an own booking to a free time, in one atomic step; repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.21).',
    params: idParams<AppointmentId>(),
    body: moveTarget,
    status: 200,
    response: appointment,
    errors: [...moveErrors, 'not_found'],
  }),
] as const;
