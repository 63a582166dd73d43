import { NEW_ACCOUNT_DAYS } from '../limits.ts';
import type { WallTime } from '../wall-clock.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

/** At most `most` actions, such as bookings, within `withinMinutes`, which is at most a day. */
export interface Limit {
  readonly most: number;
  readonly withinMinutes: number;
}

interface Account {
  /** The time of the registration in epoch ms. */
  readonly created_at: number;
  readonly has_attended: boolean;
}

/** True for an account younger than 30 days without an attended appointment. Its actions also count for its IP network. docs/spec/behaviour.md §4.4 */
export const isNewAccount = ({ created_at, has_attended }: Account, nowMs: number): boolean =>
  !has_attended && nowMs - created_at < NEW_ACCOUNT_DAYS * DAY_MS;

/** Seconds until all limits allow `count` more actions. `moments`: epoch ms of the earlier actions, latest first. docs/spec/behaviour.md §4.4 */
export function secondsToWait(
  moments: readonly number[],
  limits: readonly Limit[],
  { nowMs, count = 1 }: { readonly nowMs: number; readonly count?: number },
): number {
  const waits = limits.map(({ most, withinMinutes }) => {
    const last = moments[Math.max(0, most - count)]; // once this action leaves the window, `count` more actions are allowed
    return last === undefined ? 0 : last + withinMinutes * MINUTE_MS - nowMs;
  });
  return Math.ceil(Math.max(0, ...waits) / 1000);
}

interface ActiveBooking {
  readonly end_datetime: WallTime;
  readonly slots: number;
}

/** The time when enough `active` bookings (sorted by end) are over to allow `count` more; undefined: now. docs/spec/behaviour.md §4.4 */
export function roomFrom(
  active: readonly ActiveBooking[],
  { count, most }: { readonly count: number; readonly most: number },
): WallTime | undefined {
  let taken = active.reduce((sum, { slots }) => sum + slots, 0);
  let until: WallTime | undefined;
  for (const { end_datetime, slots } of active) {
    if (taken + count <= most) break;
    taken -= slots;
    until = end_datetime;
  }
  return until;
}
