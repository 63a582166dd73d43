/** The waiting list of a day without free slots: who may join, and when it is served (docs/spec/behaviour.md §5.15). */

import type { AppointmentStatus } from './appointments.ts';
import type { UserId } from './ids.ts';
import { type AbsenceDays, isFree, type Times } from './slots.ts';
import { dateOf, type WallDate, type WallTime } from './wall-clock.ts';

/** One person and day: a client by id, a guest by name and phone. */
export type WaitlistEntry = {
  date: WallDate;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
};

export type WaitlistRefusal = 'waitlist_contact_missing' | 'waitlist_day_past' | 'day_has_free_slots';

/**
 * Why this entry can't join: a guest without name or phone, a day that is over, a day with free slots. docs/spec/product.md §5.3,
 * docs/spec/behaviour.md §5.15
 */
export function joinRefusal(
  entry: WaitlistEntry,
  today: WallDate,
  freeSlotsThatDay: number,
): WaitlistRefusal | undefined {
  const hasContact = Boolean(entry.guest_name?.trim() && entry.guest_phone?.trim());
  if (entry.client_id === null && !hasContact) return 'waitlist_contact_missing';
  if (isWaitOver(entry, today)) return 'waitlist_day_past';
  return freeSlotsThatDay > 0 ? 'day_has_free_slots' : undefined;
}

/** Has the day that the entry waits for passed? docs/spec/behaviour.md §5.15 */
export const isWaitOver = ({ date }: { date: WallDate }, today: WallDate): boolean => date < today;

export type OfferedSlot = Times & { status: AppointmentStatus };
export type Offer<Slot extends OfferedSlot> = {
  slots: readonly Slot[];
  absences: readonly AbsenceDays[];
};

function soonestFreeByDay<Slot extends OfferedSlot>(offer: Offer<Slot>, now: WallTime): Map<WallDate, Slot> {
  const soonest = new Map<WallDate, Slot>();
  for (const slot of offer.slots) {
    if (!isFree(slot, now, offer.absences)) continue;
    const date = dateOf(slot.start_datetime);
    const known = soonest.get(date);
    if (!known || slot.start_datetime < known.start_datetime) soonest.set(date, slot);
  }
  return soonest;
}

/**
 * The days that went from no free slot to some, each with its soonest free slot: their waiting lists are served. Both
 * sides hold all appointments of the days concerned; a slot that has begun is no slot. docs/spec/behaviour.md §5.15
 */
export function daysThatOpened<Slot extends OfferedSlot>(
  before: Offer<OfferedSlot>,
  after: Offer<Slot>,
  now: WallTime,
): { date: WallDate; slot: Slot }[] {
  const had = soonestFreeByDay(before, now);
  return [...soonestFreeByDay(after, now)]
    .filter(([date]) => !had.has(date))
    .map(([date, slot]) => ({ date, slot }))
    .sort((a, b) => a.date.localeCompare(b.date));
}
