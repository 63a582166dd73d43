import { z } from 'zod';
import type { AdminNotificationId, ClientNotificationId } from '#domain/ids.ts';
import { CLIENT_NOTIFICATION_TYPES } from '#domain/notifications.ts';
import { ADMIN_NOTIFICATION_TYPES } from '#domain/wording/notifications.ts';
import { endpoint } from './endpoint.ts';
import * as s from './schemas.ts';

/** Booking fields are copies from the time of the notification; the client's name and contact are current. docs/spec/product.md §3.7 */
export const adminNotification = s.component('Notification', 'A notification for the owner.', {
  id: s.adminNotificationId,
  type: z.enum(ADMIN_NOTIFICATION_TYPES),
  created_at: s.wallTime,
  read_at: s.wallTime.nullable().describe('null: unread.'),
  appointment_id: s.appointmentId.nullable().describe('null: deleted.'),
  client_id: s.userId.nullable(),
  client_name: z.string().nullable(),
  client_phone: z.string().nullable(),
  client_email: z.string().nullable(),
  client_created: s.wallTime.nullable(),
  guest_name: z.string().nullable(),
  guest_phone: z.string().nullable(),
  service_name: z.string().nullable(),
  appt_start: s.wallTime.nullable().describe('As it was then; of MOVED the new start.'),
  appt_end: s.wallTime.nullable(),
  appt_created: s.wallTime.nullable(),
  cancelled_reason: z.string().nullable(),
  cancelled_at: s.wallTime.nullable(),
  is_late: s.flag.describe('1: cancelled later than `late_cancel_hours` before the start.'),
  from_start: s.wallTime.nullable().describe('Of MOVED: the old start.'),
  from_end: s.wallTime.nullable().describe('Of MOVED: the old end.'),
  technician_id: s.technicianId
    .nullable()
    .describe('The current technician; null: the appointment was deleted.'),
  technician_name: z.string().nullable().describe('null while the salon has only one.'),
  same_number_then: s.flag
    .optional()
    .describe('1: the booking overlaps another one with the same number (docs/spec/behaviour.md §28.2).'),
  more_count: z.int().nullable().describe('Of MORE_FROM_NETWORK: how many notifications were left out.'),
});
export type AdminNotification = z.infer<typeof adminNotification>;
export const ADMIN_NOTIFICATION_TABS = ['ALL', 'NEW_BOOKING', 'CANCELLED', 'NEW_CLIENT'] as const;
const ofType = z.object({ type: z.enum(ADMIN_NOTIFICATION_TABS).optional() });

export const adminNotificationEndpoints = [
  endpoint('listNotifications', 'GET /notifications', 'readInbox', {
    summary: "The salon's notifications, newest first, 500 by default (docs/spec/product.md §7.5).",
    query: ofType.extend(s.page.shape),
    isCounted: true,
    response: z.array(adminNotification),
  }),
  endpoint('countUnreadNotifications', 'GET /notifications/unread-count', 'readInbox', {
    summary:
      "Counts the salon's unread notifications; with `groupBy=type` per tab (docs/spec/product.md §7.5).",
    query: z.object({ groupBy: z.literal('type').optional() }),
    response: z.union([
      z.object({
        NEW_BOOKING: z.int(),
        CANCELLED: z.int(),
        NEW_CLIENT: z.int(),
        ALL: z.int().describe('Also types without a tab.'),
      }),
      s.count,
    ]),
  }),
  endpoint('markNotificationRead', 'POST /notifications/{id}/read', 'readInbox', {
    summary:
      "Marks one of the salon's notifications as read; keeps an earlier `read_at` (docs/spec/behaviour.md §7.6).",
    params: s.idParams<AdminNotificationId>(),
    response: adminNotification,
  }),
  endpoint('deleteNotification', 'DELETE /notifications/{id}', 'readInbox', {
    summary: "Deletes one of the salon's notifications (docs/spec/product.md §7.5).",
    params: s.idParams<AdminNotificationId>(),
  }),
  endpoint('markAllNotificationsRead', 'POST /notifications/read-all', 'readInbox', {
    summary:
      "Marks the salon's notifications of a type, or all, as read; the response counts them (docs/spec/product.md §7.5).",
    query: ofType,
    response: s.count,
  }),
  endpoint('deleteNotifications', 'DELETE /notifications', 'readInbox', {
    summary:
      "Deletes the salon's notifications of a type, or all; the response counts them (docs/spec/product.md §7.5).",
    query: ofType,
    response: s.count,
  }),
] as const;

/** A notification for a client. docs/spec/product.md §3.8 */
export const clientNotification = s.component('OwnNotification', 'A notification for a client.', {
  id: s.clientNotificationId,
  type: z.enum(CLIENT_NOTIFICATION_TYPES),
  message: z.string().describe("In the request's language."),
  text: z.string().optional().describe('`message` without the reason; missing: the same.'),
  reason: z.string().optional().describe('Why the salon canceled.'),
  about: z.string().optional().describe('`message` without what the title says; missing: the same.'),
  on_request: z.literal(1).optional().describe('The client asked for the cancellation.'),
  created_at: s.wallTime,
  read_at: s.wallTime.nullable().describe('null: unread.'),
  appointment_id: s.appointmentId.nullable().describe('null: deleted.'),
  appt_start: s.wallTime.nullable(),
  was_start: s.wallTime
    .optional()
    .describe('Of a moved booking: its start before; `appt_start` is the new one.'),
  day: s.wallDate.nullable().describe('Of FREE_SLOT_AVAILABLE: the day of the slot.'),
});
export type ClientNotification = z.infer<typeof clientNotification>;

export const clientNotificationEndpoints = [
  endpoint('listOwnNotifications', 'GET /client-notifications', 'useAccount', {
    summary: "The client's notifications, newest first, 20 by default (docs/spec/product.md §7.5).",
    query: z.object({
      limit: s.queryNumber(1, 100).optional(),
      offset: s.queryNumber(0, 100_000).optional(),
      unread: z.enum(['0', '1']).optional(),
      type: z.enum(CLIENT_NOTIFICATION_TYPES).optional(),
    }),
    isCounted: true,
    response: z.array(clientNotification),
  }),
  endpoint('countOwnUnreadNotifications', 'GET /client-notifications/unread-count', 'useAccount', {
    summary: "Counts the client's unread notifications (docs/spec/product.md §7.5).",
    response: s.count,
  }),
  endpoint('markOwnNotificationRead', 'POST /client-notifications/{id}/read', 'useAccount', {
    summary: "Marks one of the client's notifications as read (docs/spec/product.md §7.5).",
    params: s.idParams<ClientNotificationId>(),
    response: clientNotification,
  }),
  endpoint('markAllOwnNotificationsRead', 'POST /client-notifications/read-all', 'useAccount', {
    summary:
      "Marks all of the client's notifications as read; the response counts them (docs/spec/product.md §7.5).",
    response: s.count,
  }),
  endpoint('deleteOwnNotification', 'DELETE /client-notifications/{id}', 'useAccount', {
    summary: "Deletes one of the client's notifications (docs/spec/product.md §7.5).",
    params: s.idParams<ClientNotificationId>(),
  }),
  endpoint('deleteAllOwnNotifications', 'DELETE /client-notifications', 'useAccount', {
    summary: "Deletes all of the client's notifications; requires `scope=all` (docs/spec/product.md §7.5).",
    query: z.object({ scope: z.literal('all') }),
    response: s.count,
  }),
] as const;
