import { z } from 'zod';
import type { WaitId } from '#domain/ids.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

const forWhom = s.technicianId.nullable().describe('null: any technician.');

export const waiting = s.component('WaitlistEntry', 'A client or guest who waits for a day.', {
  id: s.waitId,
  day: s.wallDate,
  client_id: s.userId.nullable().describe('null: a guest.'),
  name: z.string(),
  phone: z.string().nullable(),
  technician_id: forWhom,
  created_at: s.wallTime,
});
export type Waiting = z.infer<typeof waiting>;

export const waitlistEndpoints = [
  endpoint('joinWaitlist', 'POST /client-notifications/free-slot', 'visit', {
    rateLimit: { max: 60, per: '10 minutes' },
    summary:
      'Joins the waitlist of a day on which the technician, or any who does the services, has no free slot that fits; joining again replaces services and technician (docs/spec/behaviour.md §5.15).',
    body: s.withOneServicesKey(
      z.strictObject({
        date: s.wallDate,
        guest_name: s.guestName.optional(),
        guest_phone: s.orNull(s.phone).optional(),
        technician_id: forWhom.optional(),
        ...s.servicesFields,
      }),
    ),
    example: { date: '2026-11-21', ...s.guestExample },
    status: 201,
    response: z.object({ date: s.wallDate }),
    errors: [
      'waitlist_contact_missing',
      'unknown_service',
      'unknown_technician',
      'technician_service',
      'addon_alone',
      'waitlist_day_past',
      'day_has_free_slots',
      'too_soon',
      'call_salon',
      'slot_date_out_of_range',
      'too_many_actions',
    ],
  }),
  endpoint('listOwnWaitlistDays', 'GET /client-notifications/free-slot', 'useAccount', {
    summary: "The client's days on the waitlist, today and later (docs/spec/behaviour.md §5.15).",
    response: z.array(
      z.object({
        date: s.wallDate,
        technician_id: forWhom,
        service_ids: z
          .array(s.serviceId)
          .optional()
          .describe('With `split_slots`: the services for which the client waits.'),
      }),
    ),
  }),
  endpoint('leaveWaitlist', 'DELETE /client-notifications/free-slot', 'useAccount', {
    summary: 'Leaves the waitlist of a day (docs/spec/behaviour.md §5.15).',
    query: z.object({ date: s.wallDate }),
    errors: ['not_found'],
  }),
  endpoint('listWaitlist', 'GET /waitlist', 'seeWaitlist', {
    summary:
      'The waitlist of the days from `from` to `to`, both included, by day and time of joining (docs/spec/behaviour.md §5.15).',
    query: z.object({
      from: s.wallDate,
      to: s.wallDate,
      technician_id: s.technicianInQuery.describe('Only entries for her and for any technician.'),
      ...s.page.shape,
    }),
    response: z.array(waiting),
    isCounted: true,
    errors: ['range_reversed'],
  }),
  endpoint('removeFromWaitlist', 'DELETE /waitlist/{id}', 'changeWaitlist', {
    summary: 'Removes an entry from the waitlist (docs/spec/behaviour.md §5.15).',
    params: s.idParams<WaitId>(),
  }),
] as const;
