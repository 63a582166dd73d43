import {
  keepPreviousData,
  queryOptions,
  skipToken,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { FreeSlot } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import type { FitRules, PageRules, ServiceMinutes } from '#domain/appointments/service-fit.ts';
import { type StripDay, stripDays, stripOf } from '#domain/booking.ts';
import { dateOf, type WallDate } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { useNow } from '../clock/clock.ts';
import { type DateRange, silently, useSalon } from '../queries/queries.ts';
import { type Technician, techniciansQuery } from '../queries/technicians.ts';
import { useSession } from '../session/session.ts';
import { useFreeSlots } from './free-slots.ts';
import { type FreeOffer, type Searched, type SplitFor, slotsFor, useSplit } from './offers.ts';

export type { FreeSlot };

export type FreeDay = StripDay<FreeSlot>;

/** Whether the user may choose the time: false if it is too short and the salon requires a slot as long as the services. */
export const isChoosable = ({ isTooShort }: FreeOffer, service_fit: FitRules['service_fit']): boolean =>
  !isTooShort || service_fit === 'warn';

export interface Wanted extends Searched {
  /** The total length of the services. */
  readonly minutes: ServiceMinutes;
  /** Replaces the rules by which slots are offered for `ids`. */
  readonly split?: (splitFor: SplitFor | undefined, rules: FitRules) => PageRules['split'];
}

export interface Available {
  readonly days: readonly FreeDay[];
  /** The slots that match the search (`slotsFor`), on all days, sorted by start. */
  readonly slots: readonly FreeSlot[];
  readonly rules: FitRules & PageRules;
}

export interface Strip extends Available {
  readonly query: UseQueryResult<FreeSlot[], Error>;
  /** The slots of all technicians, whatever services they do. */
  readonly all: readonly FreeSlot[];
  /** The technicians; empty in a salon with only one technician. */
  readonly technicians: readonly Technician[];
  /** Whether the slots and absences have finished loading. */
  readonly isLoaded: boolean;
}

interface Closed {
  absences: ResponseBody<'GET /appointments/closed'>;
  emptyDays: ResponseBody<'GET /appointments/empty-days'>;
}

async function askClosed(query: DateRange, signal: AbortSignal): Promise<Closed> {
  const [absences, emptyDays] = await Promise.all([
    request('GET /appointments/closed', { query: { ...query }, signal }),
    request('GET /appointments/empty-days', { query: { ...query }, signal }),
  ]);
  return { absences, emptyDays };
}

/** Query for the absences and the days that never had a slot. Disabled while `range` is null. A failed refetch keeps the last data. */
const closedQuery = (range: DateRange | null) =>
  queryOptions({
    queryKey: ['closed-days', range?.from, range?.to],
    queryFn:
      range === null
        ? skipToken
        : ({ client, queryKey, signal }) =>
            silently(
              'closed days',
              signal,
              askClosed(range, signal),
              client.getQueryData<Closed>(queryKey) ?? { absences: [], emptyDays: [] },
            ),
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData,
  });

const NO_SLOTS: readonly FreeSlot[] = [];
const NO_QUERY = queryOptions<FreeSlot[]>({ queryKey: ['nothing to move'], queryFn: skipToken });

/** The salon's rules for services of the given length; the default rules until the salon's settings have loaded. */
function useFitRules(minutes: ServiceMinutes, joins: boolean): FitRules {
  const { data: salon } = useSalon();
  const isAdmin = useSession()?.role === 'ADMIN';
  return {
    minutes,
    joins: joins && salon?.join_slots !== 0,
    service_fit: isAdmin ? 'warn' : (salon?.service_fit ?? 'warn'),
  };
}

/** The days of the strip. A time that several technicians offer appears once. */
export const daysOf = (...of: Parameters<typeof stripOf<FreeSlot>>): FreeDay[] =>
  stripOf(...of).map((day) => ({
    ...day,
    offers: [
      ...new Map(day.offers.map((offer) => [offer.start_datetime + offer.end_datetime, offer])).values(),
    ],
  }));

/** The query for where a booking can be moved, each time as a slot of its own. */
export type TimesToMove = (range: DateRange | null) => UseQueryOptions<FreeSlot[]>;

export interface StripOptions {
  /** If false, fetches nothing, and no day has offers. */
  isNeeded?: boolean;
  /** If false, no offer joins several slots. */
  joins?: boolean;
  /** If this day comes after the days of the strip, the strip begins with its week. */
  around?: WallDate | undefined;
  /** The booking that moves. With `split_slots` its own time is not in the way. */
  moved?: TimesToMove | undefined;
}

const asTheyAre: PageRules['split'] = (free) =>
  free.map((slot) => ({ ...slot, slots: [slot], isTooShort: false }));

/** Which days have free time that clients and visitors can book only by phone. `split`: the offers in a slot as if there were no notice. */
function phoneRule(
  tooSoon: readonly FreeSlot[],
  slots: readonly FreeSlot[],
  split: PageRules['split'],
): (day: FreeDay) => boolean {
  return ({ date, offers }) => {
    const isThen = ({ start_datetime }: FreeSlot) => dateOf(start_datetime) === date;
    return tooSoon.some(isThen) || (offers.length === 0 && Boolean(split?.(slots.filter(isThen)).length));
  };
}

/** The days of the strip with their offers. Removes each slot when it begins. Refetches then, and when the window gets the focus. */
export function useStrip(wanted: Wanted, options: StripOptions = {}): Strip {
  const { isNeeded = true, joins = true, around, moved } = options;
  const now = useNow();
  const { data: salon } = useSalon();
  const days = now === null ? [] : stripDays(dateOf(now), salon?.booking_days, around);
  const [from] = days;
  const to = days.at(-1);
  const range = isNeeded && from && to ? { from, to } : null;
  const isSplit = salon?.split_slots === 1;
  const movedSplit = isSplit ? moved : undefined;
  const free = useFreeSlots(movedSplit ? null : range, isSplit);
  const toMove = useQuery(movedSplit?.(range) ?? NO_QUERY);
  const {
    query,
    slots: all,
    tooSoon,
  } = movedSplit ? { query: toMove, slots: toMove.data ?? NO_SLOTS, tooSoon: NO_SLOTS } : free;
  const closed = useQuery(closedQuery(range)).data;
  const { data: known = [], isLoading } = useQuery({
    ...techniciansQuery(),
    enabled: all.some(({ technician_id }) => technician_id),
  });
  const isStaff = (useSession()?.role ?? 'CLIENT') !== 'CLIENT';
  const technicians = known.filter(({ bookable }) => isStaff || bookable !== 0);
  const splitFor = useSplit(technicians);
  const fit = useFitRules(wanted.minutes, joins);
  const split = movedSplit ? asTheyAre : wanted.split ? wanted.split(splitFor, fit) : splitFor?.(wanted.ids);
  const rules = { ...fit, split };
  const slots = slotsFor({ all, technicians }, wanted);
  const isByPhone = phoneRule(tooSoon, slots, splitFor?.(wanted.ids, false));
  return {
    query,
    all,
    technicians,
    isLoaded: (split !== undefined || !isSplit) && query.isSuccess && closed !== undefined && !isLoading,
    days: daysOf(days, slots, closed?.absences ?? [], rules, closed?.emptyDays).map((day) => ({
      ...day,
      isByPhone: isByPhone(day),
    })),
    slots,
    rules,
  };
}
