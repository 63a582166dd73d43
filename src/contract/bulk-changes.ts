import { z } from 'zod';
import { reason } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { appointmentId, flag, wallTime } from './schemas.ts';

/** What the owner does to several appointments of the list at once. */
export const bulkChangeEndpoints = [
  endpoint({
    method: 'POST',
    path: '/appointments/bulk',
    access: 'admin',
    summary:
      'Blocks, unblocks or deletes several free slots; `refused` has each that could not be, with the reason (docs/spec/behaviour.md §5.10).',
    body: z.strictObject({
      ids: z.array(appointmentId).min(1).max(500),
      action: z.enum(['BLOCK', 'UNBLOCK', 'DELETE']),
    }),
    status: 200,
    response: z.object({
      count: z.int(),
      refused: z.array(
        z.object({ id: appointmentId, start_datetime: wallTime.nullable(), error: z.string() }),
      ),
    }),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/appointments/cancel-many',
    access: 'admin',
    summary:
      'Cancels several bookings with one reason, in one transaction; `offer_again` offers their times anew; `skipped` has each that could not be (docs/spec/behaviour.md §5.6).',
    body: z.strictObject({
      ids: z.array(appointmentId).min(1).max(200),
      reason,
      offer_again: flag.default(0),
    }),
    status: 200,
    response: z.object({
      cancelled: z.int(),
      skipped: z.array(z.object({ id: appointmentId, code: z.string() })),
    }),
    errors: [],
  }),
] as const;
