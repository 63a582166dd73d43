import type { ParsedBody } from '#contract/index.ts';
import { contactDigits } from '#domain/search.ts';
import { slotDateRefusal } from '#domain/slots.ts';
import { joinRefusal, type WaitlistEntry } from '#domain/waitlist.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import type { SessionUser } from '../platform/auth/sessions.ts';
import { lockDays } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import { refuse, refuseIf } from '../platform/errors.ts';
import type { RequestContext } from '../platform/http/request.ts';
import { freeSlotsOn } from '../slots/slots.ts';

type Input = ParsedBody<'POST /client-notifications/free-slot'>;

/**
 * Joins the waiting list of a day without free slots: a client in person, everyone else as a guest. docs/spec/behaviour.md §5.15
 */
export function joinWaitlist(context: RequestContext, input: Input): Promise<{ date: WallDate }> {
  const { db, now } = context;
  const today = dateOf(now.wall);
  const entry = entryOf(context, input);
  const digits = contactDigits(entry.guest_phone);
  if (entry.client_id === null && digits === null) refuse('waitlist_contact_missing');
  refuseIf(joinRefusal(entry, today, 0) ?? slotDateRefusal(entry.date, today));
  return inTransaction(db, async (trx) => {
    // a change that frees the day at this moment either serves this entry too, or is seen here
    await lockDays(trx, [entry.date]);
    const free = await freeSlotsOn(trx, [entry.date], now.wall);
    refuseIf(joinRefusal(entry, today, free.length));
    await save(trx, entry, digits, now.ms);
    return { date: entry.date };
  });
}

function entryOf({ user }: RequestContext, { date, guest_name, guest_phone }: Input): WaitlistEntry {
  if (user?.role === 'CLIENT') return { date, client_id: user.id, guest_name: null, guest_phone: null };
  return { date, client_id: null, guest_name: guest_name ?? null, guest_phone: guest_phone ?? null };
}

/** Leaves the waiting list of a day. docs/spec/behaviour.md §5.15 */
export async function leaveWaitlist(
  { db, user }: RequestContext<SessionUser>,
  date: WallDate,
): Promise<undefined> {
  const gone = await db
    .deleteFrom('waitlist_entries')
    .where('day', '=', date)
    .where('client_id', '=', user.id)
    .returning('id')
    .executeTakeFirst();
  if (!gone) refuse('not_found');
  return undefined;
}

/** The days that the user waits for, today and later. */
export const ownWaitDays = ({ db, user, now }: RequestContext<SessionUser>): Promise<{ date: WallDate }[]> =>
  db
    .selectFrom('waitlist_entries')
    .select('day as date')
    .where('client_id', '=', user.id)
    .where('day', '>=', dateOf(now.wall))
    .orderBy('day')
    .execute();

/** One entry per person and day: joining twice is no error. */
async function save(
  trx: Trx,
  { date, ...person }: WaitlistEntry,
  digits: string | null,
  nowMs: number,
): Promise<void> {
  await trx
    .insertInto('waitlist_entries')
    .values({ ...person, day: date, guest_phone_digits: digits, created_at: nowMs })
    .onConflict((conflict) =>
      conflict.columns(['day', person.client_id === null ? 'guest_phone_digits' : 'client_id']).doNothing(),
    )
    .execute();
}
