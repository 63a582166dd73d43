import type { Settings } from '../settings.ts';
import { minutesBetween } from '../wall-clock.ts';
import type { ListedTimes, Times } from './slots.ts';

/** Duration of a service in minutes; null when none is chosen or the duration is unknown. */
export type ServiceMinutes = number | null;

export interface FitRules {
  readonly minutes: ServiceMinutes;
  /** Whether slots may be joined: the setting `join_slots`. */
  readonly joins: boolean;
  /** How to treat a service that is longer than the slot; always `warn` for the owner. */
  readonly service_fit: Settings['service_fit'];
}

/** An offered time: one slot, or several joined for the service. */
export interface Offer<Slot extends Times> extends Times {
  /** One slot, or the adjacent slots of one technician that are joined, in order of start. A booking request contains the id of the first. */
  readonly slots: readonly [Slot, ...Slot[]];
  /** True when the time is shorter than the service, and joining adjacent slots does not help. */
  readonly isTooShort: boolean;
}

export const minutesOf = ({ start_datetime, end_datetime }: Times): number =>
  minutesBetween(start_datetime, end_datetime);

export const isShorterThan = (times: Times, minutes: ServiceMinutes): boolean =>
  minutes !== null && minutesOf(times) < minutes;

/** Offers a slot alone if it is long enough for the service, else joined with as few of the next free slots as needed. docs/spec/behaviour.md §5.20 */
export function offerOf<Slot extends ListedTimes>(
  slot: Slot,
  free: readonly Slot[],
  { minutes, joins }: Pick<FitRules, 'minutes' | 'joins'>,
): Offer<Slot> {
  const { start_datetime } = slot;
  const alone = { start_datetime, end_datetime: slot.end_datetime, slots: [slot] as const };
  if (!isShorterThan(slot, minutes)) return { ...alone, isTooShort: false };
  if (!joins) return { ...alone, isTooShort: true };
  const slots: [Slot, ...Slot[]] = [slot];
  let times: Times = slot;
  while (isShorterThan(times, minutes)) {
    const next = free.find(
      (other) => other.start_datetime === times.end_datetime && other.technician_id === slot.technician_id,
    );
    if (!next) return { ...alone, isTooShort: true };
    slots.push(next);
    times = { start_datetime, end_datetime: next.end_datetime };
  }
  return { ...times, slots, isTooShort: false };
}

/** A day's offers for a service, in the order of `free`. Adjacent slots that are too short alone are joined. docs/spec/behaviour.md §5.20 */
export function offersFor<Slot extends ListedTimes>(
  free: readonly Slot[],
  rules: Pick<FitRules, 'minutes' | 'joins'>,
): Offer<Slot>[] {
  const offers = free.map((slot) => offerOf(slot, free, rules));
  const joined = new Set(offers.flatMap(({ slots }) => slots.slice(1)));
  return offers.filter(({ slots: [first], isTooShort }) => !isTooShort || !joined.has(first));
}

/** How the pages offer times: whole slots, or parts of them by a function that only a salon with `split_slots` loads. */
export interface PageRules extends Pick<FitRules, 'minutes' | 'joins'> {
  readonly split?: (<Slot extends ListedTimes>(free: readonly Slot[]) => Offer<Slot>[]) | undefined;
}

/** A day's offers as the pages show them. docs/spec/behaviour.md §5.20 and §26.1 */
export const offersBy = <Slot extends ListedTimes>(free: readonly Slot[], rules: PageRules): Offer<Slot>[] =>
  rules.split ? rules.split(free) : offersFor(free, rules);

/** How many of the offers fit one after the other. */
export function countInTurn(offers: readonly Times[]): number {
  let last = '';
  return offers.filter(({ start_datetime, end_datetime }) => {
    const fits = start_datetime >= last;
    if (fits) last = end_datetime;
    return fits;
  }).length;
}

export type FitRefusal = 'slot_gone' | 'slots_not_joined' | 'service_too_long';

/** The slots that a booking of the offered time `seen` takes: `slot`, and the slots after it if the service is longer than `slot`. docs/spec/behaviour.md §5.20 */
export function slotsTaken<Slot extends ListedTimes>(
  slot: Slot,
  seen: Times,
  free: readonly Slot[],
  rules: FitRules,
): readonly [Slot, ...Slot[]] | FitRefusal {
  const { minutes, service_fit } = rules;
  if (slot.start_datetime !== seen.start_datetime || seen.end_datetime < slot.end_datetime)
    return 'slot_gone';
  if (seen.end_datetime === slot.end_datetime)
    return service_fit === 'require' && isShorterThan(slot, minutes) ? 'service_too_long' : [slot];
  if (!isShorterThan(slot, minutes)) return 'slots_not_joined';
  const offer = offerOf(slot, free, rules);
  return offer.end_datetime === seen.end_datetime ? offer.slots : 'slot_gone';
}
