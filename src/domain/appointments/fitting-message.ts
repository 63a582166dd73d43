import { addMinutes, type WallTime } from '../wall-clock.ts';
import type { AppointmentStatus } from './appointments.ts';
import type { Attended } from './attendance.ts';

/** The kinds of messages that the owner can send with one tap. Their texts are the settings `message_…`. docs/spec/behaviour.md §1.4 */
export type MessageKind =
  | 'confirmation'
  | 'reminder'
  | 'moved'
  | 'delay'
  | 'cancelled'
  | 'free_slot'
  | 'review';

const REMIND_WITHIN_HOURS = 48;

interface Messaged {
  readonly status: AppointmentStatus;
  readonly start_datetime: WallTime;
  readonly attended?: Attended | undefined;
}

/** The message that suits an appointment now. Null for slots, and after the start unless the client came. docs/spec/product.md §2.12 */
export function fittingMessage(
  { status, start_datetime, attended }: Messaged,
  now: WallTime,
): Exclude<MessageKind, 'free_slot' | 'moved' | 'delay'> | null {
  if (start_datetime <= now) return status === 'BOOKED' && attended === 1 ? 'review' : null;
  if (status === 'CANCELLED') return 'cancelled';
  if (status !== 'BOOKED') return null;
  return start_datetime <= addMinutes(now, REMIND_WITHIN_HOURS * 60) ? 'reminder' : 'confirmation';
}
