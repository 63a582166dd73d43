import type { WallTime } from '../wall-clock.ts';
import { timeRange } from '../wording/dates.ts';
import type { Attended } from './attendance.ts';
import type { Times } from './slots.ts';

type Visit = Pick<Times, 'end_datetime'> & { attended: Attended };

/** True when all bookings of the day have ended; no-shows are ignored. docs/spec/behaviour.md §7.9 */
export const isDayOver = (visits: readonly Visit[], now: WallTime): boolean =>
  visits.every(({ end_datetime, attended }) => end_datetime <= now || attended === 0);

/** The free slots in words, each time once: 'Još slobodno: 13:30 - 14:30 i 16:30 - 17:30'; null without free slots. docs/spec/texts.md §7 */
export function stillFreeText(slots: readonly Times[]): string | null {
  const ranges = slots.map(({ start_datetime, end_datetime }) => timeRange(start_datetime, end_datetime));
  const times = [...new Set(ranges)];
  const last = times.pop();
  if (last === undefined) return null;
  return `Još slobodno: ${times.length === 0 ? last : `${times.join(', ')} i ${last}`}`;
}
