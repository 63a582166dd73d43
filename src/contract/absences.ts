import { z } from 'zod';
import { REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment } from './appointments.ts';
import { entry } from './endpoint.ts';
import { nothing, orNull, prose, queryNumber, wallDate, withId } from './schemas.ts';

/** spec.md §3 Absence. */
export const absence = z.object({
  id: z.int(),
  date_from: z.string(),
  date_to: z.string(),
  admin_name: z.string(),
  reason: z.string().nullable(),
});
export type Absence = z.infer<typeof absence>;
/** For the owner: the bookings inside it that have not ended, and how many free slots it takes off the page. */
export const absenceWithConflicts = absence.extend({
  conflicts: z.array(appointment),
  hidden_slots: z.int(),
});
export type AbsenceWithConflicts = z.infer<typeof absenceWithConflicts>;

export const absenceEntries = [
  entry({
    method: 'GET',
    path: '/annual/upcoming',
    access: 'logged-in',
    summary: 'Absences that touch the next `days` days (default 14), soonest first (spec.md §7).',
    query: z.object({ days: queryNumber(0, 366).optional() }),
    status: 200,
    answer: z.array(absence),
    refusals: [],
  }),
  entry({
    method: 'GET',
    path: '/annual/mine',
    access: 'ADMIN',
    summary: "The admin's absences, latest first, each with the bookings that stand inside it.",
    status: 200,
    answer: z.array(absenceWithConflicts),
    refusals: [],
  }),
  entry({
    method: 'POST',
    path: '/annual',
    access: 'ADMIN',
    summary:
      'Adds an absence: free slots inside it are not offered; bookings stay and are listed (behaviour.md §6).',
    body: z.strictObject({
      date_from: wallDate,
      date_to: wallDate,
      reason: orNull(prose(REASON_MAX_CHARACTERS)).default(null),
    }),
    status: 201,
    answer: absenceWithConflicts,
    refusals: ['range_reversed'],
  }),
  entry({
    method: 'DELETE',
    path: '/annual/{id}',
    access: 'ADMIN',
    summary: 'Deletes an absence; its free slots are offered again and waiting lists are served.',
    params: withId,
    status: 204,
    answer: nothing,
    refusals: ['not_found'],
  }),
] as const;
