import { z } from 'zod';
import { SERIES_STATES } from '#domain/clients/series.ts';
import { MAX_RETURN_WEEKS, MAX_SERIES_COUNT, MIN_SERIES_COUNT } from '#domain/limits.ts';
import { badBooking, badTimes, bookingFields, salonAppointment, slotMinutes } from '../appointments.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schemas.ts';

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
  endpoint('previewSeries', 'POST /appointments/series/preview', 'admin', {
    summary: 'The times of a series and what each would find; saves nothing (docs/spec/behaviour.md §20.2).',
    body: s.withOneServicesKey(series),
    example,
    response: z.object({ rows: z.array(seriesRow) }),
    errors,
  }),
  endpoint('createSeries', 'POST /appointments/series', 'admin', {
    summary:
      'Books a series: all chosen times, or `series_changed` with the current `rows`; repeatable with an Idempotency-Key (docs/spec/behaviour.md §20.2).',
    body: s.withOneServicesKey(
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
    example: { ...example, rows: [{ start_datetime: '2026-11-24 10:00:00' }, { skip: 1 }] },
    status: 201,
    response: z.object({ series_id: s.appointmentId, appointments: z.array(salonAppointment) }),
    errors: [...errors, 'series_changed', 'key_reused'],
  }),
] as const;
