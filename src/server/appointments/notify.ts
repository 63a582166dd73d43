import type { AppointmentId } from '#domain/ids.ts';
import { notificationsOfChange } from '#domain/notifications.ts';
import { type NotificationTiming, notifyClient } from '../notifications/notifications.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import type { RequestContext } from '../platform/http/request.ts';

export interface Change {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
  readonly timing: NotificationTiming;
  /** The CANCELLED copy in the history of the client who has lost it, where there is one: their notification leads there. */
  readonly historyId?: AppointmentId | undefined;
}

/**
 * Notifies the clients concerned of what the salon changed. The client who has lost it reads of it as it was before.
 * docs/spec/behaviour.md §5.8
 */
export async function notifyOfChange(
  trx: Trx,
  { now }: RequestContext,
  { before, after, timing, historyId }: Change,
): Promise<void> {
  for (const notification of notificationsOfChange(before, after, now.wall)) {
    const isTheirs = after.status === 'BOOKED' && after.client_id === notification.client_id;
    if (isTheirs) await notifyClient(trx, notification, after, timing);
    else await notifyClient(trx, notification, { ...before, version: after.version }, timing, historyId);
  }
}
