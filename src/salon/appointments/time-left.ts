/** The time text on an appointment's card (spec.md §4). */
import { minutesBetween, type WallTime } from '../salon-time.ts';
import { counted, DAYS, HOURS, MINUTES } from '../serbian.ts';

const HOUR_MINUTES = 60;
const DAY_MINUTES = 24 * HOUR_MINUTES;

function inWords(minutes: number): string {
  const whole = Math.floor(minutes);
  if (whole < 1) return 'manje od 1 minuta';
  const parts = [
    { count: Math.floor(whole / DAY_MINUTES), word: DAYS },
    { count: Math.floor((whole % DAY_MINUTES) / HOUR_MINUTES), word: HOURS },
    { count: whole % HOUR_MINUTES, word: MINUTES },
  ];
  const said = parts.filter(({ count }) => count > 0).map(({ count, word }) => counted(count, word));
  const last = said.pop() ?? '';
  return said.length === 0 ? last : `${said.join(', ')} i ${last}`;
}

/** 'Termin za 2 dana i 3 sata', 'U toku (još 25 minuta)', 'Termin je završen'; an appointment is over at its last moment. spec.md §4 */
export function timeLeftText(now: WallTime, start: WallTime, end: WallTime): string {
  if (now >= end) return 'Termin je završen';
  if (now >= start) return `U toku (još ${inWords(minutesBetween(now, end))})`;
  return `Termin za ${inWords(minutesBetween(now, start))}`;
}
