import { z } from 'zod';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { CALL_REASONS, CALL_STATES } from '#domain/told/calls.ts';
import { badTimes, reason, salonAppointment, slotMinutes } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const guestToCall = s.component('GuestToCall', 'A booking whose person must be told of a change.', {
  ...salonAppointment.shape,
  called: s.flag.nullable().describe('0: she has still to be told.'),
  what: z.enum(CALL_REASONS).describe('What she must be told.'),
  state: z.enum(CALL_STATES).describe('What became of the messages of Lunula; NONE: there are none.'),
});

/** Free slots, and changes of several appointments. */
export const slotEndpoints = [
  endpoint('addSlot', 'POST /appointments/slot', 'changeAppointments', {
    summary: 'Adds a free slot; `duration_minutes` defaults to 120 (docs/spec/behaviour.md §5.2).',
    query: s.undoRequested,
    body: z.strictObject({
      start_datetime: s.wallTime,
      duration_minutes: slotMinutes.optional(),
      technician_id: s.technicianId.optional(),
    }),
    example: { start_datetime: '2026-11-19 10:00:00', duration_minutes: 120 },
    status: 201,
    response: salonAppointment.extend(s.withUndo.shape),
    errors: [...badTimes, 'unknown_technician', 'slot_overlaps'],
  }),
  endpoint('changeSlots', 'POST /appointments/bulk', 'changeAppointments', {
    summary:
      'Blocks, unblocks or deletes several free slots; `refused` lists the others with the reason (docs/spec/behaviour.md §5.10).',
    body: z.strictObject({
      ids: z.array(s.appointmentId).min(1).max(500),
      action: z.enum(['BLOCK', 'UNBLOCK', 'DELETE']),
    }),
    example: { ids: [17, 18], action: 'BLOCK' },
    response: z.object({
      count: z.int(),
      refused: z.array(
        z.object({
          id: s.appointmentId,
          start_datetime: s.wallTime.nullable().describe('null: there is no such slot.'),
          error: z.string().describe('In Serbian.'),
        }),
      ),
    }),
  }),
  endpoint('cancelAppointments', 'POST /appointments/cancel-many', 'changeAppointments', {
    summary:
      'Cancels several bookings with one reason, in one transaction; `offer_again` 1 frees their slots; `skipped` lists the others (docs/spec/behaviour.md §5.6).',
    query: s.undoRequested,
    body: z.strictObject({
      ids: z.array(s.appointmentId).min(1).max(200),
      reason,
      offer_again: s.flag.default(0),
    }),
    response: z.object({
      cancelled: z.int(),
      skipped: z.array(z.object({ id: s.appointmentId, code: z.string().describe('An `ErrorCode`.') })),
      ...s.withUndo.partial().shape,
    }),
  }),
  endpoint('listGuestsToCall', 'GET /appointments/to-call', 'callGuests', {
    query: z.object({ technician_id: s.technicianInQuery }),
    summary:
      'People who must be told of a change and whom no message certainly reached, by start (docs/spec/behaviour.md §29.4).',
    response: z.array(guestToCall),
  }),
  endpoint('markGuestsCalled', 'POST /appointments/called', 'callGuests', {
    summary:
      'Records that these people were called, or were not; ignores other appointments (docs/spec/behaviour.md §29.4).',
    body: z.strictObject({ ids: z.array(s.appointmentId).min(1).max(LIST_MAX_COUNT), called: s.flag }),
    example: { ids: [17], called: 1 },
  }),
] as const;
