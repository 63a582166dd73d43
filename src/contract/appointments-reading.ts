import { z } from 'zod';
import { appointment, freeSlot, status } from './appointments.ts';
import { entry } from './endpoint.ts';
import { queryNumber, wallDate, wallTime, withId } from './schemas.ts';

const dateOrTime = z.union([wallDate, wallTime]);

const listUpcoming = entry({
  method: 'GET',
  path: '/appointments/upcoming',
  access: 'logged-in',
  summary: "The caller's own BOOKED appointments that have not ended, soonest first (behaviour.md §5).",
  status: 200,
  answer: z.array(appointment),
  refusals: [],
});
const listPast = entry({
  method: 'GET',
  path: '/appointments/past',
  access: 'logged-in',
  summary: "The caller's own ended BOOKED and own CANCELLED appointments, latest first (behaviour.md §5).",
  query: z.object({ limit: queryNumber(1, 200).optional(), offset: queryNumber(0, 100_000).optional() }),
  status: 200,
  answer: z.array(appointment),
  refusals: [],
});
const nextAppointment = entry({
  method: 'GET',
  path: '/appointments/next',
  access: 'ADMIN',
  summary: 'The soonest BOOKED appointment that has not started, or null (behaviour.md §5).',
  status: 200,
  answer: appointment.nullable(),
  refusals: [],
});
const listAppointments = entry({
  method: 'GET',
  path: '/appointments/list',
  access: 'ADMIN',
  summary:
    'Appointments that start within a period, by start; a date as `to` includes that day (spec.md §7).',
  query: z.object({
    from: dateOrTime,
    to: dateOrTime,
    status: status.optional(),
    limit: queryNumber(1, 1000).optional(),
    offset: queryNumber(0, 100_000).optional(),
  }),
  status: 200,
  answer: z.array(appointment),
  refusals: ['range_reversed'],
});
const listFreeSlots = entry({
  method: 'GET',
  path: '/appointments',
  access: 'visitor',
  summary: 'Free slots of the days from `from` to `to`, both included, at most 31 days (behaviour.md §5).',
  query: z.object({ from: wallDate, to: wallDate }),
  status: 200,
  answer: z.array(freeSlot),
  refusals: ['range_reversed', 'range_too_long'],
});
const readAppointment = entry({
  method: 'GET',
  path: '/appointments/{id}',
  access: 'logged-in',
  summary: "One appointment; a client reads only her own (someone else's is 404).",
  params: withId,
  status: 200,
  answer: appointment,
  refusals: ['not_found'],
});
export const appointmentReadingEntries = [
  listUpcoming,
  listPast,
  nextAppointment,
  listAppointments,
  listFreeSlots,
  readAppointment,
] as const;
