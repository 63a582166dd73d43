import { z } from 'zod';
import { ADMIN_NOTICE_TYPES } from '#salon/notices/notice-texts.ts';
import { entry } from './entry.ts';
import { count, flag, nothing, withId } from './shapes.ts';

/** spec.md §3 Admin notification: what it tells is kept as it was then; the person's name follows the person. */
export const adminNotice = z.object({
  id: z.int(),
  type: z.enum(ADMIN_NOTICE_TYPES),
  created_at: z.string(),
  read_at: z.string().nullable(),
  appointment_id: z.int().nullable(),
  client_id: z.int().nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  client_created: z.string().nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  service_name: z.string().nullable(),
  appt_start: z.string().nullable(),
  appt_end: z.string().nullable(),
  appt_created: z.string().nullable(),
  cancelled_reason: z.string().nullable(),
  cancelled_at: z.string().nullable(),
  is_late: flag,
});
export type AdminNotice = z.infer<typeof adminNotice>;
export const ADMIN_NOTICE_TABS = ['ALL', 'NEW_BOOKING', 'CANCELLED', 'NEW_CLIENT'] as const;
const ofType = z.object({ type: z.enum(ADMIN_NOTICE_TABS).optional() });

export const notificationEntries = [
  entry({
    method: 'GET',
    path: '/notifications',
    access: 'ADMIN',
    summary: "The salon's notifications, newest first, at most 500 (spec.md §7).",
    query: ofType,
    status: 200,
    answer: z.array(adminNotice),
    refusals: [],
  }),
  entry({
    method: 'GET',
    path: '/notifications/unread-count',
    access: 'ADMIN',
    summary: 'Unread count; with `groupBy=type` one per tab.',
    query: z.object({ groupBy: z.literal('type').optional() }),
    status: 200,
    answer: z.union([
      z.object({ NEW_BOOKING: z.int(), CANCELLED: z.int(), NEW_CLIENT: z.int(), ALL: z.int() }),
      count,
    ]),
    refusals: [],
  }),
  entry({
    method: 'POST',
    path: '/notifications/{id}/read',
    access: 'ADMIN',
    summary: 'Marks one as read.',
    params: withId,
    status: 200,
    answer: adminNotice,
    refusals: ['not_found'],
  }),
  entry({
    method: 'DELETE',
    path: '/notifications/{id}',
    access: 'ADMIN',
    summary: 'Deletes one.',
    params: withId,
    status: 204,
    answer: nothing,
    refusals: ['not_found'],
  }),
  entry({
    method: 'POST',
    path: '/notifications/read-all',
    access: 'ADMIN',
    summary: 'Marks all of a type, or all, as read.',
    query: ofType,
    status: 200,
    answer: count,
    refusals: [],
  }),
  entry({
    method: 'DELETE',
    path: '/notifications',
    access: 'ADMIN',
    summary: 'Deletes all of a type, or all.',
    query: ofType,
    status: 200,
    answer: count,
    refusals: [],
  }),
] as const;
