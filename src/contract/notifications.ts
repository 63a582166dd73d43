import { z } from 'zod';
import type { AdminNotificationId, ClientNotificationId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { ADMIN_NOTIFICATION_TYPES } from '#domain/wording/notifications.ts';
import { endpoint } from './endpoint.ts';
import {
  adminNotificationId,
  appointmentId,
  clientNotificationId,
  count,
  flag,
  idParams,
  noContent,
  page,
  queryNumber,
  userId,
  wallDate,
  wallTime,
} from './schemas.ts';

/** docs/spec/product.md §3.7: the booking is kept as it was then; the client's name and contact are today's. */
export const adminNotification = z.object({
  id: adminNotificationId,
  type: z.enum(ADMIN_NOTIFICATION_TYPES),
  created_at: wallTime,
  read_at: wallTime.nullable(),
  appointment_id: appointmentId.nullable(),
  client_id: userId.nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  client_created: wallTime.nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  service_name: z.string().nullable(),
  appt_start: wallTime.nullable(),
  appt_end: wallTime.nullable(),
  appt_created: wallTime.nullable(),
  cancelled_reason: z.string().nullable(),
  cancelled_at: wallTime.nullable(),
  is_late: flag,
  /** Of MOVED: its times before; `appt_start` and `appt_end` are those after. */
  from_start: wallTime.nullable(),
  from_end: wallTime.nullable(),
});
export type AdminNotification = z.infer<typeof adminNotification>;
export const ADMIN_NOTIFICATION_TABS = ['ALL', 'NEW_BOOKING', 'CANCELLED', 'NEW_CLIENT'] as const;
const ofType = z.object({ type: z.enum(ADMIN_NOTIFICATION_TABS).optional() });

export const adminNotificationEndpoints = [
  endpoint({
    method: 'GET',
    path: '/notifications',
    access: 'admin',
    summary:
      "The salon's notifications, newest first, 500 unless `limit` says otherwise (docs/spec/product.md §7.5).",
    query: ofType.extend(page.shape),
    status: 200,
    isCounted: true,
    response: z.array(adminNotification),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/notifications/unread-count',
    access: 'admin',
    summary:
      "How many of the salon's notifications are unread; with `groupBy=type` one count per tab (docs/spec/product.md §7.5).",
    query: z.object({ groupBy: z.literal('type').optional() }),
    status: 200,
    response: z.union([
      z.object({ NEW_BOOKING: z.int(), CANCELLED: z.int(), NEW_CLIENT: z.int(), ALL: z.int() }),
      count,
    ]),
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/notifications/{id}/read',
    access: 'admin',
    summary:
      "Marks one of the salon's notifications as read; one that is read already stays as it is (docs/spec/behaviour.md §7.6).",
    params: idParams<AdminNotificationId>(),
    status: 200,
    response: adminNotification,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/notifications/{id}',
    access: 'admin',
    summary: "Deletes one of the salon's notifications (docs/spec/product.md §7.5).",
    params: idParams<AdminNotificationId>(),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'POST',
    path: '/notifications/read-all',
    access: 'admin',
    summary:
      "Marks the salon's notifications of a type, or all, as read; the response counts them (docs/spec/product.md §7.5).",
    query: ofType,
    status: 200,
    response: count,
    errors: [],
  }),
  endpoint({
    method: 'DELETE',
    path: '/notifications',
    access: 'admin',
    summary:
      "Deletes the salon's notifications of a type, or all; the response counts them (docs/spec/product.md §7.5).",
    query: ofType,
    status: 200,
    response: count,
    errors: [],
  }),
] as const;

/** docs/spec/product.md §3.8; `appointment_id` and `appt_start` lead to what it is about. */
export const clientNotification = z.object({
  id: clientNotificationId,
  type: z.enum(CLIENT_NOTIFICATION_TYPES),
  message: z.string(),
  created_at: wallTime,
  read_at: wallTime.nullable(),
  appointment_id: appointmentId.nullable(),
  appt_start: wallTime.nullable(),
  /** Of FREE_SLOT_AVAILABLE: the day of the slot. */
  day: wallDate.nullable(),
});
export type ClientNotification = z.infer<typeof clientNotification>;

export const clientNotificationEndpoints = [
  endpoint({
    method: 'GET',
    path: '/client-notifications',
    access: 'user',
    summary:
      'The own notifications, newest first, by pages of `limit`, 20 by default (docs/spec/product.md §7.5).',
    query: z.object({
      limit: queryNumber(1, 100).optional(),
      offset: queryNumber(0, 100_000).optional(),
      unread: z.enum(['0', '1']).optional(),
      type: z.enum(CLIENT_NOTIFICATION_TYPES).optional(),
    }),
    status: 200,
    isCounted: true,
    response: z.array(clientNotification),
    errors: [],
  }),
  endpoint({
    method: 'GET',
    path: '/client-notifications/unread-count',
    access: 'user',
    summary: 'How many of the own notifications are unread (docs/spec/product.md §7.5).',
    status: 200,
    response: count,
    errors: [],
  }),
  endpoint({
    method: 'POST',
    path: '/client-notifications/{id}/read',
    access: 'user',
    summary: 'Marks one own notification as read (docs/spec/product.md §7.5).',
    params: idParams<ClientNotificationId>(),
    status: 200,
    response: clientNotification,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'POST',
    path: '/client-notifications/read-all',
    access: 'user',
    summary: 'Marks all own notifications as read; the response counts them (docs/spec/product.md §7.5).',
    status: 200,
    response: count,
    errors: [],
  }),
  endpoint({
    method: 'DELETE',
    path: '/client-notifications/{id}',
    access: 'user',
    summary: 'Deletes one own notification (docs/spec/product.md §7.5).',
    params: idParams<ClientNotificationId>(),
    status: 204,
    response: noContent,
    errors: ['not_found'],
  }),
  endpoint({
    method: 'DELETE',
    path: '/client-notifications',
    access: 'user',
    summary: 'Deletes all own notifications; `scope=all` says that it is meant (docs/spec/product.md §7.5).',
    query: z.object({ scope: z.literal('all') }),
    status: 200,
    response: count,
    errors: [],
  }),
] as const;
