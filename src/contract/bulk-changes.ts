import { z } from 'zod';
import { reason } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { appointmentId, flag, wallTime } from './schemas.ts';

export const bulkChangeEndpoints = [
  endpoint('changeSlots', 'POST /appointments/bulk', 'admin', {
    summary:
      'Blocks, unblocks or deletes several free slots; `refused` lists the others with the reason (docs/spec/behaviour.md §5.10).',
    body: z.strictObject({
      ids: z.array(appointmentId).min(1).max(500),
      action: z.enum(['BLOCK', 'UNBLOCK', 'DELETE']),
    }),
    example: { ids: [17, 18], action: 'BLOCK' },
    response: z.object({
      count: z.int(),
      refused: z.array(
        z.object({
          id: appointmentId,
          start_datetime: wallTime.nullable().describe('null: there is no such slot.'),
          error: z.string().describe('In Serbian.'),
        }),
      ),
    }),
  }),
  endpoint('cancelAppointments', 'POST /appointments/cancel-many', 'admin', {
    summary:
      'Cancels several bookings with one reason, in one transaction; `offer_again` 1 frees their slots; `skipped` lists the others (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({
      ids: z.array(appointmentId).min(1).max(200),
      reason,
      offer_again: flag.default(0),
    }),
    response: z.object({
      cancelled: z.int(),
      skipped: z.array(z.object({ id: appointmentId, code: z.string().describe('An `ErrorCode`.') })),
    }),
  }),
] as const;
