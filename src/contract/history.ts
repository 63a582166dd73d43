import { z } from 'zod';
import { HISTORY_ACTIONS, HISTORY_ROLES, type HistoryEntry } from '#domain/wording/history.ts';
import { ofAppointment } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

// `nullable` is inside the union, because the serializer does not support a nullable union
const value = z.union([z.string().nullable(), z.number()]);
export const historyChange = z
  .object({ field: z.string(), from: value, to: value })
  .meta({ id: 'HistoryChange' });

const historyEntry = s.component('HistoryEntry', 'One change (docs/spec/behaviour.md §12.1).', {
  at: s.wallTime,
  by: z.object({
    role: z.enum(HISTORY_ROLES).describe('GUEST: a visitor. LUNULA: the salon itself.'),
    name: z.string(),
  }),
  action: z.enum(HISTORY_ACTIONS).describe('`changed`: only fields differ.'),
  changes: z.array(historyChange),
}) satisfies z.ZodType<HistoryEntry>;

export const historyEndpoints = [
  endpoint('getAppointmentHistory', 'GET /appointments/{id}/history', 'staff', {
    ...ofAppointment,
    summary: 'The changes of an appointment, newest first (docs/spec/behaviour.md §12.2).',
    query: s.page,
    isCounted: true,
    response: z.array(historyEntry),
    errors: ['not_found'],
  }),
] as const;
