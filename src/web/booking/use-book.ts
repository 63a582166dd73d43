import { useMutation } from '@tanstack/react-query';
import { request } from '../lib/api.ts';
import { errorStatus } from '../lib/errors.ts';
import { useInvalidateAppointments } from '../lib/query-client.ts';
import { type Attempt, attemptBooking, type Booked, type BookingBody, CONFLICT } from './attempts.ts';
import type { FreeSlot } from './use-free-slots.ts';

export type BookingWish = Omit<BookingBody, 'seen_start' | 'seen_end'>;

const LOST_RETRIES = 2;
const RETRY_MS = 700;

export interface BookOutcome {
  onBooked: (booked: Booked) => void;
  /** 409: somebody was faster. */
  onGone: () => void;
  onRefused: (error: unknown) => void;
}

/** Books the slot that was seen. */
export function useBook(slot: FreeSlot, { onBooked, onGone, onRefused }: BookOutcome) {
  const refresh = useInvalidateAppointments();
  const send = ({ key, body }: Attempt) =>
    request('POST /appointments/{id}/book', {
      params: { id: slot.id },
      body,
      headers: { 'idempotency-key': key },
    });
  return useMutation({
    mutationFn: (wish: BookingWish) =>
      attemptBooking(
        slot.id,
        { ...wish, seen_start: slot.start_datetime, seen_end: slot.end_datetime },
        send,
      ),
    // without an answer it is asked for again by itself, under the same key
    retry: (failures, error) => errorStatus(error) === 0 && failures < LOST_RETRIES,
    retryDelay: RETRY_MS,
    onSuccess: (booked) => {
      onBooked(booked);
      refresh();
    },
    onError: (error) => {
      if (errorStatus(error) !== CONFLICT) return onRefused(error);
      onGone();
      refresh();
    },
  });
}
