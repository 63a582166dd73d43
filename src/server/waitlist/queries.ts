import { dateOf } from '#salon/salon-time.ts';
import type { Context } from '../platform/http/call.ts';
import type { Caller } from '../platform/sessions/sessions.ts';

/** The days the caller waits for, today and later. */
export const ownWaitDays = ({ db, who, now }: Context<Caller>): Promise<{ date: string }[]> =>
  db
    .selectFrom('waitlist_entries')
    .select('day as date')
    .where('client_id', '=', who.id)
    .where('day', '>=', dateOf(now.wall))
    .orderBy('day')
    .execute();
