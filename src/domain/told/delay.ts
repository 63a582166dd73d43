import type { Times } from '../appointments/slots.ts';
import type { AppointmentId } from '../ids.ts';
import { addMinutes, minutesBetween, type WallTime } from '../wall-clock.ts';

/** Only appointments that start within this time feel a delay. */
const DELAY_REACHES_MINUTES = 4 * 60;
const ROUNDED_TO_MINUTES = 5;
/** A longer delay is a matter of moving appointments. */
export const MAX_DELAY_MINUTES = 240;

/** A booking of the day, as a delay sees it. */
export interface DelayedBooking extends Times {
  readonly id: AppointmentId;
  /** When she was told to come, for this start and technician; null: nothing. */
  readonly told: WallTime | null;
  readonly cleanupMinutes: number;
  /** True if she is told nothing: her request waits, she is there, or she was marked missed. */
  readonly isUntold: boolean;
}

interface Expected {
  readonly id: AppointmentId;
  readonly expected: WallTime;
  /** True if she must be told the expected time. */
  readonly isNews: boolean;
}

const later = (a: WallTime, b: WallTime | null): WallTime => (b !== null && b > a ? b : a);
const roundedUp = (minutes: number): number => Math.ceil(minutes / ROUNDED_TO_MINUTES) * ROUNDED_TO_MINUTES;

/**
 * When the people of a technician's day are expected if she is late by `minutes`, by start; without those whose time has come.
 * Each gap and clean-up between two appointments shortens or keeps the delay; a told time never gets earlier. docs/spec/behaviour.md §29.6
 */
export function expectedTimes(
  bookings: readonly DelayedBooking[],
  minutes: number,
  now: WallTime,
): Expected[] {
  const ahead = bookings
    .filter(({ start_datetime, told }) => later(start_datetime, told) > now)
    .toSorted((a, b) => (a.start_datetime < b.start_datetime ? -1 : 1));
  const reach = addMinutes(now, DELAY_REACHES_MINUTES);
  let delay = minutes;
  let free: WallTime | undefined; // when the technician would be ready without a delay
  return ahead.map(({ id, start_datetime, end_datetime, told, cleanupMinutes, isUntold }) => {
    const gap = free === undefined ? 0 : Math.max(0, minutesBetween(free, start_datetime));
    const own = start_datetime > reach ? 0 : roundedUp(Math.max(0, delay - gap));
    const expected = later(addMinutes(start_datetime, own), told);
    delay = minutesBetween(start_datetime, expected);
    free = addMinutes(end_datetime, cleanupMinutes);
    return { id, expected, isNews: !isUntold && expected > later(start_datetime, told) };
  });
}
