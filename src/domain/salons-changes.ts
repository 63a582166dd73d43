import type { ClientNotificationType } from './notifications.ts';
import type { WallTime } from './wall-clock.ts';

/** The notifications of a booking's new start. */
export const MOVES: readonly ClientNotificationType[] = ['APPT_TIME_CHANGED', 'APPT_CLIENT_MOVE'];

const SALONS_CHANGES: readonly ClientNotificationType[] = [
  ...MOVES,
  'APPT_CANCELLED_BY_ADMIN',
  'APPT_SET_AVAILABLE_BY_ADMIN',
  'APPT_CLIENT_CHANGED_REMOVED',
  'APPT_CLIENT_SWAPPED',
];

/** Whether a client must learn first that the salon has moved or canceled her booking, which still lies ahead. docs/spec/behaviour.md §5.24 */
export const isSalonsChange = (
  one: { type: ClientNotificationType; on_request?: 1 | undefined; appt_start: WallTime | null },
  now: WallTime,
): boolean =>
  SALONS_CHANGES.includes(one.type) && !one.on_request && one.appt_start !== null && one.appt_start > now;
