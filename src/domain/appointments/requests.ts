/** Who may book when: the shortest notice, and bookings that wait for the salon. docs/spec/behaviour.md §28 */

import type { Settings } from '../settings.ts';
import { addMinutes, type WallTime } from '../wall-clock.ts';
import { overlaps, type Times } from './slots.ts';

/** Refuses a client's or visitor's booking that begins too soon. Without a notice a start must only lie ahead. docs/spec/behaviour.md §28.1 */
export const noticeRefusal = (
  now: WallTime,
  start: WallTime,
  { notice_minutes }: Pick<Settings, 'notice_minutes'>,
): 'too_soon' | undefined => (start < addMinutes(now, notice_minutes) ? 'too_soon' : undefined);

/** Refuses a client who already comes at that time. docs/spec/behaviour.md §28.2 */
export const twiceRefusal = (wanted: Times, booked: readonly Times[]): 'already_booked_then' | undefined =>
  booked.some((other) => overlaps(other, wanted)) ? 'already_booked_then' : undefined;

export const REQUEST_STATES = ['WAITING', 'ACCEPTED', 'DECLINED', 'LAPSED'] as const;
export type RequestState = (typeof REQUEST_STATES)[number];

export const REQUEST_ACTIONS = ['ACCEPT', 'DECLINE'] as const;

/** Refuses to answer a request that does not wait any more. docs/spec/behaviour.md §28.3 */
export const requestRefusal = (state: RequestState | null): 'request_state' | undefined =>
  state === 'WAITING' ? undefined : 'request_state';

/** Refuses a person to move a booking that waits for the salon. */
export const waitingRefusal = (state: RequestState | null): 'request_waiting' | undefined =>
  state === 'WAITING' ? 'request_waiting' : undefined;

export const LAPSED_REASON = 'Salon nije potvrdio termin na vreme.';

/** True if a booking by a client or visitor waits for the salon. */
export const needsRequest = ({ requests_for }: Pick<Settings, 'requests_for'>, isKnown: boolean): boolean =>
  requests_for === 'ALL' || (requests_for === 'NEW' && !isKnown);
