import type { RoutesOf } from '../platform/http/call.ts';
import { deleteNotice, deleteNotices } from './delete.ts';
import { noticesOfTab, unreadByTab } from './queries.ts';
import { readNotice, readNotices } from './read.ts';

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
