import { keepPreviousData, queryOptions, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FreeSlot } from '#contract/appointments.ts';
import { noticeRefusal } from '#domain/appointments/requests.ts';
import { isFree } from '#domain/appointments/slots.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '#domain/limits.ts';
import { addDays } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { useNow } from '../clock/clock.ts';
import { type DateRange, FREE_SLOTS_KEY, useSalon } from '../queries/queries.ts';
import { useSession } from '../session/session.ts';

/** Splits a range into parts that are short enough for one request. docs/spec/behaviour.md §5.3 */
export function chunksOf({ from, to }: DateRange): DateRange[] {
  const last = addDays(from, FREE_SLOTS_RANGE_MAX_DAYS - 1);
  return last >= to ? [{ from, to }] : [{ from, to: last }, ...chunksOf({ from: addDays(last, 1), to })];
}

export const freeSlotsQuery = (range: DateRange | null) =>
  queryOptions({
    queryKey: [...FREE_SLOTS_KEY, range?.from, range?.to],
    queryFn:
      range === null
        ? skipToken
        : async ({ signal }) => {
            const requests = chunksOf(range).map((query) => request('GET /appointments', { query, signal }));
            return (await Promise.all(requests)).flat();
          },
    refetchOnWindowFocus: 'always',
  });

/** Compares slots by start. Avoids `localeCompare`, whose first call blocks a cheap phone for 30 ms. */
const byStart = ({ start_datetime: a }: FreeSlot, { start_datetime: b }: FreeSlot): number =>
  a < b ? -1 : Number(a > b);

/** The rule of a salon that accepts every booking, which few salons are. */
const requestRule = queryOptions({
  queryKey: ['request-rule'],
  queryFn: () => import('#domain/clients/request-until.ts'),
  staleTime: Number.POSITIVE_INFINITY,
});

/** The free slots of a range, sorted by start. Drops a slot when it begins and refetches then; also refetches on focus. */
export function useFreeSlots(range: DateRange | null, withBegun = false) {
  const now = useNow();
  const { data: salon } = useSalon();
  const role = useSession()?.role ?? 'CLIENT';
  const { startRefusal = noticeRefusal } =
    useQuery({ ...requestRule, enabled: salon?.requests_for === 'ALL' }).data ?? {};
  // the range changes at midnight; the old list is shown until the new list has loaded
  const query = useQuery({ ...freeSlotsQuery(range), placeholderData: keepPreviousData });
  const { data, refetch } = query;
  const isAhead = (slot: FreeSlot) =>
    now !== null && (withBegun ? slot.end_datetime > now : isFree(slot, now, []));
  const free = data?.filter(isAhead).sort(byStart) ?? [];
  const isTooSoon = ({ start_datetime, end_datetime }: FreeSlot) =>
    role === 'CLIENT' &&
    now !== null &&
    salon !== undefined &&
    startRefusal(now, withBegun ? end_datetime : start_datetime, salon) !== undefined;
  const begunCount = (data?.length ?? 0) - free.length;
  useEffect(() => {
    if (begunCount > 0) refetch();
  }, [begunCount, refetch]);
  return {
    query,
    slots: free.filter((slot) => !isTooSoon(slot)),
    /** Free slots that clients and visitors can book only by phone, because they begin too soon. */
    tooSoon: free.filter(isTooSoon),
  };
}
