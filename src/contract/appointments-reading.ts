import { z } from 'zod';
import { appointment, freeSlot, status } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import { idParams, queryNumber, wallDate, wallTime } from './schemas.ts';

const dateOrTime = z.union([wallDate, wallTime]);

const listUpcoming = endpoint({
  method: 'GET',
  path: '/appointments/upcoming',
  access: 'user',
  summary:
    "The caller's own BOOKED appointments that have not ended, soonest first (docs/spec/behaviour.md §5.3).",
  status: 200,
  response: z.array(appointment),
  errors: [],
});
const listPast = endpoint({
  method: 'GET',
  path: '/appointments/past',
  access: 'user',
  summary:
    "The caller's own ended BOOKED and own CANCELLED appointments, latest first (docs/spec/behaviour.md §5.3).",
  query: z.object({ limit: queryNumber(1, 200).optional(), offset: queryNumber(0, 100_000).optional() }),
  status: 200,
  response: z.array(appointment),
  errors: [],
});
const nextAppointment = endpoint({
  method: 'GET',
  path: '/appointments/next',
  access: 'admin',
  summary: 'The soonest BOOKED appointment that has not started, or null (docs/spec/behaviour.md §5.3).',
  status: 200,
  response: appointment.nullable(),
  errors: [],
});
const listAppointments = endpoint({
  method: 'GET',
  path: '/appointments/list',
  access: 'admin',
  summary:
    'Appointments that start within a period, by start; a date as `to` includes that day (docs/spec/product.md §7.1).',
  query: z.object({
    from: dateOrTime,
    to: dateOrTime,
    status: status.optional(),
    limit: queryNumber(1, 1000).optional(),
    offset: queryNumber(0, 100_000).optional(),
  }),
  status: 200,
  response: z.array(appointment),
  errors: ['range_reversed'],
});
const listFreeSlots = endpoint({
  method: 'GET',
  path: '/appointments',
  access: 'public',
  summary:
    'Free slots of the days from `from` to `to`, both included, at most 31 days (docs/spec/behaviour.md §5.3).',
  query: z.object({ from: wallDate, to: wallDate }),
  status: 200,
  response: z.array(freeSlot),
  errors: ['range_reversed', 'range_too_long'],
});
const readAppointment = endpoint({
  method: 'GET',
  path: '/appointments/{id}',
  access: 'user',
  summary: "One appointment; a client reads only her own (someone else's is 404).",
  params: idParams,
  status: 200,
  response: appointment,
  errors: ['not_found'],
});
export const appointmentReadingEndpoints = [
  listUpcoming,
  listPast,
  nextAppointment,
  listAppointments,
  listFreeSlots,
  readAppointment,
] as const;
