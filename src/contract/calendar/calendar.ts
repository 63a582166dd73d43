import { z } from 'zod';
import { badTimes, moveFields, ofAppointment, salonAppointment } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const badMove = ['move_refused', 'unknown_technician', 'technician_service'] as const;

export const calendarEndpoints = [
  endpoint('getCalendar', 'GET /analytics/calendar', 'seeAppointments', {
    summary:
      'All appointments of the days from `from` to `to`, at most 366 days, by start (docs/spec/product.md §7.6).',
    query: s.period.extend({ technician_id: s.technicianInQuery }),
    response: z.array(salonAppointment),
    errors: ['range_reversed', 'range_too_long'],
  }),
  endpoint('swapAppointments', 'PUT /analytics/appointments/swap', 'changeAppointments', {
    summary:
      'Swaps the start times of two appointments, each keeps its length; both or neither (docs/spec/behaviour.md §5.12).',
    body: z.strictObject({ a_id: s.appointmentId, b_id: s.appointmentId }),
    response: z.object({ a: salonAppointment, b: salonAppointment, ...s.withUndo.shape }),
    errors: ['not_found', 'swap_refused', 'unknown_technician', 'technician_service'],
  }),
  endpoint('moveAppointment', 'PUT /analytics/appointments/{id}/move', 'changeAppointments', {
    ...ofAppointment,
    summary:
      'Moves or resizes an appointment; the response has an undo token (docs/spec/behaviour.md §5.11).',
    body: z.strictObject({
      start_datetime: s.wallTime,
      end_datetime: s.wallTime,
      version: z.int().optional(),
      technician_id: s.technicianId.optional().describe('Default: it stays with its technician.'),
      ...moveFields,
    }),
    response: salonAppointment.extend(s.withUndo.shape),
    errors: [...badTimes, ...badMove, 'appointment_changed'],
  }),
  endpoint('undoChange', 'POST /appointments/undo', 'undo', {
    summary:
      'Undoes a move, resize, swap, new appointment or deletion within 10 seconds, once (docs/spec/behaviour.md §5.14).',
    body: z.strictObject({ undo_token: z.string().max(100) }),
    response: z.array(salonAppointment),
    errors: ['undo_expired', 'undo_refused', 'unknown_technician'],
  }),
] as const;

const whose = z.object({ technician_id: s.technicianInQuery.describe('Her feed; left out: of the salon.') });

/** An iCalendar feed of the bookings under a secret URL. docs/spec/behaviour.md §7.8 */
export const calendarFeedEndpoints = [
  endpoint('getCalendarFeed', 'GET /calendar-feed', 'useCalendarFeed', {
    summary: 'Whether the feed has an address (`active` 1), and since when (docs/spec/behaviour.md §7.8).',
    query: whose,
    response: z.object({ active: s.flag, created_at: s.wallTime.nullable() }),
  }),
  endpoint('createCalendarFeed', 'POST /calendar-feed', 'useCalendarFeed', {
    summary:
      'Creates a new address and revokes the old one; only this response shows it (docs/spec/behaviour.md §7.8).',
    query: whose,
    status: 201,
    response: z.object({ url: z.string() }),
    errors: ['unknown_technician'],
  }),
  endpoint('endCalendarFeed', 'DELETE /calendar-feed', 'useCalendarFeed', {
    summary: 'Revokes the address; repeating is no error (docs/spec/behaviour.md §7.8).',
    query: whose,
  }),
  endpoint('downloadCalendarFeed', 'GET /calendar-feed/{secret}', 'visit', {
    summary:
      'The bookings from 30 days ago to 180 days ahead as text/calendar, with an ETag; an invalid secret is always the same 404 (docs/spec/behaviour.md §7.8).',
    params: z.object({ secret: z.string() }),
    fileType: 'text/calendar',
    response: z.unknown(),
    errors: ['unknown_path'],
  }),
] as const;
