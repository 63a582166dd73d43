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
/** A time as it is offered: one free slot, or several that are joined. */
export type FreeOffer = Offer<FreeSlot>;
export type FreeDay = StripDay<FreeSlot>;

/** What is free by the rules of now. */
export interface Available {
  readonly days: readonly FreeDay[];
  /** Of all days, by start. */
  readonly slots: readonly FreeSlot[];
  readonly rules: FitRules;
}

export interface Strip extends Available {
  readonly query: UseQueryResult<FreeSlot[], Error>;
  /** Slots and absences are there. */
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

/** The salon's absences and the days on which it never offered anything; null: not known yet for which days. After a failure silently the last known ones, else none. */
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

/** The salon's rules for a service of this length; where the salon is not known, those of every new one. */
function useFitRules(minutes: ServiceMinutes): FitRules {
  const { data: salon } = useSalon();
  const isAdmin = useSession()?.role === 'ADMIN';
  return {
    minutes,
    joins: salon?.join_slots !== 0,
    service_fit: isAdmin ? 'warn' : (salon?.service_fit ?? 'warn'),
  };
}

/**
 * The days of the strip with what each offers for a service of this length. Free slots and absences are fetched again when the
 * page comes to the front, the slots also when one has begun; that one leaves the list at once.
 */
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
