import { z } from 'zod';
import { HISTORY_ACTIONS, HISTORY_ROLES, type HistoryEntry } from '#domain/wording/history.ts';
import { ofAppointment, status } from './appointments.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

// `nullable` is inside the union, because the serializer does not support a nullable union
const value = z.union([z.string().nullable(), z.number()]);
export const historyChange = z
  .object({ field: z.string(), from: value, to: value })
  .meta({ id: 'HistoryChange' });

const author = z.object({
  role: z.enum(HISTORY_ROLES).describe('GUEST: a visitor. LUNULA: the salon itself.'),
  name: z.string(),
});

const historyEntry = s.component('HistoryEntry', 'One change (docs/spec/behaviour.md §12.1).', {
  at: s.wallTime,
  by: author,
  action: z.enum(HISTORY_ACTIONS).describe('`changed`: only fields differ.'),
  changes: z.array(historyChange),
}) satisfies z.ZodType<HistoryEntry>;

export const deletedAppointment = s.component(
  'DeletedAppointment',
  'An appointment as it was when it was deleted (docs/spec/behaviour.md §12.2).',
  {
    id: s.appointmentId,
    deleted_at: s.wallTime,
    deleted_by: author,
    start_datetime: s.wallTime,
    end_datetime: s.wallTime,
    status: status,
    technician_name: z.string().nullable(),
    client_name: z.string().nullable(),
    guest_name: z.string().nullable(),
    guest_phone: z.string().nullable(),
    service_name: z.string().nullable(),
    service_price: z.number().nullable(),
    attended: s.flag.nullable(),
    work: z.string().nullable(),
    notes: z.string().nullable(),
    cancel_reason: z.string().nullable(),
  },
);
export type DeletedAppointment = z.infer<typeof deletedAppointment>;

export const historyEndpoints = [
  endpoint('listDeletedAppointments', 'GET /appointments/deleted', 'manageSalon', {
    summary:
      'The appointments that were deleted in a period and are not restored, latest first (docs/spec/behaviour.md §12.2).',
    query: z.object({
      ...s.period.shape,
      ...s.page.shape,
      without_free: z.literal('1').optional().describe('Leaves out free slots.'),
    }),
    isCounted: true,
    response: z.array(deletedAppointment),
    errors: ['range_reversed'],
  }),
  endpoint('getAppointmentHistory', 'GET /appointments/{id}/history', 'seeAppointments', {
    ...ofAppointment,
    summary:
      'The changes of an appointment, newest first; the owner also reads that of a deleted one (docs/spec/behaviour.md §12.2).',
    query: s.page,
    isCounted: true,
    response: z.array(historyEntry),
  }),
] as const;
