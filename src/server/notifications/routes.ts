import type { adminNotificationEndpoints, clientNotificationEndpoints } from '#contract/notifications.ts';
import type { RoutesOf } from '../platform/http/request.ts';
import {
  clientInbox,
  deleteNotification,
  deleteNotifications,
  markNotificationRead,
  markNotificationsRead,
  markOwnNotificationRead,
  notificationsOfTab,
  ownNotifications,
  ownUnreadCount,
  salonInbox,
  unreadByTab,
} from './inbox.ts';

export const notificationRoutes: RoutesOf<typeof adminNotificationEndpoints> = {
  'GET /notifications': (request) => notificationsOfTab(request, request.query),
  'GET /notifications/unread-count': async (request) => {
    const byTab = await unreadByTab(request);
    return request.query.groupBy === 'type' ? byTab : { count: byTab.ALL };
  },
  'POST /notifications/{id}/read': (request) => markNotificationRead(request, request.params.id),
  'DELETE /notifications/{id}': (request) =>
    deleteNotification(request, salonInbox(request.user), request.params.id),
  'POST /notifications/read-all': (request) =>
    markNotificationsRead(request, salonInbox(request.user), request.query.type),
  'DELETE /notifications': (request) =>
    deleteNotifications(request, salonInbox(request.user), request.query.type),
};

export const clientNotificationRoutes: RoutesOf<typeof clientNotificationEndpoints> = {
  'GET /client-notifications': (request) => ownNotifications(request, request.query),
  'GET /client-notifications/unread-count': ownUnreadCount,
  'POST /client-notifications/{id}/read': (request) => markOwnNotificationRead(request, request.params.id),
  'POST /client-notifications/read-all': (request) =>
    markNotificationsRead(request, clientInbox(request.user)),
  'DELETE /client-notifications/{id}': (request) =>
    deleteNotification(request, clientInbox(request.user), request.params.id),
  'DELETE /client-notifications': (request) => deleteNotifications(request, clientInbox(request.user)),
};
