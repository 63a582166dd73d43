import { newsOfChange } from '#domain/notifications.ts';
import { tellClient } from '../notifications/client.ts';
import type { Telling } from '../notifications/timing.ts';
import type { AppointmentRow, Trx } from '../platform/db/schema.ts';
import type { Context } from '../platform/http/request.ts';

export interface Change {
  readonly before: AppointmentRow;
  readonly after: AppointmentRow;
  readonly telling: Telling;
  /** The CANCELLED copy in the history of who lost it, where there is one: her notice leads there. */
  readonly historyId?: number;
}

/** Tells the clients concerned what the salon changed. One who lost it reads of it as it was when it was hers. behaviour.md §5 */
export async function tellOfChange(
  trx: Trx,
  { now }: Context,
  { before, after, telling, historyId }: Change,
): Promise<void> {
  for (const news of newsOfChange(before, after, now.wall)) {
    const isHers = after.status === 'BOOKED' && after.client_id === news.client_id;
    if (isHers) await tellClient(trx, news, after, telling);
    else await tellClient(trx, news, { ...before, version: after.version }, telling, historyId);
  }
}
