import { type FitRules, firstFit, type OwnedTimes, type ServiceMinutes } from './appointments/service-fit.ts';
import type { Times } from './appointments/slots.ts';
import type { UserId } from './ids.ts';
import type { Settings } from './settings.ts';
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

/** Which slots fit a waitlist entry. A slot may be too short for the service unless the salon requires long enough slots. docs/spec/behaviour.md §5.15 */
export const waitlistFit = (
  minutes: ServiceMinutes,
  { service_fit, join_slots }: Pick<Settings, 'service_fit' | 'join_slots'>,
): Pick<FitRules, 'minutes' | 'joins'> => ({
  minutes: service_fit === 'require' ? minutes : null,
  joins: join_slots === 1,
});

const dayOf = ({ start_datetime }: Times): WallDate => dateOf(start_datetime);

/** The days on which a time has become free. Only on these days can there be a new slot for the waitlist. docs/spec/behaviour.md §5.15 */
export function daysThatGained(freeBefore: readonly OwnedTimes[], freeAfter: readonly OwnedTimes[]) {
  const keyOf = ({ start_datetime, end_datetime, technician_id }: OwnedTimes) =>
    `${start_datetime} ${end_datetime} ${technician_id}`;
  const had = new Set(freeBefore.map(keyOf));
  return [...new Set(freeAfter.filter((slot) => !had.has(keyOf(slot))).map(dayOf))].sort();
}

/**
 * The days that had no suitable slot before a change and have one now, each with its first suitable slot. Joined slots count as one slot.
 * The lists must contain all free slots of these days. docs/spec/behaviour.md §5.15
 */
export function daysThatOpened<Slot extends OwnedTimes>(
  freeBefore: readonly OwnedTimes[],
  freeAfter: readonly Slot[],
  rules: Pick<FitRules, 'minutes' | 'joins'>,
): { date: WallDate; slot: Slot }[] {
  const had = Map.groupBy(freeBefore, dayOf);
  return [...Map.groupBy(freeAfter, dayOf)]
    .filter(([date]) => !firstFit(had.get(date) ?? [], rules))
    .flatMap(([date, free]) => {
      const fit = firstFit(free, rules);
      return fit ? [{ date, slot: { ...fit.slots[0], end_datetime: fit.end_datetime } }] : [];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}
