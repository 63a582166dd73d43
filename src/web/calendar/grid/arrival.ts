import { dateOf, type WallDate, type WallTime } from '#salon/salon-time.ts';
import { hoursSinceOpening, OPEN_MINUTES } from './place.ts';

const USUAL_HOURS = 1.5; // 07:30: the first appointments of a day come into view
const HOURS_BEFORE_NOW = 1;

/** Where the grid does not fit its box it begins at what matters: the present moment, else the morning. */
export function showWhatMatters(scroller: HTMLElement, days: readonly WallDate[], now: WallTime): void {
  const columns = scroller.querySelectorAll<HTMLElement>('[data-date]');
  const today = days.indexOf(dateOf(now));
  const hourPx = (columns[0]?.offsetHeight ?? 0) / (OPEN_MINUTES / 60);
  const hours = today === -1 ? USUAL_HOURS : Math.max(0, hoursSinceOpening(now) - HOURS_BEFORE_NOW);
  scroller.scrollTop = hours * hourPx;
  if (today > 0) scroller.scrollLeft = today * (columns[0]?.offsetWidth ?? 0);
}
