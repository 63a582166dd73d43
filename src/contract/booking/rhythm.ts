import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { MAX_RETURN_WEEKS } from '#domain/limits.ts';
import { endpoint } from '../endpoint.ts';
import { appointmentId, component, idParams, queryNumber, wallTime } from '../schemas.ts';

const nextTime = component('NextTime', 'A time for the next appointment (docs/spec/behaviour.md §20.1).', {
  start_datetime: wallTime,
  end_datetime: wallTime,
  slot_id: appointmentId
    .nullable()
    .describe('The free slot, the first of joined ones; null: the time would be made (only for the owner).'),
});
export type NextTime = z.infer<typeof nextTime>;

export const rhythmEndpoints = [
  endpoint('getNextTime', 'GET /appointments/{id}/next', 'user', {
    summary:
      'The nearest fitting time at the same weekday and hour (± 2 h) some weeks after an appointment; 404 for that of another client (docs/spec/behaviour.md §20.1).',
    params: idParams<AppointmentId>(),
    query: z.object({
      weeks: queryNumber(1, MAX_RETURN_WEEKS)
        .optional()
        .describe('Default: when the client usually returns.'),
    }),
    response: z.object({
      time: nextTime.nullable(),
      weeks: z.int().describe('The requested weeks, or when the client usually returns.'),
    }),
    errors: ['not_found'],
  }),
] as const;
