import type { ListedTimes, Times } from './appointments/slots.ts';
import type { UserId } from './ids.ts';
import { dateOf, type WallDate } from './wall-clock.ts';

/** A day and the person who waits for it: a client by id, or a guest by name and phone number. */
export type WaitlistEntry = {
  date: WallDate;
  client_id: UserId | null;
  guest_name: string | null;
  guest_phone: string | null;
};

export type WaitlistRefusal = 'waitlist_contact_missing' | 'waitlist_day_past' | 'day_has_free_slots';

/** Refuses a guest without name or phone number, a past day, and a day with a suitable free slot. docs/spec/behaviour.md §5.15 */
export function joinRefusal(
  entry: WaitlistEntry,
  today: WallDate,
  timeThatDay: Times | undefined,
): WaitlistRefusal | undefined {
  const hasContact = Boolean(entry.guest_name?.trim() && entry.guest_phone?.trim());
  if (entry.client_id === null && !hasContact) return 'waitlist_contact_missing';
  if (isWaitOver(entry, today)) return 'waitlist_day_past';
  return timeThatDay ? 'day_has_free_slots' : undefined;
}

export const isWaitOver = ({ date }: { date: WallDate }, today: WallDate): boolean => date < today;

const dayOf = ({ start_datetime }: Times): WallDate => dateOf(start_datetime);

/** The days on which a time has become free. Only on these days can there be a new slot for the waitlist. docs/spec/behaviour.md §5.15 */
export function daysThatGained(freeBefore: readonly ListedTimes[], freeAfter: readonly ListedTimes[]) {
  const keyOf = ({ start_datetime, end_datetime, technician_id }: ListedTimes) =>
    `${start_datetime} ${end_datetime} ${technician_id}`;
  const had = new Set(freeBefore.map(keyOf));
  return [...new Set(freeAfter.filter((slot) => !had.has(keyOf(slot))).map(dayOf))].sort();
}

/** The days that had no suitable offer before a change and have one now, each with its first one. docs/spec/behaviour.md §5.15 */
export function daysThatOpened<Offer extends Times>(before: readonly Times[], after: readonly Offer[]) {
  const had = new Set(before.map(dayOf));
  const byDay = Map.groupBy(
    after
      .filter((offer) => !had.has(dayOf(offer)))
      .toSorted((a, b) => a.start_datetime.localeCompare(b.start_datetime)),
    dayOf,
  );
  return [...byDay].flatMap(([date, [offer]]) => (offer ? [{ date, offer }] : []));
}
