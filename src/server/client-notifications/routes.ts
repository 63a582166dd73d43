import type { RoutesOf } from '../platform/http/call.ts';
import { deleteOwnNotice, deleteOwnNotices } from './delete.ts';
import { ownNotices, ownUnreadCount } from './queries.ts';
import { readOwnNotice, readOwnNotices } from './read.ts';

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
