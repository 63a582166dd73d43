import { z } from 'zod';
import { DUE_ACTIONS } from '#domain/clients/rhythm.ts';
import { SERIES_STATES } from '#domain/clients/series.ts';
import { MAX_RETURN_WEEKS, MAX_SERIES_COUNT, MIN_SERIES_COUNT } from '#domain/limits.ts';
import {
  badBooking,
  badTimes,
  bookingFields,
  ofAppointment,
  ofOnePerson,
  personInBody,
  salonAppointment,
  slotMinutes,
} from '../appointments.ts';
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
  endpoint('getNextTime', 'GET /appointments/{id}/next', 'seeBookings', {
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
  }),
] as const;

const duePerson = s.component('DuePerson', 'A client or guest who is due (docs/spec/behaviour.md §20.3).', {
  key: z.string().describe('Names the person in `POST /clients/due/{key}`.'),
  client_id: s.userId.nullable().describe('null: a guest.'),
  person_id: s.personId,
  name: z.string(),
  phone: z.string().nullable(),
  last_datetime: s.wallTime.describe('The start of the last appointment.'),
  service_names: z.array(z.string()).describe('The services of the last appointment.'),
  interval_weeks: z.int(),
  due_date: s.wallDate,
  contacted_at: s.wallTime.nullable().describe('The last message of the owner, or the last automatic one.'),
  text: z.string().describe('The setting `message_return`, filled in.'),
  package: z
    .object({ name: z.string(), visits_left: z.int(), expires_on: s.wallDate })
    .optional()
    .describe('An open package that ends within 30 days (docs/spec/behaviour.md §32.3).'),
});
export type DuePerson = z.infer<typeof duePerson>;

export const dueEndpoints = [
  endpoint('listDue', 'GET /clients/due', 'manageSalon', {
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
  endpoint('getDueResults', 'GET /clients/due/results', 'manageSalon', {
    summary:
      'How many messages of the last 90 days led to a booking within 14 days (docs/spec/behaviour.md §20.3).',
    response: z.object({ messages: z.int(), returned: z.int() }),
  }),
  endpoint('markDue', 'POST /clients/due/{key}', 'manageSalon', {
    summary:
      'CONTACTED hides a person for 3 weeks, STOP for good, RESUME shows them again (docs/spec/behaviour.md §20.3).',
    params: z.object({ key: z.string().max(20) }),
    body: z.strictObject({ action: z.enum(DUE_ACTIONS) }),
    errors: ['not_found'],
  }),
] as const;

const times = { start_datetime: s.wallTime, end_datetime: s.wallTime };

const seriesRow = s.component('SeriesRow', 'A time of a series (docs/spec/behaviour.md §20.2).', {
  ...times,
  state: z
    .enum(SERIES_STATES)
    .describe('SLOT: a free slot. NEW: it would be made. TAKEN, ABSENCE, SUNDAY: why it cannot be booked.'),
  alternatives: z.array(z.object(times)).describe('Of a TAKEN row: at most two other times.'),
});

const series = z.strictObject({
  start_datetime: s.wallTime.describe('The first time.'),
  duration_minutes: slotMinutes.optional().describe('Default: the sum of the services.'),
  technician_id: s.technicianId.optional(),
  client_id: s.userId.nullable().optional(),
  person_id: personInBody,
  ...bookingFields,
  every_weeks: z.int().min(1).max(MAX_RETURN_WEEKS),
  count: z.int().min(MIN_SERIES_COUNT).max(MAX_SERIES_COUNT),
});
const chosenRow = z.union([
  z.strictObject({ start_datetime: s.wallTime }),
  z.strictObject({ skip: z.literal(1) }),
]);

const example = {
  start_datetime: '2026-11-24 10:00:00',
  service_ids: [3],
  ...s.guestExample,
  every_weeks: 3,
  count: 2,
};
const errors = [...badTimes, ...badBooking] as const;

export const seriesEndpoints = [
  endpoint('previewSeries', 'POST /appointments/series/preview', 'manageSalon', {
    summary: 'The times of a series and what each would find; saves nothing (docs/spec/behaviour.md §20.2).',
    body: ofOnePerson(series),
    example,
    response: z.object({ rows: z.array(seriesRow) }),
    errors,
  }),
  endpoint('createSeries', 'POST /appointments/series', 'manageSalon', {
    summary:
      'Books a series: all chosen times, or `series_changed` with the current `rows`; repeatable with an Idempotency-Key (docs/spec/behaviour.md §20.2).',
    body: ofOnePerson(
      series
        .extend({ rows: z.array(chosenRow).describe('For each time: the start to book, or `skip`.') })
        .refine(({ rows, count }) => rows.length === count, {
          error: 'Navedite svaki termin.',
          path: ['rows'],
        })
        .refine(({ rows }) => rows.some((row) => 'start_datetime' in row), {
          error: 'Izaberite bar jedan termin.',
          path: ['rows'],
        }),
    ),
    query: s.undoRequested,
    example: { ...example, rows: [{ start_datetime: '2026-11-24 10:00:00' }, { skip: 1 }] },
    status: 201,
    response: z.object({
      series_id: s.appointmentId,
      appointments: z.array(salonAppointment),
      ...s.withUndo.partial().shape,
    }),
    errors: [...errors, 'series_changed', 'key_reused'],
  }),
] as const;
