import { useQuery } from '@tanstack/react-query';
import { dateOf, type WallDate, type WallTime } from '#domain/wall-clock.ts';
import { freeSlotsQuery } from '../lib/appointment/free-slots.ts';
import { useNow } from '../lib/clock/clock.ts';
import type { DateRange } from '../lib/queries/queries.ts';
import type { AdminNotification, ClientNotification } from './inbox.ts';

export type Freed = Pick<ClientNotification, 'day' | 'appointment_id' | 'appt_start'>;

/** `asking`: not known yet. */
export type FreedState = 'free' | 'gone' | 'asking';

/** The days to ask about: those of slots that are not over; of the past nothing is free. */
export const daysToAsk = (freed: readonly Freed[], today: WallDate): WallDate[] =>
  freed.flatMap(({ day, appointment_id }) =>
    day !== null && day >= today && appointment_id !== null ? [day] : [],
  );

/** From the first of the days to the last; null: there is none. */
export function spanOf(days: readonly WallDate[]): DateRange | null {
  const sorted = [...days].sort();
  const [from] = sorted;
  const to = sorted.at(-1);
  return from && to ? { from, to } : null;
}

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

/** The slot that a notification to the salon is about. */
export const freedOf = ({ appointment_id, appt_start }: AdminNotification): Freed => ({
  day: appt_start && dateOf(appt_start),
  appointment_id,
  appt_start,
});

/** Of the salon's notifications the slots that waiting guests are to be called about. */
export const callsOf = (notifications: readonly AdminNotification[]): Freed[] =>
  notifications.filter(({ type }) => type === 'FREE_SLOT_GUEST').map(freedOf);

/** Of a client's notifications the slots that became free. */
export const offersOf = (notifications: readonly ClientNotification[]): Freed[] =>
  notifications.filter(({ type }) => type === 'FREE_SLOT_AVAILABLE');

/** Tells of each freed slot whether it can still be booked, asked of all their days at once. */
export function useFreedSlots(freed: readonly Freed[]): (freed: Freed) => FreedState {
  const now = useNow();
  const span = now === null ? null : spanOf(daysToAsk(freed, dateOf(now)));
  const { data, isError } = useQuery(freeSlotsQuery(span));
  return (one) => (now === null ? 'asking' : freedState(one, now, isError ? null : data));
}
