import { z } from 'zod';
import { LIST_MAX_COUNT } from '#domain/limits.ts';
import { reason, salonAppointment } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const guestToCall = s.component('GuestToCall', "A guest's cancelled booking, for the owner.", {
  ...salonAppointment.shape,
  called: s.flag.nullable().describe('1: the guest was called.'),
});

export const bulkChangeEndpoints = [
  endpoint('changeSlots', 'POST /appointments/bulk', 'staff', {
    rows: 'appointments',
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
  endpoint('cancelAppointments', 'POST /appointments/cancel-many', 'staff', {
    rows: 'appointments',
    summary:
      'Cancels several bookings with one reason, in one transaction; `offer_again` 1 frees their slots; `skipped` lists the others (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({
      ids: z.array(s.appointmentId).min(1).max(200),
      reason,
      offer_again: s.flag.default(0),
    }),
    response: z.object({
      cancelled: z.int(),
      skipped: z.array(z.object({ id: s.appointmentId, code: z.string().describe('An `ErrorCode`.') })),
    }),
  }),
  endpoint('listGuestsToCall', 'GET /appointments/to-call', 'staff', {
    query: z.object({ technician_id: s.technicianInQuery }),
    summary:
      'Guests to call because the salon cancelled several bookings, by start; also called ones whose time is ahead (docs/spec/behaviour.md §5.6).',
    response: z.array(guestToCall),
  }),
  endpoint('markGuestsCalled', 'POST /appointments/called', 'staff', {
    rows: 'appointments',
    summary:
      'Records that these guests were called, or were not; ignores other appointments (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({ ids: z.array(s.appointmentId).min(1).max(LIST_MAX_COUNT), called: s.flag }),
    example: { ids: [17], called: 1 },
  }),
] as const;
