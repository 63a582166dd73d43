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
/** An offered time: one free slot, or several joined ones. */
export type FreeOffer = Offer<FreeSlot>;
export type FreeDay = StripDay<FreeSlot>;

/** False for a time that is too short if the salon requires that the service fits. */
export const isChoosable = ({ isTooShort }: FreeOffer, service_fit: FitRules['service_fit']): boolean =>
  !isTooShort || service_fit === 'warn';

/** The criteria of the search for a time. */
export interface Wanted {
  /** Length of all services. */
  readonly minutes: ServiceMinutes;
  readonly ids: readonly ServiceId[];
  /** null: any. */
  readonly technicianId: TechnicianId | null;
}

/** What is free under the current rules. */
export interface Available {
  readonly days: readonly FreeDay[];
  /** Of all days, by start, of the technicians who can be booked. */
  readonly slots: readonly FreeSlot[];
  readonly rules: FitRules;
}

export interface Strip extends Available {
  readonly query: UseQueryResult<FreeSlot[], Error>;
  /** The slots of all technicians. */
  readonly all: readonly FreeSlot[];
  /** None in a salon with one. */
  readonly technicians: readonly Technician[];
  /** Slots and absences are loaded. */
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

/** The absences and the days on which nothing was ever offered; null: the range is not known yet. A failed refetch keeps the last data. */
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

/** The salon's rules for services of this length; the default rules while the salon is not loaded. */
function useFitRules(minutes: ServiceMinutes, joins: boolean): FitRules {
  const { data: salon } = useSalon();
  const isAdmin = useSession()?.role === 'ADMIN';
  return {
    minutes,
    joins: joins && salon?.join_slots !== 0,
    service_fit: isAdmin ? 'warn' : (salon?.service_fit ?? 'warn'),
  };
}

/** The slots of the wanted technician, or of all who do the services. */
export const slotsFor = (
  { all, technicians }: Pick<Strip, 'all' | 'technicians'>,
  { ids, technicianId }: Pick<Wanted, 'ids' | 'technicianId'>,
): FreeSlot[] =>
  all.filter(({ technician_id: id }) => {
    if (!id) return true;
    const { service_ids = null } = technicians.find((one) => one.id === id) ?? {};
    return (technicianId ?? id) === id && !technicianRefusal(service_ids, ids);
  });

/** The days with each time once, also if several technicians offer it. */
export const daysOf = (...of: Parameters<typeof stripOf<FreeSlot>>): FreeDay[] =>
  stripOf(...of).map((day) => ({
    ...day,
    offers: [
      ...new Map(day.offers.map((offer) => [offer.start_datetime + offer.end_datetime, offer])).values(),
    ],
  }));

export interface StripOptions {
  /** False: nothing is fetched, and no day has an offer. */
  isNeeded?: boolean;
  /** False: no offer of several joined slots. */
  joins?: boolean;
}

/** The days of the strip with their offers. Refetches on focus, and slots when one has begun, which is dropped at once. */
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
