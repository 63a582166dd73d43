import type { WallDate } from '#salon/salon-time.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse } from '../platform/refuse.ts';
import type { Caller } from '../platform/sessions/sessions.ts';

/** Leaves the waiting list of a day. behaviour.md §5 */
export async function leaveWaitlist({ db, who }: Context<Caller>, date: WallDate): Promise<undefined> {
  const gone = await db
    .deleteFrom('waitlist_entries')
    .where('day', '=', date)
    .where('client_id', '=', who.id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) refuse('not_found');
  return undefined;
}
