import { DAY_CLOSES, DEFAULT_SLOT_MINUTES } from '#salon/limits.ts';
import { addMinutes, clockOf, dateOf, type WallDate, type WallTime, wallTimeOn } from '#salon/salon-time.ts';

const USUAL_START = '09:00';

/** The start that a new appointment is offered: today the next full hour, as late as the usual length fits in; else the morning. */
export function offeredStart(date: WallDate, now: WallTime): string {
  if (date !== dateOf(now)) return USUAL_START;
  const latest = addMinutes(wallTimeOn(date, DAY_CLOSES), -DEFAULT_SLOT_MINUTES);
  const next = `${addMinutes(now, 60).slice(0, 14)}00:00`;
  const morning = wallTimeOn(date, USUAL_START);
  if (next < morning) return USUAL_START;
  return clockOf(next < latest ? next : latest);
}
