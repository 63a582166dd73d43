import { z } from 'zod';
import type { AbsenceId } from '#domain/ids.ts';
import { CANCELLED_WITH_ABSENCE_MAX_COUNT, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment, reason } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const ofWhom = s.technicianId.nullable().describe('null: the whole salon.');

export const absence = s.component('Absence', 'Days the salon is closed (docs/spec/product.md §3.6).', {
  id: s.absenceId,
  date_from: s.wallDate,
  date_to: s.wallDate,
  admin_name: z.string(),
  reason: z.string().nullable(),
});
export type Absence = z.infer<typeof absence>;
export const conflict = s.component('Conflict', 'A booking on days of absence.', {
  ...appointment.shape,
  colleagues: z
    .array(z.object({ id: s.technicianId, name: z.string() }))
    .describe('Technicians who can take it over at its time (docs/spec/behaviour.md §16.5).'),
});
export type Conflict = z.infer<typeof conflict>;
export const whatItMeets = s.component('AbsencePreview', 'Bookings and free slots on days of absence.', {
  conflicts: z.array(conflict).describe('Bookings that have not ended.'),
  hidden_slots: z.int().describe('Number of free slots that are no longer offered.'),
});
export type AbsenceImpact = z.infer<typeof whatItMeets>;
export const absenceWithConflicts = s.component('AbsenceWithConflicts', 'An absence, for the owner.', {
  ...absence.shape,
  technician_id: ofWhom,
  technician_name: z.string().nullable(),
  ...whatItMeets.shape,
  conflict_count: z
    .int()
    .nullable()
    .describe('Bookings when it was added, also those cancelled with it; null: unknown.'),
});
export type AbsenceWithConflicts = z.infer<typeof absenceWithConflicts>;

const newAbsence = z.strictObject({
  date_from: s.wallDate,
  date_to: s.wallDate,
  reason: s.orNull(s.prose(REASON_MAX_CHARACTERS)).default(null),
  technician_id: ofWhom.default(null),
});

export const absenceEndpoints = [
  endpoint('listUpcomingAbsences', 'GET /annual/upcoming', 'useAccount', {
    summary:
      'Absences of the salon that touch the next `days` days (default 14), soonest first (docs/spec/product.md §7.3).',
    query: z.object({ days: s.queryNumber(0, 366).optional() }),
    isCounted: true,
    response: z.array(absence),
  }),
  endpoint('listAbsences', 'GET /annual/mine', 'seeAbsences', {
    summary: 'The absences, latest first, each with the bookings on its days (docs/spec/behaviour.md §6.6).',
    query: s.page.extend({ technician_id: s.technicianInQuery }),
    isCounted: true,
    response: z.array(absenceWithConflicts),
  }),
  endpoint('previewAbsence', 'POST /annual/preview', 'takeDaysOff', {
    summary:
      'The bookings and free slots that an absence would affect; saves nothing (docs/spec/behaviour.md §6.6).',
    body: newAbsence,
    response: whatItMeets,
    errors: ['range_reversed', 'unknown_technician'],
  }),
  endpoint('addAbsence', 'POST /annual', 'takeDaysOff', {
    summary:
      'Adds an absence: its free slots are no longer offered, its bookings stay and are listed. `cancel` cancels exactly the named bookings in the same transaction; `cancelled` counts them. With `undo=1` all of it can be undone (docs/spec/behaviour.md §6.6).',
    query: s.undoRequested,
    body: newAbsence.extend({
      cancel: z
        .strictObject({ reason, ids: z.array(s.appointmentId).min(1).max(CANCELLED_WITH_ABSENCE_MAX_COUNT) })
        .optional(),
    }),
    example: { date_from: '2026-12-31', date_to: '2027-01-02', reason: 'Nova godina' },
    status: 201,
    response: absenceWithConflicts.extend({ cancelled: z.int().optional(), ...s.withUndo.partial().shape }),
    errors: ['range_reversed', 'unknown_technician'],
  }),
  endpoint('deleteAbsence', 'DELETE /annual/{id}', 'takeDaysOff', {
    summary:
      'Deletes an absence; its free slots are offered again, also to the waitlist (docs/spec/behaviour.md §6.6).',
    params: s.idParams<AbsenceId>(),
  }),
] as const;
