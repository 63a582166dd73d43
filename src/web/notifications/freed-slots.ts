import { useQueries } from '@tanstack/react-query';
import { FREE_SLOTS_RANGE_MAX_DAYS } from '#domain/limits.ts';
import { addDays, dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { useNow } from '../lib/clock.ts';
import { freeSlotsQuery } from '../lib/free-slots.ts';
import type { DateRange } from '../lib/queries.ts';
import type { ClientNotification } from './inbox.ts';

export type Freed = Pick<ClientNotification, 'day' | 'appointment_id' | 'appt_start'>;

/** `asking`: not known yet. */
export type FreedState = 'free' | 'gone' | 'asking';

/** As few spans as cover the days, each no longer than the server tells of at once. docs/spec/behaviour.md §5.3 */
export function spansOf(days: readonly WallDate[]): DateRange[] {
  const spans: DateRange[] = [];
  for (const day of [...days].sort()) {
    const last = spans.at(-1);
    if (last && day < addDays(last.from, FREE_SLOTS_RANGE_MAX_DAYS)) last.to = day;
    else spans.push({ from: day, to: day });
  }
  return spans;
}

/** The days to ask about: those of slots that are not over; of the past nothing is free. */
export const daysToAsk = (freed: readonly Freed[], today: WallDate): WallDate[] =>
  freed.flatMap(({ day, appointment_id }) =>
    day !== null && day >= today && appointment_id !== null ? [day] : [],
  );

interface FreeSlot {
  readonly id: number;
  readonly start_datetime: WallTime;
}

/**
 * Can the slot still be booked, seen among the free ones of its day? null: they could not be fetched, and the booking page
 * judges.
 */
export function freedState(
  { appointment_id, appt_start }: Freed,
  now: WallTime,
  free: readonly FreeSlot[] | null | undefined,
): FreedState {
  if (appointment_id === null || appt_start === null || appt_start <= now) return 'gone';
  if (free === undefined) return 'asking';
  const isListed = free?.some(
    ({ id, start_datetime }) => id === appointment_id && start_datetime === appt_start,
  );
  return isListed === false ? 'gone' : 'free';
}

/** Tells of each notification of a freed slot whether it can still be booked, by one request for all of their days. */
export function useFreedSlots(notifications: readonly ClientNotification[]): (freed: Freed) => FreedState {
  const now = useNow();
  const freed = notifications.filter(({ type }) => type === 'FREE_SLOT_AVAILABLE');
  const spans = now === null ? [] : spansOf(daysToAsk(freed, dateOf(now)));
  const found = useQueries({ queries: spans.map((span) => freeSlotsQuery(span)) });
  return (one) => {
    if (now === null) return 'asking';
    const index = spans.findIndex(({ from, to }) => one.day !== null && from <= one.day && one.day <= to);
    const asked = found[index];
    return freedState(one, now, asked?.isError ? null : asked?.data);
  };
}
