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
import { dateOf } from '#domain/wall-clock.ts';
import { request } from '../../lib/api.ts';
import { useFreeSlots } from '../../lib/appointment/free-slots.ts';
import { useNow } from '../../lib/clock/clock.ts';
import { type DateRange, silently, useSalon } from '../../lib/queries/queries.ts';
import { useSession } from '../../lib/session/session.ts';

export type { FreeSlot };
/** An offered time: one free slot, or several joined ones. */
export type FreeOffer = Offer<FreeSlot>;
export type FreeDay = StripDay<FreeSlot>;

/** What is free under the current rules. */
export interface Available {
  readonly days: readonly FreeDay[];
  /** Of all days, by start. */
  readonly slots: readonly FreeSlot[];
  readonly rules: FitRules;
}

export interface Strip extends Available {
  readonly query: UseQueryResult<FreeSlot[], Error>;
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
function useFitRules(minutes: ServiceMinutes): FitRules {
  const { data: salon } = useSalon();
  const isAdmin = useSession()?.role === 'ADMIN';
  return {
    minutes,
    joins: salon?.join_slots !== 0,
    service_fit: isAdmin ? 'warn' : (salon?.service_fit ?? 'warn'),
  };
}

/** The days of the strip with their offers. Refetches on focus, and slots when one has begun, which is dropped at once. */
export function useStrip(minutes: ServiceMinutes): Strip {
  const now = useNow();
  const { data: salon } = useSalon();
  const rules = useFitRules(minutes);
  const days = now === null ? [] : stripDays(dateOf(now), salon?.booking_days);
  const [from] = days;
  const to = days.at(-1);
  const range = from && to ? { from, to } : null;
  const { query, slots } = useFreeSlots(range);
  const closed = useQuery(closedQuery(range)).data;
  return {
    query,
    isLoaded: query.isSuccess && closed !== undefined,
    days: stripOf(days, slots, closed?.absences ?? [], rules, closed?.emptyDays),
    slots,
    rules,
  };
}
