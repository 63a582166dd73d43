import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment, bookingFields, freeSlot, reason } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import {
  email,
  idParams,
  line,
  orNull,
  page,
  phone,
  queryNumber,
  serviceId,
  wallDate,
  wallTime,
} from './schemas.ts';

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
    method: 'POST',
    path: '/appointments/{id}/book',
    access: 'public',
    summary:
      'Books a free slot in one atomic step; repeatable with an Idempotency-Key (docs/spec/behaviour.md §5.4 and §5.5).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({
      seen_start: wallTime,
      seen_end: wallTime,
      ...bookingFields,
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
      'too_many_actions',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/upcoming',
    access: 'user',
    summary: 'The own BOOKED appointments that have not ended, soonest first (docs/spec/behaviour.md §5.3).',
    query: page,
    status: 200,
    response: z.array(appointment),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/appointments/past',
    access: 'user',
    summary:
      'The own ended BOOKED and own CANCELLED appointments, latest first (docs/spec/behaviour.md §5.3).',
    query: z.object({ limit: queryNumber(1, 200).optional(), offset: queryNumber(0, 100_000).optional() }),
    status: 200,
    response: z.array(appointment),
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
    response: appointment,
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
    response: appointment,
    errors: ['not_found', 'unknown_service', 'appointment_over', 'appointment_not_booked'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/{id}/cancel',
    access: 'user',
    summary: 'Cancels a booking with a reason (docs/spec/behaviour.md §5.6: by the client, by the admin).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({ reason }),
    status: 200,
    response: appointment,
    errors: ['not_found', 'appointment_over', 'appointment_not_booked', 'too_many_actions'],
  }),
] as const;
