import { z } from 'zod';
import { NAME_MAX_CHARACTERS } from '#salon/limits.ts';
import { CLIENT_NOTICE_TYPES } from '#salon/notices/client-notice-types.ts';
import { entry } from './entry.ts';
import { count, line, nothing, orNull, phone, queryNumber, wallDate, withId } from './shapes.ts';

/** spec.md §3 Client notification; `appointment_id` and `appt_start` lead to what it is about. */
export const clientNotice = z.object({
  id: z.int(),
  type: z.enum(CLIENT_NOTICE_TYPES),
  message: z.string(),
  created_at: z.string(),
  read_at: z.string().nullable(),
  appointment_id: z.int().nullable(),
  appt_start: z.string().nullable(),
});
export type ClientNotice = z.infer<typeof clientNotice>;

export const clientNotificationEntries = [
  entry({
    method: 'GET',
    path: '/client-notifications',
    access: 'logged-in',
    summary: "The caller's own notices, newest first, by pages of 20 (spec.md §7).",
    query: z.object({
      limit: queryNumber(1, 100).optional(),
      offset: queryNumber(0, 100_000).optional(),
      unread: z.enum(['0', '1']).optional(),
      type: z.enum(CLIENT_NOTICE_TYPES).optional(),
    }),
    status: 200,
    answer: z.array(clientNotice),
    refusals: [],
  }),
  entry({
    method: 'GET',
    path: '/client-notifications/unread-count',
    access: 'logged-in',
    summary: 'How many of the own notices are unread.',
    status: 200,
    answer: count,
    refusals: [],
  }),
  entry({
    method: 'POST',
    path: '/client-notifications/{id}/read',
    access: 'logged-in',
    summary: 'Marks one own notice as read.',
    params: withId,
    status: 200,
    answer: clientNotice,
    refusals: ['not_found'],
  }),
  entry({
    method: 'POST',
    path: '/client-notifications/read-all',
    access: 'logged-in',
    summary: 'Marks all own notices as read.',
    status: 200,
    answer: count,
    refusals: [],
  }),
  entry({
    method: 'DELETE',
    path: '/client-notifications/{id}',
    access: 'logged-in',
    summary: 'Deletes one own notice.',
    params: withId,
    status: 204,
    answer: nothing,
    refusals: ['not_found'],
  }),
  entry({
    method: 'DELETE',
    path: '/client-notifications',
    access: 'logged-in',
    summary: 'Deletes all own notices; `scope=all` says that it is meant.',
    query: z.object({ scope: z.literal('all') }),
    status: 200,
    answer: count,
    refusals: [],
  }),
  entry({
    method: 'POST',
    path: '/client-notifications/free-slot',
    access: 'visitor',
    summary: 'Joins the waiting list of a day without free slots; twice is no error (behaviour.md §5).',
    body: z.strictObject({
      date: wallDate,
      guest_name: orNull(line(NAME_MAX_CHARACTERS)).optional(),
      guest_phone: orNull(phone).optional(),
    }),
    status: 201,
    answer: z.object({ date: z.string() }),
    refusals: [
      'waitlist_contact_missing',
      'waitlist_day_past',
      'day_has_free_slots',
      'slot_date_out_of_range',
    ],
  }),
  entry({
    method: 'GET',
    path: '/client-notifications/free-slot',
    access: 'logged-in',
    summary: 'The days the caller waits for, today and later.',
    status: 200,
    answer: z.array(z.object({ date: z.string() })),
    refusals: [],
  }),
  entry({
    method: 'DELETE',
    path: '/client-notifications/free-slot',
    access: 'logged-in',
    summary: 'Leaves the waiting list of a day.',
    query: z.object({ date: wallDate }),
    status: 204,
    answer: nothing,
    refusals: ['not_found'],
  }),
] as const;
