import type { RoutesOf } from '../platform/http/request.ts';
import { deleteNotice, deleteNotices, noticesOfTab, readNotice, readNotices, unreadByTab } from './admin.ts';
import {
  deleteOwnNotice,
  deleteOwnNotices,
  ownNotices,
  ownUnreadCount,
  readOwnNotice,
  readOwnNotices,
} from './client.ts';

export const notificationRoutes: RoutesOf<
  | 'GET /notifications'
  | 'GET /notifications/unread-count'
  | 'POST /notifications/{id}/read'
  | 'DELETE /notifications/{id}'
  | 'POST /notifications/read-all'
  | 'DELETE /notifications'
> = {
  'GET /notifications': (call) => noticesOfTab(call, call.query.type),
  'GET /notifications/unread-count': async (call) => {
    const byTab = await unreadByTab(call);
    return call.query.groupBy === 'type' ? byTab : { count: byTab.ALL };
  },
  'POST /notifications/{id}/read': (call) => readNotice(call, call.params.id),
  'DELETE /notifications/{id}': (call) => deleteNotice(call, call.params.id),
  'POST /notifications/read-all': (call) => readNotices(call, call.query.type),
  'DELETE /notifications': (call) => deleteNotices(call, call.query.type),
};

export const clientNotificationRoutes: RoutesOf<
  | 'GET /client-notifications'
  | 'GET /client-notifications/unread-count'
  | 'POST /client-notifications/{id}/read'
  | 'POST /client-notifications/read-all'
  | 'DELETE /client-notifications/{id}'
  | 'DELETE /client-notifications'
> = {
  'GET /client-notifications': (call) => ownNotices(call, call.query),
  'GET /client-notifications/unread-count': ownUnreadCount,
  'POST /client-notifications/{id}/read': (call) => readOwnNotice(call, call.params.id),
  'POST /client-notifications/read-all': readOwnNotices,
  'DELETE /client-notifications/{id}': (call) => deleteOwnNotice(call, call.params.id),
  'DELETE /client-notifications': deleteOwnNotices,
};
