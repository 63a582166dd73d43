import { z } from 'zod';
import type { AbsenceId } from '#domain/ids.ts';
import { CANCELLED_WITH_ABSENCE_MAX_COUNT, REASON_MAX_CHARACTERS } from '#domain/limits.ts';
import { appointment, reason } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import {
  absenceId,
  appointmentId,
  idParams,
  noContent,
  orNull,
  page,
  prose,
  queryNumber,
  wallDate,
} from './schemas.ts';

/** docs/spec/product.md §3.6. */
export const absence = z.object({
  id: absenceId,
  date_from: wallDate,
  date_to: wallDate,
  admin_name: z.string(),
  reason: z.string().nullable(),
});
export type Absence = z.infer<typeof absence>;
/** What days of absence meet: the bookings inside that have not ended, and how many free slots are offered no more. */
export const whatItMeets = z.object({ conflicts: z.array(appointment), hidden_slots: z.int() });
export type WhatItMeets = z.infer<typeof whatItMeets>;
/** For the owner. */
export const absenceWithConflicts = absence.extend({
  ...whatItMeets.shape,
  /** The bookings inside when it was added, also those cancelled with it; null: it was added before they were counted. */
  conflict_count: z.int().nullable(),
});
export type AbsenceWithConflicts = z.infer<typeof absenceWithConflicts>;

const newAbsence = z.strictObject({
  date_from: wallDate,
  date_to: wallDate,
  reason: orNull(prose(REASON_MAX_CHARACTERS)).default(null),
});

export const absenceEndpoints = [
  endpoint({
    method: 'GET',
    path: '/annual/upcoming',
    access: 'user',
    summary:
      'Absences that touch the next `days` days (default 14), soonest first (docs/spec/product.md §7.3).',
    query: z.object({ days: queryNumber(0, 366).optional() }),
    status: 200,
    isCounted: true,
    response: z.array(absence),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/annual/mine',
    access: 'admin',
    summary:
      "The admin's absences, latest first, each with the bookings that stand inside it (docs/spec/behaviour.md §6.6).",
    query: page,
    status: 200,
    isCounted: true,
    response: z.array(absenceWithConflicts),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/annual/preview',
    access: 'admin',
    summary: 'What such an absence would meet; nothing is saved (docs/spec/behaviour.md §6.6).',
    body: newAbsence,
    status: 200,
    response: whatItMeets,
    errors: ['range_reversed'],
  }),
  endpoint({
    method: 'POST',
    path: '/annual',
    access: 'admin',
    summary:
      'Adds an absence: free slots inside it are not offered; bookings stay and are listed. With `cancel` exactly these of them are cancelled in the same transaction; `cancelled` says how many (docs/spec/behaviour.md §6.6).',
    body: newAbsence.extend({
      cancel: z
        .strictObject({ reason, ids: z.array(appointmentId).min(1).max(CANCELLED_WITH_ABSENCE_MAX_COUNT) })
        .optional(),
    }),
    status: 201,
    response: absenceWithConflicts.extend({ cancelled: z.int().optional() }),
    errors: ['range_reversed'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/annual/{id}',
    access: 'admin',
    summary:
      'Deletes an absence; its free slots are offered again and waiting lists are served (docs/spec/behaviour.md §6.6).',
    params: idParams<AbsenceId>(),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
] as const;
