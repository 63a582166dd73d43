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

/** The same days in pieces of as many as the server tells of at once. docs/spec/behaviour.md §5.3 */
function piecesOf({ from, to }: DateRange): DateRange[] {
  const last = addDays(from, FREE_SLOTS_RANGE_MAX_DAYS - 1);
  return last >= to ? [{ from, to }] : [{ from, to: last }, ...piecesOf({ from: addDays(last, 1), to })];
}

/** The free slots of some days, for those who book; null: not known yet of which. */
export const freeSlotsQuery = (range: DateRange | null) =>
  queryOptions({
    queryKey: [...FREE_SLOTS_KEY, range?.from, range?.to],
    queryFn:
      range === null
        ? skipToken
        : async ({ signal }) => {
            const asked = piecesOf(range).map((query) => request('GET /appointments', { query, signal }));
            return (await Promise.all(asked)).flat();
          },
    refetchOnWindowFocus: 'always',
  });

/** Without `localeCompare`, whose first call holds a cheap phone up for 30 ms. */
const byStart = ({ start_datetime: a }: FreeSlot, { start_datetime: b }: FreeSlot): number =>
  a < b ? -1 : Number(a > b);

/**
 * The free slots of some days, by start. They are fetched again when the page comes to the front and when one has begun; that one
 * leaves the list at once.
 */
export function useFreeSlots(range: DateRange | null): {
  query: UseQueryResult<FreeSlot[], Error>;
  slots: FreeSlot[];
} {
  const now = useNow();
  // past midnight the strip moves on by a day: no skeleton for that
  const query = useQuery({ ...freeSlotsQuery(range), placeholderData: keepPreviousData });
  const { data, refetch } = query;
  const slots = data?.filter((slot) => now !== null && isFree(slot, now, [])).sort(byStart) ?? [];
  const begunCount = (data?.length ?? 0) - slots.length;
  useEffect(() => {
    if (begunCount > 0) refetch();
  }, [begunCount, refetch]);
  return { query, slots };
}
