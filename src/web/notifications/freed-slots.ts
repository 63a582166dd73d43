import { useQuery } from '@tanstack/react-query';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { freeSlotsQuery } from '../lib/appointment/free-slots.ts';
import { useNow } from '../lib/clock/clock.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import type { AdminNotification, ClientNotification } from './inbox.ts';

export type Freed = Pick<ClientNotification, 'day' | 'appointment_id' | 'appt_start'>;

export type FreedState = 'free' | 'gone' | 'loading';

/** The days to fetch free slots for: from today on, and only days of slots that still exist. */
export const daysToAsk = (freed: readonly Freed[], today: WallDate): WallDate[] =>
  freed.flatMap(({ day, appointment_id }) =>
    day !== null && day >= today && appointment_id !== null ? [day] : [],
  );

export function spanOf(days: readonly WallDate[]): DateRange | null {
  const sorted = [...days].sort();
  const [from] = sorted;
  const to = sorted.at(-1);
  return from && to ? { from, to } : null;
}

/** The state of a freed slot. If the request for the free slots failed (`free` is null), assumes that the slot is still free. */
export function freedState(
  { appointment_id, appt_start }: Freed,
  now: WallTime,
  free: readonly { readonly id: number; readonly start_datetime: WallTime }[] | null | undefined,
): FreedState {
  if (appointment_id === null || appt_start === null || appt_start <= now) return 'gone';
  if (free === undefined) return 'loading';
  const isListed = free?.some(
    ({ id, start_datetime }) => id === appointment_id && start_datetime === appt_start,
  );
  return isListed === false ? 'gone' : 'free';
}

export const freedOf = ({ appointment_id, appt_start }: AdminNotification): Freed => ({
  day: appt_start && dateOf(appt_start),
  appointment_id,
  appt_start,
});

/** The freed slots for which the owner must call waiting guests, from the salon's notifications. */
export const callsOf = (notifications: readonly AdminNotification[]): Freed[] =>
  notifications.filter(({ type }) => type === 'FREE_SLOT_GUEST').map(freedOf);

export const offersOf = (notifications: readonly ClientNotification[]): Freed[] =>
  notifications.filter(({ type }) => type === 'FREE_SLOT_AVAILABLE');

/** Returns a function that gives the state of a freed slot. Fetches the days of all freed slots in one request. */
export function useFreedSlots(freed: readonly Freed[]): (freed: Freed) => FreedState {
  const now = useNow();
  const span = now === null ? null : spanOf(daysToAsk(freed, dateOf(now)));
  const { data, isError } = useQuery(freeSlotsQuery(span));
  return (one) => (now === null ? 'loading' : freedState(one, now, isError ? null : data));
}
