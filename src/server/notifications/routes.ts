import type { adminNotificationEndpoints, clientNotificationEndpoints } from '#contract/notifications.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import {
  deleteNotification,
  deleteNotifications,
  markNotificationRead,
  markNotificationsRead,
  notificationsOfTab,
  unreadByTab,
} from './admin.ts';
import {
  deleteOwnNotification,
  deleteOwnNotifications,
  markOwnNotificationRead,
  markOwnNotificationsRead,
  ownNotifications,
  ownUnreadCount,
} from './client.ts';

export const notificationRoutes: RoutesOf<typeof adminNotificationEndpoints> = {
  'GET /notifications': (call) => notificationsOfTab(call, call.query),
  'GET /notifications/unread-count': async (call) => {
    const byTab = await unreadByTab(call);
    return call.query.groupBy === 'type' ? byTab : { count: byTab.ALL };
  },
  'POST /notifications/{id}/read': (call) => markNotificationRead(call, call.params.id),
  'DELETE /notifications/{id}': (call) => deleteNotification(call, call.params.id),
  'POST /notifications/read-all': (call) => markNotificationsRead(call, call.query.type),
  'DELETE /notifications': (call) => deleteNotifications(call, call.query.type),
};

export const clientNotificationRoutes: RoutesOf<typeof clientNotificationEndpoints> = {
  'GET /client-notifications': (call) => ownNotifications(call, call.query),
  'GET /client-notifications/unread-count': ownUnreadCount,
  'POST /client-notifications/{id}/read': (call) => markOwnNotificationRead(call, call.params.id),
  'POST /client-notifications/read-all': markOwnNotificationsRead,
  'DELETE /client-notifications/{id}': (call) => deleteOwnNotification(call, call.params.id),
  'DELETE /client-notifications': deleteOwnNotifications,
};
