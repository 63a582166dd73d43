import {
  keepPreviousData,
  queryOptions,
  skipToken,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query';
import { useEffect } from 'react';
import type { FreeSlot } from '#contract/appointments.ts';
import { isFree } from '#domain/appointments/slots.ts';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '#domain/limits.ts';
import { addDays } from '#domain/wall-clock.ts';
import { request } from '../api.ts';
import { useNow } from '../clock/clock.ts';
import { type DateRange, FREE_SLOTS_KEY } from '../queries/queries.ts';

/** Splits a range into parts that are short enough for one request. docs/spec/behaviour.md §5.3 */
function chunksOf({ from, to }: DateRange): DateRange[] {
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

/** The free slots of a range, sorted by start. Drops a slot when it begins and refetches then; also refetches on focus. */
export function useFreeSlots(range: DateRange | null): {
  query: UseQueryResult<FreeSlot[], Error>;
  slots: FreeSlot[];
} {
  const now = useNow();
  // the range changes at midnight; the old list is shown until the new list has loaded
  const query = useQuery({ ...freeSlotsQuery(range), placeholderData: keepPreviousData });
  const { data, refetch } = query;
  const slots = data?.filter((slot) => now !== null && isFree(slot, now, [])).sort(byStart) ?? [];
  const begunCount = (data?.length ?? 0) - slots.length;
  useEffect(() => {
    if (begunCount > 0) refetch();
  }, [begunCount, refetch]);
  return { query, slots };
}
