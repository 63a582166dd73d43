import {
  keepPreviousData,
  queryOptions,
  skipToken,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import type { FreeSlot } from '#contract/appointments.ts';
import type { ResponseBody } from '#contract/index.ts';
import type { FitRules, Offer, ServiceMinutes } from '#domain/appointments/service-fit.ts';
import { type StripDay, stripDays, stripOf } from '#domain/booking.ts';
import type { ServiceId, TechnicianId } from '#domain/ids.ts';
import { technicianRefusal } from '#domain/technicians.ts';
import { dateOf } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { useNow } from '../clock/clock.ts';
import { type DateRange, silently, useSalon } from '../queries/queries.ts';
import { type Technician, techniciansQuery } from '../queries/technicians.ts';
import { useSession } from '../session/session.ts';
import { useFreeSlots } from './free-slots.ts';

export type { FreeSlot };

/** A time to choose: one free slot, or several joined slots. */
export type FreeOffer = Offer<FreeSlot>;
export type FreeDay = StripDay<FreeSlot>;

/** Whether the user may choose the time: false if it is too short and the salon requires a slot as long as the services. */
export const isChoosable = ({ isTooShort }: FreeOffer, service_fit: FitRules['service_fit']): boolean =>
  !isTooShort || service_fit === 'warn';

/** The services and the technician for which the user searches a time. */
export interface Wanted {
  /** The total length of the services. */
  readonly minutes: ServiceMinutes;
  readonly ids: readonly ServiceId[];
  /** The technician; null means any technician. */
  readonly technicianId: TechnicianId | null;
}

export interface Available {
  readonly days: readonly FreeDay[];
  /** The slots that match the search (`slotsFor`), on all days, sorted by start. */
  readonly slots: readonly FreeSlot[];
  readonly rules: FitRules;
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

/** The slots of the chosen technician, or of all technicians who do the services. */
export const slotsFor = (
  { all, technicians }: Pick<Strip, 'all' | 'technicians'>,
  { ids, technicianId }: Pick<Wanted, 'ids' | 'technicianId'>,
): FreeSlot[] =>
  all.filter(({ technician_id: id }) => {
    if (!id) return true;
    const { service_ids = null } = technicians.find((one) => one.id === id) ?? {};
    return (technicianId ?? id) === id && !technicianRefusal(service_ids, ids);
  });

/** The days of the strip. A time that several technicians offer appears once. */
export const daysOf = (...of: Parameters<typeof stripOf<FreeSlot>>): FreeDay[] =>
  stripOf(...of).map((day) => ({
    ...day,
    offers: [
      ...new Map(day.offers.map((offer) => [offer.start_datetime + offer.end_datetime, offer])).values(),
    ],
  }));

export interface StripOptions {
  /** If false, fetches nothing, and no day has offers. */
  isNeeded?: boolean;
  /** If false, no offer joins several slots. */
  joins?: boolean;
}

/** The days of the strip with their offers. Removes each slot when it begins. Refetches then, and when the window gets the focus. */
export function useStrip(wanted: Wanted, { isNeeded = true, joins = true }: StripOptions = {}): Strip {
  const now = useNow();
  const { data: salon } = useSalon();
  const rules = useFitRules(wanted.minutes, joins);
  const days = now === null ? [] : stripDays(dateOf(now), salon?.booking_days);
  const [from] = days;
  const to = days.at(-1);
  const range = isNeeded && from && to ? { from, to } : null;
  const { query, slots: all } = useFreeSlots(range);
  const closed = useQuery(closedQuery(range)).data;
  const { data: technicians = [], isLoading } = useQuery({
    ...techniciansQuery(),
    enabled: all.some(({ technician_id }) => technician_id),
  });
  const slots = slotsFor({ all, technicians }, wanted);
  return {
    query,
    all,
    technicians,
    isLoaded: query.isSuccess && closed !== undefined && !isLoading,
    days: daysOf(days, slots, closed?.absences ?? [], rules, closed?.emptyDays),
    slots,
    rules,
  };
}
