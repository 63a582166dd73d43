import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { badTimes, salonAppointment, withUndo } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import { appointmentId, idParams, period, wallTime } from '../schemas.ts';

export const calendarEndpoints = [
  endpoint({
    method: 'GET',
    path: '/analytics/calendar',
    access: 'admin',
    summary:
      'All appointments of the days from `from` to `to`, at most 366 days, by start (docs/spec/product.md §7.6).',
    query: period,
    status: 200,
    response: z.array(salonAppointment),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint({
    method: 'PUT',
    path: '/analytics/appointments/swap',
    access: 'admin',
    summary:
      "Two appointments take each other's start, each keeps its length; both or neither (docs/spec/behaviour.md §5.12).",
    body: z.strictObject({ a_id: appointmentId, b_id: appointmentId }),
    status: 200,
    response: z.object({ a: salonAppointment, b: salonAppointment, ...withUndo.shape }),
    errors: ['not_found', 'swap_refused'],
  }),
  endpoint({
    method: 'PUT',
    path: '/analytics/appointments/{id}/move',
    access: 'admin',
    summary:
      'Moves or resizes; the response has a token that takes it back for 10 seconds (docs/spec/behaviour.md §5.11).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({ start_datetime: wallTime, end_datetime: wallTime, version: z.int().optional() }),
    status: 200,
    response: salonAppointment.extend(withUndo.shape),
    errors: ['not_found', ...badTimes, 'move_refused', 'appointment_changed'],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/undo',
    access: 'admin',
    summary:
      'Takes back a move, resize, swap, new appointment or deletion within 10 seconds, once (docs/spec/behaviour.md §5.14).',
    body: z.strictObject({ undo_token: z.string().max(100) }),
    status: 200,
    response: z.array(salonAppointment),
    errors: ['undo_expired', 'undo_refused'],
  }),
] as const;
