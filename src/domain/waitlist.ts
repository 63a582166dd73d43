import type { AppointmentStatus } from './appointments/appointments.ts';
import { type FitRules, firstFit, type ServiceMinutes } from './appointments/service-fit.ts';
import { type AbsenceDays, isFree, type Times } from './appointments/slots.ts';
import type { TechnicianId, UserId } from './ids.ts';
import type { Settings } from './settings.ts';
import { dateOf, type WallDate, type WallTime } from './wall-clock.ts';

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

export type OfferedSlot = Times & { status: AppointmentStatus; technician_id?: TechnicianId | undefined };
export type Offer<Slot extends OfferedSlot> = {
  slots: readonly Slot[];
  absences: readonly AbsenceDays[];
};

function freeByDay<Slot extends OfferedSlot>(offer: Offer<Slot>, now: WallTime): Map<WallDate, Slot[]> {
  const free = offer.slots.filter((slot) => isFree(slot, now, offer.absences));
  return Map.groupBy(free, ({ start_datetime }) => dateOf(start_datetime));
}

/** The days on which a time has become free. Only on these days can there be a new slot for the waitlist. docs/spec/behaviour.md §5.15 */
export function daysThatGained(before: Offer<OfferedSlot>, after: Offer<OfferedSlot>, now: WallTime) {
  const keyOf = ({ start_datetime, end_datetime, technician_id }: OfferedSlot) =>
    `${start_datetime} ${end_datetime} ${technician_id}`;
  const had = new Set([...freeByDay(before, now).values()].flat().map(keyOf));
  return [...freeByDay(after, now)]
    .filter(([, slots]) => slots.some((slot) => !had.has(keyOf(slot))))
    .map(([date]) => date)
    .sort();
}

/**
 * The days that had no suitable slot before a change and have one now, each with its first suitable slot. Joined slots count as one slot.
 * `before` and `after` must contain all appointments of these days. Ignores slots that have begun. docs/spec/behaviour.md §5.15
 */
export function daysThatOpened<Slot extends OfferedSlot>(
  before: Offer<OfferedSlot>,
  after: Offer<Slot>,
  now: WallTime,
  rules: Pick<FitRules, 'minutes' | 'joins'>,
): { date: WallDate; slot: Slot }[] {
  const had = freeByDay(before, now);
  return [...freeByDay(after, now)]
    .filter(([date]) => !firstFit(had.get(date) ?? [], rules))
    .flatMap(([date, free]) => {
      const fit = firstFit(free, rules);
      return fit ? [{ date, slot: { ...fit.slots[0], end_datetime: fit.end_datetime } }] : [];
    })
    .sort((a, b) => a.date.localeCompare(b.date));
}
