import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { ResponseBody } from '#contract/index.ts';
import { stripDays } from '#domain/booking.ts';
import { isFree } from '#domain/slots.ts';
import { dateOf, type WallTime } from '#domain/wall-clock.ts';
import { appointmentQueries } from '../lib/queries.ts';

export type FreeSlot = ResponseBody<'GET /appointments'>[number];

const byStart = (a: FreeSlot, b: FreeSlot): number => a.start_datetime.localeCompare(b.start_datetime);

/**
 * The days of the strip and their free slots, by one request for all of them. They are fetched again when the page comes to the
 * front and when a slot has begun; that slot leaves the list at once.
 */
export function useFreeSlots(now: WallTime | null) {
  const days = now === null ? [] : stripDays(dateOf(now));
  const [from] = days;
  const to = days.at(-1);
  const query = useQuery(appointmentQueries.freeSlots(from && to ? { from, to } : null));
  const { data, refetch } = query;
  const slots = data?.filter((slot) => now !== null && isFree(slot, now, [])).sort(byStart) ?? [];
  const begunCount = (data?.length ?? 0) - slots.length;
  useEffect(() => {
    if (begunCount > 0) refetch();
  }, [begunCount, refetch]);
  return { query, days, slots };
}
