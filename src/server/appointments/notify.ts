import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfChange } from '#domain/notifications.ts';
import { type NotificationTiming, notifyClient } from '../notifications/notifications.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import type { RequestContext } from '../platform/http/request.ts';

export interface Change {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
  readonly timing: NotificationTiming;
  /** The CANCELLED copy in the history of who lost it, where there is one: her notice leads there. */
  readonly historyId?: AppointmentId | undefined;
}

/**
 * Tells the clients concerned what the salon changed. One who lost it reads of it as it was when it was hers.
 * docs/spec/behaviour.md §5.8
 */
export async function notifyOfChange(
  trx: Trx,
  { now }: RequestContext,
  { before, after, timing: telling, historyId }: Change,
): Promise<void> {
  for (const news of notificationsOfChange(before, after, now.wall)) {
    const isHers = after.status === 'BOOKED' && after.client_id === news.client_id;
    if (isHers) await notifyClient(trx, news, after, telling);
    else await notifyClient(trx, news, { ...before, version: after.version }, telling, historyId);
  }
}
