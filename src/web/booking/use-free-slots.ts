import { keepPreviousData, skipToken, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { stripDays } from '#domain/booking.ts';
import { isFree } from '#domain/slots.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { request } from '../lib/api.ts';

export type FreeSlot = ResponseBody<'GET /appointments'>[number];

const byStart = (a: FreeSlot, b: FreeSlot): number => a.start_datetime.localeCompare(b.start_datetime);

/**
 * The days of the strip and their free slots, by one request for all of them. It is asked again when the page comes to the
 * front and when a slot's time has come; that slot goes from the list at once.
 */
export function useFreeSlots(now: WallTime | null) {
  const days = now === null ? [] : stripDays(dateOf(now));
  const [from] = days;
  const to = days.at(-1);
  const query = useQuery({
    queryKey: ['free-slots', from, to],
    queryFn:
      from && to ? ({ signal }) => request('GET /appointments', { query: { from, to }, signal }) : skipToken,
    refetchOnWindowFocus: 'always',
    placeholderData: keepPreviousData, // past midnight the strip moves on by a day: no bones for that
  });
  const { data, refetch } = query;
  const slots = data?.filter((slot) => now !== null && isFree(slot, now, [])).sort(byStart) ?? [];
  const begun = (data?.length ?? 0) - slots.length;
  useEffect(() => {
    if (begun > 0) refetch();
  }, [begun, refetch]);
  return { query, days, slots };
}
