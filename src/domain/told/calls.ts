// Who must be told of a change, and how a person is reached. docs/spec/behaviour.md §29
import type { AppointmentStatus } from '../appointments/appointments.ts';
import type { RequestState } from '../appointments/requests.ts';
import type { BookingId } from '../ids.ts';
import type { WallTime } from '../wall-clock.ts';

/** The changes of which somebody has to tell the person. */
export const CALL_REASONS = [
  'CANCELLED',
  'MOVED',
  'HOLD_ENDED',
  'REQUEST_ACCEPTED',
  'REQUEST_DECLINED',
  'REQUEST_LAPSED',
] as const;
export type CallReason = (typeof CALL_REASONS)[number];

/** What became of Lunula's messages about a change: on their way, perhaps arrived, failed, or there are none. */
export const CALL_STATES = ['SENDING', 'UNKNOWN', 'FAILED', 'NONE'] as const;

/** The channels on which Lunula reaches a person, and those of the salon. */
export const AUTOMATIC_CHANNELS = ['PUSH', 'MAIL', 'SMS'] as const;
export type AutomaticChannel = (typeof AUTOMATIC_CHANNELS)[number];
export const REACH_CHANNELS = [...AUTOMATIC_CHANNELS, 'VIBER', 'WHATSAPP', 'CALL'] as const;
export type ReachChannel = (typeof REACH_CHANNELS)[number];

export const TOLD_WHAT = ['REMINDER', 'DELAY'] as const;
export type ToldWhat = (typeof TOLD_WHAT)[number];

interface Changed {
  readonly status: AppointmentStatus;
  readonly start_datetime: WallTime;
  readonly end_datetime: WallTime;
  readonly booking_id: BookingId | null;
  readonly cancelled_by?: 'ADMIN' | 'CLIENT' | null;
  readonly request_state?: RequestState | null;
}

/** Why the person of a booking must be told of a change by the salon; undefined: she asked for it, it is no news, or it is over. docs/spec/behaviour.md §29.4 */
export function callReason(before: Changed, after: Changed, now: WallTime): CallReason | undefined {
  const isOver = before.end_datetime <= now && after.end_datetime <= now;
  if (before.status !== 'BOOKED' || isOver) return undefined;
  const isKept = after.status === 'BOOKED' && after.booking_id === before.booking_id;
  if (isKept && before.start_datetime !== after.start_datetime) return 'MOVED';
  const outcome = before.request_state === 'WAITING' ? after.request_state : null;
  if (isKept) return outcome === 'ACCEPTED' && after.start_datetime > now ? 'REQUEST_ACCEPTED' : undefined;
  if (after.status === 'CANCELLED' && after.cancelled_by === 'CLIENT') return undefined;
  return outcome === 'DECLINED' || outcome === 'LAPSED' ? `REQUEST_${outcome}` : 'CANCELLED';
}
