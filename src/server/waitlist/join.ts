import type { ReceivedBody } from '#contract/index.ts';
import { dateOf } from '#salon/salon-time.ts';
import { contactDigits } from '#salon/search.ts';
import { slotDateRefusal } from '#salon/slots/slot.ts';
import { joinRefusal, type WaitlistEntry } from '#salon/slots/waitlist.ts';
import { freeSlotsOn } from '../appointments/free-slots.ts';
import { lockDays } from '../platform/db/locks.ts';
import type { Trx } from '../platform/db/schema.ts';
import { inTransaction } from '../platform/db/transaction.ts';
import type { Context } from '../platform/http/call.ts';
import { refuse, refuseIf } from '../platform/refuse.ts';

type Given = ReceivedBody<'POST /client-notifications/free-slot'>;

/** Joins the waiting list of a day without free slots: a client as herself, everyone else as a guest. behaviour.md §5 */
export function joinWaitlist(context: Context, given: Given): Promise<{ date: string }> {
  const { db, now } = context;
  const today = dateOf(now.wall);
  const entry = entryOf(context, given);
  const digits = contactDigits(entry.guest_phone);
  if (entry.client_id === null && digits === null) refuse('waitlist_contact_missing');
  refuseIf(joinRefusal(entry, today, 0) ?? slotDateRefusal(entry.date, today));
  return inTransaction(db, async (trx) => {
    // who frees the day at this moment either serves her too, or is seen here
    await lockDays(trx, [entry.date]);
    const free = await freeSlotsOn(trx, [entry.date], now.wall);
    refuseIf(joinRefusal(entry, today, free.length));
    await save(trx, entry, digits, now.ms);
    return { date: entry.date };
  });
}

function entryOf({ who }: Context, { date, guest_name, guest_phone }: Given): WaitlistEntry {
  if (who?.role === 'CLIENT') return { date, client_id: who.id, guest_name: null, guest_phone: null };
  return { date, client_id: null, guest_name: guest_name ?? null, guest_phone: guest_phone ?? null };
}

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
