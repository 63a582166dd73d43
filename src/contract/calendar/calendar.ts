import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { badTimes, salonAppointment, withUndo } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import {
  appointmentId,
  flag,
  idParams,
  period,
  technicianId,
  technicianInQuery,
  wallTime,
} from '../schemas.ts';

export const calendarEndpoints = [
  endpoint('getCalendar', 'GET /analytics/calendar', 'staff', {
    summary:
      'All appointments of the days from `from` to `to`, at most 366 days, by start (docs/spec/product.md §7.6).',
    query: period.extend({ technician_id: technicianInQuery }),
    response: z.array(salonAppointment),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('swapAppointments', 'PUT /analytics/appointments/swap', 'staff', {
    rows: 'appointments',
    summary:
      'Swaps the start times of two appointments, each keeps its length; both or neither (docs/spec/behaviour.md §5.12).',
    body: z.strictObject({ a_id: appointmentId, b_id: appointmentId }),
    response: z.object({ a: salonAppointment, b: salonAppointment, ...withUndo.shape }),
    errors: ['not_found', 'swap_refused', 'unknown_technician', 'technician_service'],
  }),
  endpoint('moveAppointment', 'PUT /analytics/appointments/{id}/move', 'staff', {
    rows: 'appointments',
    summary:
      'Moves or resizes an appointment; the response has an undo token (docs/spec/behaviour.md §5.11).',
    params: idParams<AppointmentId>(),
    body: z.strictObject({
      start_datetime: wallTime,
      end_datetime: wallTime,
      version: z.int().optional(),
      technician_id: technicianId.optional().describe('Default: it stays with its technician.'),
      slot_id: appointmentId
        .optional()
        .describe('A free slot around these times, which gives way to a booking.'),
      following: flag
        .optional()
        .describe('1: also the later bookings of its series, by as much (docs/spec/behaviour.md §20.2).'),
    }),
    response: salonAppointment.extend(withUndo.shape),
    errors: [
      'not_found',
      ...badTimes,
      'move_refused',
      'appointment_changed',
      'unknown_technician',
      'technician_service',
    ],
  }),
  endpoint('undoChange', 'POST /appointments/undo', 'staff', {
    summary:
      'Undoes a move, resize, swap, new appointment or deletion within 10 seconds, once (docs/spec/behaviour.md §5.14).',
    body: z.strictObject({ undo_token: z.string().max(100) }),
    response: z.array(salonAppointment),
    errors: ['undo_expired', 'undo_refused'],
  }),
] as const;
