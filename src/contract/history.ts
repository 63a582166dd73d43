import { z } from 'zod';
import type { AppointmentId } from '#domain/ids.ts';
import { HISTORY_ACTIONS, HISTORY_ROLES, type HistoryEntry } from '#domain/wording/history.ts';
import { endpoint } from './endpoint.ts';
import { idParams, page, wallTime } from './schemas.ts';

// null beside the text: what writes the response knows no `nullable` of a union
const value = z.union([z.string().nullable(), z.number()]);
/** One field as it was and as it is. */
export const historyChange = z.object({ field: z.string(), from: value, to: value });

/** Who did what, when: one change of a row (docs/spec/behaviour.md §12.1). */
export const historyEntry = z.object({
  at: wallTime,
  by: z.object({ role: z.enum(HISTORY_ROLES), name: z.string() }),
  action: z.enum(HISTORY_ACTIONS),
  changes: z.array(historyChange),
}) satisfies z.ZodType<HistoryEntry>;

export const historyEndpoints = [
  endpoint({
    method: 'GET',
    path: '/appointments/{id}/history',
    access: 'admin',
    summary:
      'What was done with an appointment, by whom and when, newest first (docs/spec/behaviour.md §12.2).',
    params: idParams<AppointmentId>(),
    query: page,
    status: 200,
    isCounted: true,
    response: z.array(historyEntry),
    errors: ['not_found'],
  }),
] as const;
