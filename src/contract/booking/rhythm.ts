import { z } from 'zod';
import { DUE_ACTIONS } from '#domain/clients/rhythm.ts';
import { MAX_RETURN_WEEKS } from '#domain/limits.ts';
import { ofAppointment } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

const nextTime = s.component('NextTime', 'A time for the next appointment (docs/spec/behaviour.md §20.1).', {
  start_datetime: s.wallTime,
  end_datetime: s.wallTime,
  slot_id: s.appointmentId
    .nullable()
    .describe('The free slot, the first of joined ones; null: the time would be made (only for the owner).'),
});
export type NextTime = z.infer<typeof nextTime>;

export const rhythmEndpoints = [
  endpoint('getNextTime', 'GET /appointments/{id}/next', 'user', {
    ...ofAppointment,
    summary:
      'The nearest fitting time at the same weekday and hour (± 2 h) some weeks after an appointment; 404 for that of another client (docs/spec/behaviour.md §20.1).',
    query: z.object({
      weeks: s
        .queryNumber(1, MAX_RETURN_WEEKS)
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

const duePerson = s.component('DuePerson', 'A client or guest who is due (docs/spec/behaviour.md §20.3).', {
  key: z.string().describe('Names the person in `POST /clients/due/{key}`.'),
  client_id: s.userId.nullable().describe('null: a guest.'),
  name: z.string(),
  phone: z.string().nullable(),
  last_datetime: s.wallTime.describe('The start of the last appointment.'),
  service_names: z.array(z.string()).describe('The services of the last appointment.'),
  interval_weeks: z.int(),
  due_date: s.wallDate,
  contacted_at: s.wallTime.nullable().describe('The last message of the owner, or the last automatic one.'),
  text: z.string().describe('The setting `message_return`, filled in.'),
});
export type DuePerson = z.infer<typeof duePerson>;

export const dueEndpoints = [
  endpoint('listDue', 'GET /clients/due', 'admin', {
    summary:
      'Clients and guests who are due, at most 3 days away, and have no booking ahead; most overdue first (docs/spec/behaviour.md §20.3).',
    query: s.page.extend({
      hidden: z
        .literal('1')
        .optional()
        .describe('Those who are hidden instead: contacted within 3 weeks, or STOP.'),
    }),
    isCounted: true,
    response: z.array(duePerson),
  }),
  endpoint('getDueResults', 'GET /clients/due/results', 'admin', {
    summary:
      'How many messages of the last 90 days led to a booking within 14 days (docs/spec/behaviour.md §20.3).',
    response: z.object({ messages: z.int(), returned: z.int() }),
  }),
  endpoint('markDue', 'POST /clients/due/{key}', 'admin', {
    summary:
      'CONTACTED hides a person for 3 weeks, STOP for good, RESUME shows them again (docs/spec/behaviour.md §20.3).',
    params: z.object({ key: z.string().max(20) }),
    body: z.strictObject({ action: z.enum(DUE_ACTIONS) }),
    errors: ['not_found'],
  }),
] as const;
