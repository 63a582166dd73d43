/** The start times that free slots offer for services of a known or unknown length. */

import { earlier, timesAt } from '../appointments/room.ts';
import { minutesOf, type Offer, type ServiceMinutes } from '../appointments/service-fit.ts';
import type { ListedTimes } from '../appointments/slots.ts';
import type { ServiceId, TechnicianId } from '../ids.ts';
import { DEFAULT_SLOT_MINUTES, MIN_REMAINING_SLOT_MINUTES, SLOT_STEP_MINUTES } from '../limits.ts';
import type { Settings } from '../settings.ts';
import { type Term, technicianRefusal, withTerms } from '../technicians.ts';
import { addMinutes, dateOf, minutesBetween, startOfDay, type WallTime } from '../wall-clock.ts';

interface Work {
  readonly duration_minutes: number | null;
  readonly cleanup_minutes?: number | undefined;
}

/** How long services take, and the clean-up after them. */
export interface Span {
  /** In steps of 5 minutes; null: no service has a length. */
  readonly minutes: ServiceMinutes;
  readonly cleanup: number;
}

/** The span of services: lengths are added and rounded up to 5 minutes, the longest clean-up follows. Services without a length count 0 beside others. */
export function spanOf(services: readonly Work[]): Span {
  const known = services.flatMap(({ duration_minutes }) => duration_minutes ?? []);
  const sum = known.reduce((minutes, one) => minutes + one, 0);
  return {
    minutes: sum === 0 ? null : Math.ceil(sum / SLOT_STEP_MINUTES) * SLOT_STEP_MINUTES,
    cleanup: Math.max(0, ...services.map(({ cleanup_minutes = 0 }) => cleanup_minutes)),
  };
}

const REST_WITHOUT_LENGTHS = 30;

/** The shortest rest that is offered: the setting, or the shortest service of the technician that is no add-on, with its clean-up. */
export function restMinutes(
  setting: number,
  services: readonly (Work & { readonly is_addon: 0 | 1 })[],
): number {
  if (setting > 0) return setting;
  const lengths = services.flatMap((service) => {
    const { minutes, cleanup } = spanOf([service]);
    return service.is_addon === 1 || minutes === null ? [] : minutes + cleanup;
  });
  return lengths.length === 0
    ? REST_WITHOUT_LENGTHS
    : Math.max(MIN_REMAINING_SLOT_MINUTES, Math.min(...lengths));
}

/** A free slot with what its opening holds. */
export interface OpenSlot extends ListedTimes {
  readonly opening_start: WallTime;
  readonly opening_end: WallTime;
  /** The start of the next booking in the opening. */
  readonly next_booked: WallTime | null;
  /** 1: the opening holds a booking. */
  readonly is_used: 0 | 1;
}

export interface OfferRules {
  readonly start_step_minutes: number;
  /** 1: a used opening offers only times that leave no gaps. */
  readonly tidy_times: 0 | 1;
  readonly span: Span;
  readonly rest: number;
  /** Whether slots may be joined: the setting `join_slots`. */
  readonly joins: boolean;
  readonly now: WallTime;
}

type OfferedService = Work & { readonly id: ServiceId; readonly price: number; readonly is_addon: 0 | 1 };

/** What the times that a salon offers depend on, besides its free slots. */
export interface OfferingSalon {
  readonly settings: Pick<Settings, 'start_step_minutes' | 'tidy_times' | 'rest_minutes' | 'join_slots'>;
  readonly services: readonly OfferedService[];
  readonly technicians: readonly {
    readonly id: TechnicianId;
    readonly service_ids: readonly ServiceId[] | null;
    readonly terms?: readonly Term[] | undefined;
  }[];
  readonly now: WallTime;
}

/** The rules by which a technician offers times for these services, or for a booking of this span. Without a technician: the only one of the salon. */
export function offerRules(
  { settings, services, technicians, now }: OfferingSalon,
  technician: TechnicianId | undefined,
  asked: readonly ServiceId[] | Span,
): OfferRules {
  const { start_step_minutes, tidy_times, rest_minutes, join_slots } = settings;
  const { terms = [], service_ids = null } = technicians.find(({ id }) => id === technician) ?? {};
  const hers = services
    .filter(({ id }) => !technicianRefusal(service_ids, [id]))
    .map((service) => withTerms(service, terms));
  const span = 'cleanup' in asked ? asked : spanOf(hers.filter(({ id }) => asked.includes(id)));
  return {
    start_step_minutes,
    tidy_times,
    span,
    rest: restMinutes(rest_minutes, hers),
    joins: join_slots === 1,
    now,
  };
}

/** The latest end of services in this slot: its own, or the clean-up before the next booking. */
export const lastEnd = ({ end_datetime, next_booked }: OpenSlot, cleanup: number): WallTime =>
  next_booked === null ? end_datetime : earlier(end_datetime, addMinutes(next_booked, -cleanup));

const isWholeOpening = (slot: OpenSlot): boolean =>
  slot.start_datetime === slot.opening_start && slot.end_datetime === slot.opening_end;

/** The starts on the clock's steps, from midnight, after `from` and up to `to`. */
function stepsBetween(from: WallTime, to: WallTime, step: number): WallTime[] {
  const midnight = startOfDay(dateOf(from));
  const first = Math.floor(minutesBetween(midnight, from) / step) + 1;
  const count = Math.floor(minutesBetween(midnight, to) / step) - first + 1;
  return Array.from({ length: Math.max(0, count) }, (_, n) => addMinutes(midnight, (first + n) * step));
}

/** The starts of services of this length within one slot, in order. */
function startsIn(slot: OpenSlot, minutes: number, rules: OfferRules): WallTime[] {
  const { rest, span, start_step_minutes, tidy_times, now } = rules;
  const { start_datetime, end_datetime } = slot;
  const last = addMinutes(lastEnd(slot, span.cleanup), -minutes);
  const hasBegun = start_datetime <= now;
  const leavesRestBefore = (start: WallTime) => hasBegun || minutesBetween(start_datetime, start) >= rest;
  const leavesRestAfter = (start: WallTime) => {
    const left = minutesBetween(start, end_datetime) - minutes - span.cleanup;
    return left >= rest || left <= 0;
  };
  const onSteps = stepsBetween(hasBegun ? now : start_datetime, last, start_step_minutes).filter(
    (start) => leavesRestBefore(start) && leavesRestAfter(start),
  );
  const isTidy = tidy_times === 1 && slot.is_used === 1;
  const between = isTidy ? onSteps.slice(0, hasBegun ? 1 : 0) : onSteps;
  const starts = [start_datetime, ...between, ...(leavesRestBefore(last) ? [last] : [])];
  return [...new Set(starts)].filter((start) => start <= last && start > now).sort();
}

/** The slot with the next ones that together are long enough; undefined if they are not. */
function joined<Slot extends OpenSlot>(slot: Slot, free: readonly Slot[], minutes: number, cleanup: number) {
  const slots: [Slot, ...Slot[]] = [slot];
  const end = addMinutes(slot.start_datetime, minutes);
  for (let last = slot; end > last.end_datetime; ) {
    const next = free.find(
      (other) => other.start_datetime === last.end_datetime && other.technician_id === slot.technician_id,
    );
    if (!next) return undefined;
    slots.push(next);
    last = next;
  }
  return end <= lastEnd(slots.at(-1) ?? slot, cleanup) ? slots : undefined;
}

function offersIn<Slot extends OpenSlot>(
  slot: Slot,
  free: readonly Slot[],
  rules: OfferRules,
): Offer<Slot>[] {
  const { span, rest, joins, now } = rules;
  if (minutesOf(slot) < rest && !isWholeOpening(slot)) return [];
  const most = minutesBetween(slot.start_datetime, lastEnd(slot, span.cleanup));
  if (span.minutes === null && most < MIN_REMAINING_SLOT_MINUTES) return [];
  const minutes = span.minutes ?? Math.min(DEFAULT_SLOT_MINUTES, most);
  const offer = (start: WallTime, slots: readonly [Slot, ...Slot[]]): Offer<Slot> => ({
    ...timesAt(start, minutes),
    slots,
    isTooShort: false,
  });
  if (minutes <= minutesOf(slot)) return startsIn(slot, minutes, rules).map((start) => offer(start, [slot]));
  const slots = joins && slot.start_datetime > now ? joined(slot, free, minutes, span.cleanup) : undefined;
  return slots ? [offer(slot.start_datetime, slots)] : [];
}

/** A free slot as the API lists it: with its opening only if the salon splits slots. */
type ListedSlot = ListedTimes & {
  readonly [Name in keyof Omit<OpenSlot, keyof ListedTimes>]?: OpenSlot[Name] | undefined;
};

const opened = <Slot extends ListedSlot>(slot: Slot): Slot & OpenSlot => ({
  ...slot,
  opening_start: slot.opening_start ?? slot.start_datetime,
  opening_end: slot.opening_end ?? slot.end_datetime,
  next_booked: slot.next_booked ?? null,
  is_used: slot.is_used ?? 0,
});

/** The offers of several technicians' free slots, in order of start. docs/spec/behaviour.md §26.1 */
export function splitOffers<Slot extends ListedSlot>(
  free: readonly Slot[],
  rulesOf: (technician: TechnicianId | undefined) => OfferRules,
): Offer<Slot & OpenSlot>[] {
  const byTechnician = Map.groupBy(free.map(opened), ({ technician_id }) => technician_id);
  return [...byTechnician]
    .flatMap(([technician, hers]) => offersOf(hers, rulesOf(technician)))
    .sort((a, b) => (a.start_datetime < b.start_datetime ? -1 : Number(a.start_datetime > b.start_datetime)));
}

/** The times that free slots offer, in order of start: parts of a slot, or joined slots whose last one is cut. */
export const offersOf = <Slot extends OpenSlot>(free: readonly Slot[], rules: OfferRules): Offer<Slot>[] =>
  free
    .flatMap((slot) => offersIn(slot, free, rules))
    .sort((a, b) => a.start_datetime.localeCompare(b.start_datetime));
