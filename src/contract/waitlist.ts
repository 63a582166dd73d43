import { z } from 'zod';
import type { WaitId } from '#domain/ids.ts';
import { NAME_MAX_CHARACTERS } from '#domain/limits.ts';
import { endpoint } from './endpoint.ts';
import {
  idParams,
  line,
  noContent,
  orNull,
  page,
  phone,
  serviceId,
  userId,
  waitId,
  wallDate,
  wallTime,
} from './schemas.ts';

/** One who waits for a day, as the owner sees it: a client, or with `client_id` null a guest. */
export const waiting = z.object({
  id: waitId,
  day: wallDate,
  client_id: userId.nullable(),
  name: z.string(),
  phone: z.string().nullable(),
  created_at: wallTime,
});
export type Waiting = z.infer<typeof waiting>;

export const waitlistEndpoints = [
  endpoint({
    method: 'POST',
    path: '/client-notifications/free-slot',
    access: 'public',
    rateLimit: { max: 60, per: '10 minutes' },
    summary:
      'Joins the waiting list of a day without free slots; twice is no error (docs/spec/behaviour.md §5.15).',
    body: z.strictObject({
      date: wallDate,
      guest_name: orNull(line(NAME_MAX_CHARACTERS)).optional(),
      guest_phone: orNull(phone).optional(),
      /** Waits for a time that is long enough for it, where the salon asks for one; joining again replaces it. */
      service_id: serviceId.nullable().optional(),
    }),
    status: 201,
    response: z.object({ date: wallDate }),
    errors: [
      'waitlist_contact_missing',
      'unknown_service',
      'waitlist_day_past',
      'day_has_free_slots',
      'slot_date_out_of_range',
      'login_required',
      'too_many_actions',
    ],
  }),
  endpoint({
    method: 'GET',
    path: '/client-notifications/free-slot',
    access: 'user',
    summary: 'The own days on the waiting list, today and later (docs/spec/behaviour.md §5.15).',
    status: 200,
    response: z.array(z.object({ date: wallDate })),
    errors: [],
  }),
  endpoint({
    method: 'DELETE',
    path: '/client-notifications/free-slot',
    access: 'user',
    summary: 'Leaves the waiting list of a day (docs/spec/behaviour.md §5.15).',
    query: z.object({ date: wallDate }),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'GET',
    path: '/waitlist',
    access: 'admin',
    summary:
      'Who waits for the days from `from` to `to`, both included: clients and guests, by day and time of joining (docs/spec/behaviour.md §5.15).',
    query: z.object({ from: wallDate, to: wallDate, ...page.shape }),
    status: 200,
    response: z.array(waiting),
    isCounted: true,
    errors: ['range_reversed'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/waitlist/{id}',
    access: 'admin',
    summary: 'Takes somebody off the waiting list (docs/spec/behaviour.md §5.15).',
    params: idParams<WaitId>(),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
] as const;
